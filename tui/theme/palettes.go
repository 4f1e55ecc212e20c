package theme

// inks is a palette as written down: a hex colour and the ANSI colour of sixteen that stands for it.
type inks struct {
	name                                                    string
	dark                                                    bool
	background, text, muted, title, axis, key               string
	selection                                               string
	objective, cost, acquisition, truth                     string
	newest, older, initial, incumbent, next, runnerUp       string
	unaffordable, exhausted, truncated, open, good, warning string
	left                                                    string
	policies                                                [8]string
	ramp                                                    [5]string
	bands                                                   [3]string // backgrounds: objective, cost, acquisition
}

// One constant is the home of each palette. Dark and light are calm: hues of like lightness, few of
// them strong. Contrast gives up calm for legibility on a projector. Colour-blind takes its hues from
// Okabe and Ito (2008), lightened or darkened where the background asks for it.
var all = []Theme{
	inks{
		name: "dark", dark: true, background: "#16171d",
		text: "#d4d7df", muted: "#949cab", title: "#f3f4f8", axis: "#697283", key: "#e3c98a", selection: "#2c3242",
		objective: "#6fb4f0", cost: "#e6a15c", acquisition: "#bb9ef5", truth: "#919aab",
		newest: "#ffffff", older: "#a9b2c2", initial: "#909aad",
		incumbent: "#86cf97", next: "#f2cf6b", runnerUp: "#b6a56e",
		unaffordable: "#666e80", exhausted: "#f9706c", truncated: "#a9b2c2", open: "#d4d7df", good: "#86cf97", warning: "#e6a15c",
		left:     "#2a2e39",
		policies: [8]string{"#f08fb1", "#4ecbb0", "#b9cc62", "#d08be0", "#e0b994", "#74cfe6", "#f0876a", "#a3aef5"},
		ramp:     [5]string{"#1b1d33", "#3a3f7d", "#8a4f9c", "#e0786f", "#f7d98c"},
		bands:    [3]string{"#394e63", "#5d4631", "#4f475d"},
	}.theme(),
	inks{
		name: "light", background: "#fbfaf6",
		text: "#2a2e37", muted: "#636b79", title: "#10131a", axis: "#848b97", key: "#7d5a08", selection: "#dfe5f0",
		objective: "#005fa7", cost: "#874809", acquisition: "#6136ac", truth: "#565e6c",
		newest: "#000000", older: "#525967", initial: "#585f6c",
		incumbent: "#04652e", next: "#7f5400", runnerUp: "#67592a",
		unaffordable: "#878e9b", exhausted: "#b81e21", truncated: "#5c6472", open: "#2a2e37", good: "#2b7f45", warning: "#874809",
		left:     "#e9e7df",
		policies: [8]string{"#b83267", "#0d7264", "#65750a", "#943da8", "#8a5a2c", "#146e87", "#b84a22", "#4956bd"},
		ramp:     [5]string{"#fbf6e3", "#f3c98a", "#dd7f6b", "#8d4a8c", "#2c2a63"},
		bands:    [3]string{"#a2b1da", "#bfb27b", "#b9a7e2"},
	}.theme(),
	inks{
		name: "contrast", dark: true, background: "#000000",
		text: "#ffffff", muted: "#c8c8c8", title: "#ffffff", axis: "#a8a8a8", key: "#ffff5f", selection: "#00407a",
		objective: "#5fd7ff", cost: "#ffaf00", acquisition: "#d7afff", truth: "#c0c0c0",
		newest: "#ffffff", older: "#d0d0d0", initial: "#b2b2b2",
		incumbent: "#5fff87", next: "#ffff5f", runnerUp: "#d7d787",
		unaffordable: "#8a8a8a", exhausted: "#ff6b6b", truncated: "#d0d0d0", open: "#ffffff", good: "#5fff87", warning: "#ffaf00",
		left:     "#303030",
		policies: [8]string{"#ff87d7", "#00ffd7", "#d7ff5f", "#ff87ff", "#ffd7af", "#87d7ff", "#ff8f6f", "#afafff"},
		ramp:     [5]string{"#000000", "#3a3a9a", "#a04fd0", "#ff8f5f", "#ffffaf"},
		bands:    [3]string{"#1a4655", "#543c17", "#483c54"},
	}.theme(),
	inks{
		name: "contrast-light", background: "#ffffff",
		text: "#000000", muted: "#3f3f3f", title: "#000000", axis: "#5a5a5a", key: "#5f3700", selection: "#bcd8ff",
		objective: "#004a9c", cost: "#833600", acquisition: "#5a189a", truth: "#444444",
		newest: "#000000", older: "#3a3a3a", initial: "#555555",
		incumbent: "#00561b", next: "#6b4300", runnerUp: "#5f5320",
		unaffordable: "#767676", exhausted: "#a80000", truncated: "#3a3a3a", open: "#000000", good: "#00561b", warning: "#833600",
		left:     "#e2e2e2",
		policies: [8]string{"#930046", "#00564a", "#454f00", "#7a1090", "#5c3a12", "#00506b", "#8c2e05", "#2a33a0"},
		ramp:     [5]string{"#ffffff", "#ffd27f", "#e8745a", "#7a2a80", "#101040"},
		bands:    [3]string{"#aab3e2", "#ddaa8c", "#bdaaf1"},
	}.theme(),
	inks{
		name: "colour-blind", dark: true, background: "#16171d",
		text: "#dcdfe6", muted: "#9aa2b0", title: "#f5f6fa", axis: "#6b7484", key: "#f0e442", selection: "#2c3242",
		objective: "#56b4e9", cost: "#e69f00", acquisition: "#d480af", truth: "#9aa2b0",
		newest: "#ffffff", older: "#b0b7c4", initial: "#9099a9",
		incumbent: "#2fbf96", next: "#f0e442", runnerUp: "#b3ab5c",
		unaffordable: "#6b7383", exhausted: "#ff853f", truncated: "#b0b7c4", open: "#dcdfe6", good: "#2fbf96", warning: "#e69f00",
		left:     "#2a2e39",
		policies: [8]string{"#e06a12", "#4f97e0", "#2fb890", "#f0e442", "#e4e7ee", "#c3b2ff", "#cc79a7", "#e69f00"},
		ramp:     [5]string{"#00204d", "#414d6b", "#7c7b78", "#bcaf6f", "#ffea46"},
		bands:    [3]string{"#314e60", "#5d4725", "#614353"},
	}.theme(),
	inks{
		name: "colour-blind-light", background: "#fbfaf6",
		text: "#24272e", muted: "#5f6672", title: "#0c0e13", axis: "#838a96", key: "#5c4a00", selection: "#dfe5f0",
		objective: "#00619c", cost: "#8b5000", acquisition: "#9a3a74", truth: "#565e6c",
		newest: "#000000", older: "#565d69", initial: "#585f6b",
		incumbent: "#005637", next: "#725b00", runnerUp: "#695e1c",
		unaffordable: "#878e9a", exhausted: "#a13900", truncated: "#565d69", open: "#24272e", good: "#007a58", warning: "#8b5000",
		left:     "#e9e7df",
		policies: [8]string{"#b04502", "#1f62b0", "#007a58", "#3a3f4a", "#3a2bb5", "#524000", "#9a3a74", "#a46403"},
		ramp:     [5]string{"#fff3a0", "#c8b866", "#86827a", "#454f6d", "#00204d"},
		bands:    [3]string{"#9ab4d5", "#c0b17e", "#beaad3"},
	}.theme(),
}

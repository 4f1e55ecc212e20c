"use strict";

// The worker that runs the program. The page hands it the compiled program with
// its first message; from then on messages pass between the two. What the makers
// of the site put into it (course.json) is read before the program hears anything.

importScripts("files.js", "wasm_exec.js");

const answered = fetch("course.json").catch(error => error); // it comes while the program does
let take = null; // the program's ear, once it has one
const early = []; // what was said before

onmessage = ({ data }) => {
	if (take) take(data);
	else if (data.program) begin(data);
	else early.push(data);
};

const fatal = text => postMessage({ t: "fatal", text: String(text) });

async function begin({ program, ...first }) {
	try {
		const go = new Go();
		const ready = new Promise(resolve => {
			globalThis.programIsReady = (ear, keep) => resolve({ ear, keep });
		});
		const instance = await WebAssembly.instantiate(program, go.importObject);
		go.run(instance).then(
			() => fatal("The program has ended."),
			error => fatal(error.stack || error),
		);
		const { ear, keep } = await ready;
		Object.assign(first, await course(keep));
		ear(first);
		for (const m of early.splice(0)) ear(m);
		take = ear;
	} catch (error) {
		fatal(error.stack || error);
	}
}

// course is what the makers of the site put into it: problems, a tour, and the
// tables they read.
async function course(keep) {
	const answer = await answered;
	if (!answer.ok) throw new Error(`course.json, a file of this page, cannot be read: ${answer.status ?? answer}`);
	const { problems, tours, files } = await answer.json();
	for (const f of files) {
		const bytes = Uint8Array.from(atob(f.data), c => c.charCodeAt(0));
		const why = await new Promise(done => keep(`/course/${f.name}`, bytes, done));
		if (why) throw new Error(`${f.name}: ${why}`);
	}
	return { problems, tours };
}

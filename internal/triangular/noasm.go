//go:build !amd64 || purego

package triangular

const panels = false

func (l Lower) factorisePanels(*Workspace) bool                    { panic("no panels here") }
func (l Lower) invertPanels(Lower, *Workspace)                     { panic("no panels here") }
func (m Lower) gramPanels(Lower, *Workspace)                       { panic("no panels here") }
func (m Lower) timesPanels(dst, b []float64)                       { panic("no panels here") }
func (m Lower) timesFourPanels(dst, b []float64, first, count int) { panic("no panels here") }
func (m Lower) addPanels(dst, c []float64)                         { panic("no panels here") }
func (l Lower) factoriseTiles(*Workspace, int) bool                { panic("no panels here") }
func (l Lower) invertTiles(Lower, *Workspace, int)                 { panic("no panels here") }
func (m Lower) gramTiles(Lower, *Workspace, bool)                  { panic("no panels here") }
func (m Lower) timesEachTiles(dst, b [][]float64, ws *Workspace)   { panic("no panels here") }
func (m Lower) addFourPanels(dst, c []float64, first, count int)   { panic("no panels here") }

package golden

// File is one file of reference numbers. It holds cases, races or trials.
type File struct {
	Name    string
	Cases   []Case
	Races   []Race
	Trials  []Trial
	Unknown []string // fields that are not part of the format
}

// Case is one data set with everything computed from it.
type Case struct {
	ID         int
	Problem    string
	CostParams []float64 // α, βh/2π, γ of the benchmark's cost, h its width in the paper's units
	Data
	Hyper      Hyper
	LogLik     [2]float64 // of the standardised outputs
	LogPrior   [2]float64
	BudgetLeft float64
	Nu         float64 // cost-cooling exponent ν
	Best       float64 // incumbent

	TestX     [][]float64
	PostMean  [][2]float64 // latent posterior at TestX, original units
	PostVar   [][2]float64
	GradMeanF [][]float64
	GradVarF  [][]float64
	EI        Acquisition
	EIPUC     Acquisition
	EIPUCCC   Acquisition
	Q1        Acquisition
	Tree      Tree
	Fit       Fit
}

// Data are the evaluations, inputs on the unit cube.
type Data struct {
	D, N int
	X    [][]float64
	Y    []float64 // maximised
	Cost []float64 // > 0
}

// Hyper holds the hyperparameters of both outputs, in standardised units, and
// the standardisation.
type Hyper struct {
	Scale    [2][]float64 // ls: ARD lengthscales ℓ
	Variance [2]float64   // os: output scale a
	Noise    [2]float64   // noise variance
	Mean     [2]float64   // constant mean
	StdMean  [2]float64   // sample mean of y and ln cost
	StdScale [2]float64   // their n−1 standard deviation
}

// Acquisition holds the values of one rule at TestX and their gradients, nil
// where the file says null: deep in the tail the reference's own are not good.
type Acquisition struct {
	Value []float64
	Grad  [][]float64
}

// Tree is one scenario tree and what every node of it saw.
type Tree struct {
	Fantasies   []int          // m_1 … m_{N−1}
	BaseSamples [][][2]float64 // [stage][fantasy] (z_f, z_c), shared by a stage's subtrees
	Value       float64
	Nodes       []Node
}

// Node is one decision point.
type Node struct {
	Path     []int // fantasy indices from the root; root: empty
	X        []float64
	Grad     []float64 // of the tree's value; nil: not recorded
	MuF, SdF float64
	MuC, SdC float64
	Best     float64
	Budget   float64
	Q1       float64
}

// Fit is the reference's MAP fit of the same data.
type Fit struct {
	Hyper    Hyper
	LogLik   [2]float64
	LogPrior [2]float64
	PostMean [][2]float64
	PostVar  [][2]float64
}

// Race is one whole maximisation of a scenario tree by the reference.
type Race struct {
	Problem string
	Seed    int
	Data
	Hyper       Hyper
	Fantasies   []int
	BaseSamples [][][2]float64
	BudgetLeft  float64
	Paths       [][]int     // of Points, in order
	Points      [][]float64 // the best tree found
	Value       float64     // its value
	Runs        []Run
}

// Run is one of the reference's attempts at a race.
type Run struct {
	Value, Seconds float64
	Cores          int
}

// Trial is the initial design of whole runs of the closed-form policies, and
// what the reference's runs came to.
type Trial struct {
	Problem    string
	Number     int
	Budget     float64
	CostParams []float64 // as in Case
	Data                 // the initial design
	Reference  map[string]Outcome
}

// Outcome is what one policy's run came to within the budget.
type Outcome struct {
	Evaluations           int
	Best                  float64
	SecondsPerAcquisition float64
}

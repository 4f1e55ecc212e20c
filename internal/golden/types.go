package golden

// File is one file of reference numbers. It holds cases, races or trials.
type File struct {
	Name   string
	Cases  []Case
	Races  []Race
	Trials []Trial
}

// Case is one data set with everything computed from it.
type Case struct {
	ID         int       `json:"id"`
	Problem    string    `json:"problem"`
	CostParams []float64 `json:"cost_params"` // α, βh/2π, γ of the benchmark's cost, h its width in the paper's units
	Data
	Hyper      Hyper      `json:"hyper"`
	LogLik     [2]float64 `json:"loglik"` // of the standardised outputs
	LogPrior   [2]float64 `json:"logprior"`
	BudgetLeft float64    `json:"budget_left"`
	Nu         float64    `json:"nu"`   // cost-cooling exponent ν
	Best       float64    `json:"best"` // incumbent

	TestX     [][]float64  `json:"test_x"`
	PostMean  [][2]float64 `json:"post_mean"` // latent posterior at TestX, original units
	PostVar   [][2]float64 `json:"post_var"`
	GradMeanF [][]float64  `json:"grad_mean_f"`
	GradVarF  [][]float64  `json:"grad_var_f"`
	Tree      tree         `json:"tree"`
	Fit       fit          `json:"fit"`

	// The values of rules at TestX and their gradients, nil where the file says null:
	// deep in the tail the reference's own are not good.
	EI          []float64   `json:"ei"`
	GradEI      [][]float64 `json:"grad_ei"`
	EIPUC       []float64   `json:"ei_puc"`
	GradEIPUC   [][]float64 `json:"grad_ei_puc"`
	EIPUCCC     []float64   `json:"ei_puc_cc"`
	GradEIPUCCC [][]float64 `json:"grad_ei_puc_cc"`
	Q1          []float64   `json:"q1"`
	GradQ1      [][]float64 `json:"grad_q1"`
}

// Data are the evaluations, inputs on the unit cube.
type Data struct {
	D    int         `json:"d"`
	N    int         `json:"n"`
	X    [][]float64 `json:"X"`
	Y    []float64   `json:"y"`    // maximised
	Cost []float64   `json:"cost"` // > 0
}

// Hyper holds the hyperparameters of both outputs, in standardised units, and
// the standardisation.
type Hyper struct {
	Scale    [2][]float64 `json:"ls"`        // ls: ARD lengthscales ℓ
	Variance [2]float64   `json:"os"`        // os: output scale a
	Noise    [2]float64   `json:"noise"`     // noise variance
	Mean     [2]float64   `json:"mean"`      // constant mean
	StdMean  [2]float64   `json:"std_mean"`  // sample mean of y and ln cost
	StdScale [2]float64   `json:"std_scale"` // their n−1 standard deviation
}

// tree is one scenario tree and what every node of it saw.
type tree struct {
	Fantasies   []int          `json:"fantasies"`    // m_1 … m_{N−1}
	BaseSamples [][][2]float64 `json:"base_samples"` // [stage][fantasy] (z_f, z_c), shared by a stage's subtrees
	Value       float64        `json:"value"`
	Nodes       []Node         `json:"nodes"`
}

// Node is one decision point.
type Node struct {
	Path   []int     `json:"path"` // fantasy indices from the root; root: empty
	X      []float64 `json:"x"`
	Grad   []float64 `json:"grad"` // of the tree's value; nil: not recorded
	MuF    float64   `json:"mu_f"`
	SdF    float64   `json:"s_f"`
	MuC    float64   `json:"mu_c"`
	SdC    float64   `json:"s_c"`
	Best   float64   `json:"best"`
	Budget float64   `json:"budget"`
	Q1     float64   `json:"q1"`
}

// fit is the reference's MAP fit of the same data.
type fit struct {
	Hyper    Hyper        `json:"hyper"`
	LogLik   [2]float64   `json:"loglik"`
	LogPrior [2]float64   `json:"logprior"`
	PostMean [][2]float64 `json:"post_mean"`
	PostVar  [][2]float64 `json:"post_var"`
}

// Race is one whole maximisation of a scenario tree by the reference.
type Race struct {
	Problem string `json:"problem"`
	Seed    int    `json:"seed"`
	Data
	Hyper       Hyper          `json:"hyper"`
	Fantasies   []int          `json:"fantasies"`
	BaseSamples [][][2]float64 `json:"base_samples"`
	BudgetLeft  float64        `json:"budget_left"`
	Paths       [][]int        `json:"paths"` // of Points, in order
	Points      [][]float64    `json:"tree"`  // the best tree found
	Value       float64        `json:"value"` // its value
	Runs        []Run          `json:"runs"`
}

// Run is one of the reference's attempts at a race.
type Run struct {
	Value   float64 `json:"value"`
	Seconds float64 `json:"seconds"`
	Cores   int     `json:"cores"`

	// How the reference ran: nothing to check, not always recorded.
	Device     any `json:"device"`
	BatchLimit any `json:"batch_limit"`
	ValgradMs  any `json:"valgrad_ms"`
}

// Trial is the initial design of whole runs of the closed-form policies, and
// what the reference's runs came to.
type Trial struct {
	Problem    string             `json:"problem"`
	Number     int                `json:"trial"`
	Budget     float64            `json:"budget"`
	CostParams []float64          `json:"-"` // as in Case
	Data                          // the initial design
	Reference  map[string]outcome `json:"reference"`
}

// outcome is what one policy's run came to within the budget.
type outcome struct {
	Evaluations           int     `json:"evaluations"`
	Best                  float64 `json:"best"`
	SecondsPerAcquisition float64 `json:"seconds_per_acquisition"`
}

// Package autonomy says how much an assistant may do of one kind of act by itself. It
// begins in the shadow, where it only notes what it would have done; then it suggests;
// then it acts. It goes up when people agreed often enough that the lower bound of their
// agreement clears a line, and back when wrong acts come too often. Everything here
// follows from its arguments: it knows neither clock nor database.
package autonomy

import (
	"math"
	"strings"
)

// State is how much an assistant may do of one kind of act.
type State string

// The states, from less to more.
const (
	Shadow  State = "shadow"  // it notes what it would do, and people do not see it
	Suggest State = "suggest" // people see it and decide
	Act     State = "act"     // it is done, and people can take it back
)

// States lists them in their order.
var States = []State{Shadow, Suggest, Act}

// Settings are what a business asks of an assistant.
type Settings struct {
	// Line is what the lower bound of agreement must reach; 0 for DefaultLine.
	Line float64
}

// DefaultLine is the line where nobody sets another one, and the bounds of others.
const (
	DefaultLine = 0.93
	MinLine     = 0.80
	MaxLine     = 0.97
)

// Bounds of what is asked.
const (
	// MinCases is how many cases a step up takes at least, each time anew.
	MinCases = 200
	// lookEvery is how many cases lie between two looks: whoever looks after each case
	// finds a lucky stretch in the end.
	lookEvery = 50
	// maxCases is how many of the last cases count.
	maxCases = 1000
	// confidence is the two-sided 95 % of a normal distribution.
	confidence = 1.959963984540054
	// alarm is the score at which an assistant steps back.
	alarm = 6
	// MaxOpen is how many acts of a kind may wait to be judged. Beyond it an assistant
	// only suggests, so that nothing goes wrong for long before anybody looks.
	MaxOpen = 20
)

func (s Settings) line() float64 {
	if s.Line == 0 {
		return DefaultLine
	}
	return min(max(s.Line, MinLine), MaxLine)
}

// good and bad are the rates of wrong acts between which drift is told: an assistant
// that clears the line with room, and one that must not go on.
func (s Settings) good() float64 { return (1 - s.line()) * 3 / 7 }
func (s Settings) bad() float64  { return (1 - s.line()) * 12 / 7 }

// weights are what a wrong case adds to the score, and what a right one takes off.
func (s Settings) weights() (wrong, right float64) {
	return math.Log(s.bad() / s.good()), math.Log((1 - s.good()) / (1 - s.bad()))
}

// WrongAtMost is how many of so many acts in a row can be wrong before an assistant
// steps back, whatever becomes of it. Acts that were not judged yet, MaxOpen at most,
// come on top.
func (s Settings) WrongAtMost(acts int) int {
	wrong, right := s.weights()
	return min(acts, int((alarm+right*float64(acts))/(wrong+right))+1)
}

// Track is what is known of one assistant and one kind of act. The zero Track is one
// that begins in the shadow.
type Track struct {
	State State `json:"state"`
	// Cases are how many there were in this state.
	Cases int `json:"cases"`
	// Recent are the last of these, oldest first: 1 where people agreed, 0 where not.
	Recent string `json:"recent,omitempty"`
	// Score rises with wrong cases and falls with right ones, never below 0.
	Score float64 `json:"score"`
}

// Evidence is what a change of state rests on.
type Evidence struct {
	Cases  int     `json:"cases"`
	Agreed int     `json:"agreed"`
	Lower  float64 `json:"lower"`
	Line   float64 `json:"line"`
	Score  float64 `json:"score"`
}

// Reason is why a state changed.
type Reason string

// The reasons.
const (
	Earned   Reason = "earned"   // the lower bound cleared the line
	Drifted  Reason = "drifted"  // wrong cases came too often
	Override Reason = "override" // somebody decided it
)

// Change is a step up or back, which is to be put on record.
type Change struct {
	From, To State
	Reason   Reason
	Evidence
}

// Now is the state, Shadow where nothing is known.
func (t Track) Now() State {
	if t.State == "" {
		return Shadow
	}
	return t.State
}

// Evidence is what there is in this state by now.
func (t Track) Evidence(s Settings) Evidence {
	e := Evidence{Cases: len(t.Recent), Line: s.line(), Score: t.Score}
	e.Agreed = strings.Count(t.Recent, "1")
	e.Lower = LowerBound(e.Agreed, e.Cases)
	return e
}

// NextLook is the number of cases at which it is looked whether a step up was earned; 0
// where there is none.
func (t Track) NextLook() int {
	if t.Now() == Act {
		return 0
	}
	return max(MinCases, (t.Cases/lookEvery+1)*lookEvery)
}

// Judge adds a case: whether people agreed with what the assistant did, suggested, or
// would have done. The change is nil if the state stays.
func (t Track) Judge(s Settings, agreed bool) (Track, *Change) {
	wrong, right := s.weights()
	t.State, t.Cases = t.Now(), t.Cases+1
	if agreed {
		t.Recent, t.Score = t.Recent+"1", max(0, t.Score-right)
	} else {
		t.Recent, t.Score = t.Recent+"0", t.Score+wrong
	}
	t.Recent = t.Recent[max(0, len(t.Recent)-maxCases):]
	switch {
	case t.State != Shadow && t.Score >= alarm:
		return t.step(before(t.State), Drifted, t.Evidence(s))
	case t.State != Act && t.Cases >= MinCases && t.Cases%lookEvery == 0:
		if e := t.Evidence(s); e.Lower >= e.Line {
			return t.step(after(t.State), Earned, e)
		}
	}
	return t, nil
}

// Set puts the state where somebody wants it; the evidence begins anew there.
func (t Track) Set(s Settings, to State) (Track, *Change) {
	if t.Now() == to {
		return t, nil
	}
	return t.step(to, Override, t.Evidence(s))
}

func (t Track) step(to State, why Reason, e Evidence) (Track, *Change) {
	return Track{State: to}, &Change{From: t.Now(), To: to, Reason: why, Evidence: e}
}

// MayAct reports whether an act is done at once, where so many wait to be judged.
func (t Track) MayAct(open int) bool { return t.Now() == Act && open < MaxOpen }

func before(s State) State {
	if s == Act {
		return Suggest
	}
	return Shadow
}

func after(s State) State {
	if s == Shadow {
		return Suggest
	}
	return Act
}

// LowerBound is the lower end of the 95 % interval of a share by Wilson; 0 of nothing.
func LowerBound(agreed, cases int) float64 {
	if cases == 0 {
		return 0
	}
	n, z := float64(cases), confidence
	p := float64(agreed) / n
	return max(0, (p+z*z/(2*n)-z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))/(1+z*z/n))
}

package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// StageKind says what a deal is on a stage.
type StageKind string

// The kinds of stages.
const (
	StageOpen StageKind = "open"
	StageWon  StageKind = "won"
	StageLost StageKind = "lost"
)

// StageKinds lists every kind.
var StageKinds = []StageKind{StageOpen, StageWon, StageLost}

// ForecastCategory says how surely the deals of a stage are counted on.
type ForecastCategory string

// The categories of forecasts.
const (
	ForecastOmitted    ForecastCategory = "omitted"
	ForecastPipeline   ForecastCategory = "pipeline"
	ForecastBestCase   ForecastCategory = "best_case"
	ForecastMostLikely ForecastCategory = "most_likely"
	ForecastCommit     ForecastCategory = "commit"
	ForecastClosed     ForecastCategory = "closed"
)

// ForecastCategories lists every category.
var ForecastCategories = []ForecastCategory{ForecastOmitted, ForecastPipeline, ForecastBestCase, ForecastMostLikely, ForecastCommit, ForecastClosed}

// Bounds of pipelines.
const (
	MaxPipelines    = 100
	MaxStages       = 50
	maxRotsAfter    = 3650
	maxPipelineName = 100
)

// Pipeline is the stages that deals of one sort go through.
type Pipeline struct {
	ID, WorkspaceID string
	Name            string
	// Currency is that of deals that name none; "" for none.
	Currency string
	// Stages are in their order. Those that were removed are not among them.
	Stages               []Stage
	ArchivedAt           *time.Time
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

// Stage is how far a deal has come.
type Stage struct {
	ID         string    `json:"id"`
	PipelineID string    `json:"pipelineId"`
	Name       string    `json:"name"`
	Kind       StageKind `json:"kind"`
	// Probability is how many of a hundred deals of the stage are won in the end.
	Probability int `json:"probability"`
	// RotsAfterDays is after how many days without anything a deal rots; 0 for never.
	RotsAfterDays int `json:"rotsAfterDays"`
	// Requires are the fields that a deal must have on the stage.
	Requires []string         `json:"requires"`
	Forecast ForecastCategory `json:"forecastCategory"`
}

// Stage returns the stage of an identifier.
func (p Pipeline) Stage(id string) (Stage, bool) {
	i := slices.IndexFunc(p.Stages, func(s Stage) bool { return s.ID == id })
	if i < 0 {
		return Stage{}, false
	}
	return p.Stages[i], true
}

// First is the stage on which a deal begins: the first open one.
func (p Pipeline) First() Stage {
	i := slices.IndexFunc(p.Stages, func(s Stage) bool { return s.Kind == StageOpen })
	return p.Stages[max(i, 0)]
}

// StageSpec is a stage as a request names it: what is nil is left as it is, or to the
// service.
type StageSpec struct {
	ID            *string
	Name          *string
	Kind          *StageKind
	Probability   *int
	RotsAfterDays *int
	Requires      *[]string
	Forecast      *ForecastCategory
}

// PipelineChange changes what is given of a pipeline. Stages are all stages that it
// has then, in their order.
type PipelineChange struct {
	Name, Currency *string
	Archived       *bool
	Stages         *[]StageSpec
}

// Apply returns the pipeline as it becomes, or every fault that can be seen without
// looking anything up. newID makes the identifiers of new stages.
func (ch PipelineChange) Apply(p Pipeline, now time.Time, newID func() string) (Pipeline, error) {
	var f Faults
	if ch.Name != nil {
		p.Name = strings.Join(strings.Fields(*ch.Name), " ")
	}
	switch {
	case p.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the pipeline.")
	case utf8.RuneCountInString(p.Name) > maxPipelineName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxPipelineName)
	}
	if ch.Currency != nil {
		p.Currency = *ch.Currency
		checkCurrency("/currency", p.Currency, &f)
	}
	if ch.Archived != nil && *ch.Archived != (p.ArchivedAt != nil) {
		p.ArchivedAt = nil
		if *ch.Archived {
			p.ArchivedAt = &now
		}
	}
	if ch.Stages != nil {
		p.Stages = applyStages(p, *ch.Stages, newID, &f)
	}
	return p, f.Err()
}

func checkCurrency(at, code string, f *Faults) {
	if code != "" && !ValidCurrency(code) {
		f.Add(at, CodeParameterInvalid, "currency is a code of ISO 4217 in capital letters, such as EUR.")
	}
}

// applyStages returns the stages that a pipeline has then. A new pipeline gets what it
// lacks to win and lose deals; an existing one must keep both.
func applyStages(p Pipeline, specs []StageSpec, newID func() string, f *Faults) []Stage {
	fresh := len(p.Stages) == 0
	if len(specs) > MaxStages {
		f.Add("/stages", CodeOutOfRange, "A pipeline has at most %d stages.", MaxStages)
		return p.Stages
	}
	var out []Stage
	for i, spec := range specs {
		s := Stage{PipelineID: p.ID, Probability: -1}
		if spec.ID != nil && *spec.ID != "" {
			old, known := p.Stage(*spec.ID)
			switch {
			case !known:
				f.Add(Pointer("stages", i, "id"), CodeNotFound, "The pipeline has no stage %q. Leave id out for a new one.", clip(*spec.ID))
			case slices.ContainsFunc(out, func(o Stage) bool { return o.ID == old.ID }):
				f.Add(Pointer("stages", i, "id"), CodeNotAllowed, "Each stage is listed once.")
			}
			s = old
		}
		out = append(out, spec.apply(s, i, f))
	}
	for i, s := range out {
		if s.ID == "" {
			out[i].ID = newID()
		}
		if s.Name != "" && slices.ContainsFunc(out[:i], func(o Stage) bool { return strings.EqualFold(o.Name, s.Name) }) {
			f.Add(Pointer("stages", i, "name"), CodeNotAllowed, "Another stage of the pipeline has this name already.")
		}
	}
	if out = endStages(out, fresh, newID, f); len(out) > MaxStages {
		f.Add("/stages", CodeOutOfRange, "A pipeline has at most %d stages, Won and Lost among them.", MaxStages)
	}
	likely(out)
	return out
}

// endStages adds the stages that a new pipeline lacks, or faults an existing one.
func endStages(out []Stage, fresh bool, newID func() string, f *Faults) []Stage {
	has := func(kind StageKind) bool {
		return slices.ContainsFunc(out, func(s Stage) bool { return s.Kind == kind })
	}
	if !has(StageOpen) {
		f.Add("/stages", CodeRequired, "stages needs at least one stage of the kind open, on which deals begin.")
	}
	for _, end := range []Stage{{Name: "Won", Kind: StageWon}, {Name: "Lost", Kind: StageLost}} {
		switch {
		case has(end.Kind):
		case !fresh:
			f.Add("/stages", CodeRequired, "stages needs at least one stage of the kind %s.", end.Kind)
		case slices.ContainsFunc(out, func(s Stage) bool { return strings.EqualFold(s.Name, end.Name) }):
			f.Add("/stages", CodeRequired, "stages has a stage %s of the kind open, and none of the kind %s. Give it that kind.", end.Name, end.Kind)
		default:
			end.ID, end.Probability = newID(), -1
			out = append(out, StageSpec{}.apply(end, 0, f))
		}
	}
	return out
}

// likely gives every stage without a probability one: won is certain, lost is over,
// and open stages rise evenly.
func likely(list []Stage) {
	open, at := 0, 0
	for _, s := range list {
		if s.Kind == StageOpen {
			open++
		}
	}
	for i := range list {
		s := &list[i]
		switch s.Kind {
		case StageWon:
			s.Probability = 100
		case StageLost:
			s.Probability = 0
		default:
			at++
			if s.Probability < 0 {
				s.Probability = 100 * at / (open + 1)
			}
		}
	}
}

// apply returns a stage as it becomes.
func (spec StageSpec) apply(s Stage, i int, f *Faults) Stage {
	before := s.Kind
	if spec.Name != nil {
		s.Name = strings.Join(strings.Fields(*spec.Name), " ")
	}
	if spec.Kind != nil {
		s.Kind = *spec.Kind
	}
	if s.Kind == "" {
		s.Kind = StageOpen
	}
	if spec.Probability != nil {
		s.Probability = *spec.Probability
	}
	if spec.RotsAfterDays != nil {
		s.RotsAfterDays = *spec.RotsAfterDays
	}
	if spec.Requires != nil {
		s.Requires = slices.Compact(slices.Sorted(slices.Values(*spec.Requires)))
	}
	switch {
	case spec.Forecast != nil:
		s.Forecast = *spec.Forecast
	case s.Forecast == "" || s.Kind != before:
		s.Forecast = map[StageKind]ForecastCategory{StageWon: ForecastClosed, StageLost: ForecastOmitted, StageOpen: ForecastPipeline}[s.Kind]
	}
	spec.check(s, i, f)
	return s
}

func (spec StageSpec) check(s Stage, i int, f *Faults) {
	at := func(name string) string { return Pointer("stages", i, name) }
	switch {
	case s.Name == "":
		f.Add(at("name"), CodeRequired, "name is required: what people call the stage.")
	case utf8.RuneCountInString(s.Name) > maxPipelineName:
		f.Add(at("name"), CodeTooLong, "name may have at most %d characters.", maxPipelineName)
	}
	if !slices.Contains(StageKinds, s.Kind) {
		f.Add(at("kind"), CodeNotAllowed, "kind is open, won or lost.")
	}
	if p := spec.Probability; p != nil {
		switch {
		case *p < 0 || *p > 100:
			f.Add(at("probability"), CodeOutOfRange, "probability is between 0 and 100.")
		case s.Kind == StageWon && *p != 100, s.Kind == StageLost && *p != 0:
			f.Add(at("probability"), CodeNotAllowed, "probability is 100 on a stage of the kind won and 0 on one of the kind lost.")
		}
	}
	if s.RotsAfterDays < 0 || s.RotsAfterDays > maxRotsAfter {
		f.Add(at("rotsAfterDays"), CodeOutOfRange, "rotsAfterDays is between 0, for never, and %d.", maxRotsAfter)
	} else if s.RotsAfterDays > 0 && s.Kind != StageOpen {
		f.Add(at("rotsAfterDays"), CodeNotAllowed, "rotsAfterDays is for stages of the kind open.")
	}
	for n, name := range s.Requires {
		if !mayRequire(name) {
			f.Add(Pointer("stages", i, "requires", n), CodeNotAllowed, "%q is not one of %s, or %s<key>.", clip(name), strings.Join(DealRequirements, ", "), requiredField)
		}
	}
	if !slices.Contains(ForecastCategories, s.Forecast) {
		f.Add(at("forecastCategory"), CodeNotAllowed, "forecastCategory is omitted, pipeline, best_case, most_likely, commit or closed.")
	}
}

package crm

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"
)

// Figure is how much of a metric there was, and how long it took.
type Figure struct {
	Count int64
	// Wall and Office are how long all took together, in milliseconds; Walls and Offices
	// the single times, by bins. Only metrics that take time have them.
	Wall, Office   int64
	Walls, Offices Histogram
	Parts          map[string]int64 // the count by part; they sum to it
}

// NewFigure is nothing.
func NewFigure() *Figure {
	return &Figure{Parts: map[string]int64{}}
}

// Add adds another figure.
func (f *Figure) Add(o *Figure) {
	f.Count, f.Wall, f.Office = f.Count+o.Count, f.Wall+o.Wall, f.Office+o.Office
	f.Walls.Add(o.Walls)
	f.Offices.Add(o.Offices)
	for part, n := range o.Parts {
		f.addPart(part, n)
	}
}

func (f *Figure) addPart(part string, n int64) {
	if f.Parts[part] += n; f.Parts[part] == 0 {
		delete(f.Parts, part)
	}
}

// AddSum adds the sum of one part, as it is stored.
func (f *Figure) AddSum(part string, n, wall, office int64, walls, offices string) error {
	f.Count, f.Wall, f.Office = f.Count+n, f.Wall+wall, f.Office+office
	f.addPart(part, n)
	return errors.Join(f.Walls.AddText(walls), f.Offices.AddText(offices))
}

// AddFact adds a fact; sign is -1 to take it back.
func (f *Figure) AddFact(of *Fact, sign int64) {
	one := Figure{Count: sign, Parts: map[string]int64{of.Part: sign}}
	if of.Metric.HasTimes() {
		one.Wall, one.Office = sign*of.Wall, sign*of.Office
		one.Walls.Count(of.Wall, sign)
		one.Offices.Count(of.Office, sign)
	}
	f.Add(&one)
}

// Equal reports whether two figures say the same.
func (f *Figure) Equal(o *Figure) bool {
	return f.Count == o.Count && f.Wall == o.Wall && f.Office == o.Office && slices.Equal(f.Walls, o.Walls) && slices.Equal(f.Offices, o.Offices) && maps.Equal(f.Parts, o.Parts)
}

// Average is a total as a mean of what was counted; 0 where there is nothing.
func (f *Figure) Average(total int64) int64 {
	if f.Count <= 0 {
		return 0
	}
	return total / f.Count
}

// Score is the mean of ratings, whose parts are scores; 0 where there are none.
func (f *Figure) Score() float64 {
	sum := 0.0
	for part, n := range f.Parts {
		score, _ := strconv.Atoi(part)
		sum += float64(score) * float64(n)
	}
	if f.Count <= 0 {
		return 0
	}
	return sum / float64(f.Count)
}

// Report is what there was of a metric in a period. The whole is the sum of its days.
type Report struct {
	ReportPeriod
	Whole  *Figure
	Days   []*Figure
	Groups []ReportGroupFigure // by what was asked for, the largest first; hours in their order
	// ItemsFrom is since when the items of numbers are kept.
	ItemsFrom time.Time
}

// ReportGroupFigure is the figure of one team, agent, label, phone number or hour.
type ReportGroupFigure struct {
	Of string
	*Figure
}

// NewReport is the empty report of a period.
func NewReport(p ReportPeriod) Report {
	r := Report{ReportPeriod: p, Whole: NewFigure()}
	for range p.Dates {
		r.Days = append(r.Days, NewFigure())
	}
	return r
}

// Day is the place of the day in which a moment is, in Unix milliseconds: by bounds that
// are rounded as those of sums.
func Day(bounds []int64, at int64) int {
	i, found := slices.BinarySearch(bounds, at)
	if !found {
		i--
	}
	return i
}

// Group sets the groups of a report. Hours come in their order, all others by their
// count.
func (r *Report) Group(by ReportGroup, of map[string]*Figure) {
	for value, f := range of {
		if f.Count != 0 || by == GroupHour {
			r.Groups = append(r.Groups, ReportGroupFigure{value, f})
		}
	}
	slices.SortFunc(r.Groups, func(a, b ReportGroupFigure) int {
		if by == GroupHour {
			x, _ := strconv.Atoi(a.Of)
			y, _ := strconv.Atoi(b.Of)
			return cmp.Compare(x, y)
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Of, b.Of))
	})
}

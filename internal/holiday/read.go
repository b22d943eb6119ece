// Package holiday reads the days of an iCalendar file: public holidays, as
// governments and calendar services publish them.
package holiday

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
)

// Kind is what a file says of a day.
type Kind string

// The kinds. Feeds call observances holidays too, so people choose.
const (
	KindPublic     Kind = "public_holiday"
	KindObservance Kind = "observance"
	KindUnknown    Kind = "unknown"
)

// Day is a day that a file names.
type Day struct {
	Date string // 2026-12-25
	Name string
	Kind Kind
	// RuleUnknown says that the file repeats the day by a rule that is not read: only
	// the first one is known.
	RuleUnknown bool
}

// Bounds of what is read.
const (
	MaxDays     = 500 // that are returned
	maxDuration = 31  // days of one event
	maxName     = 100 // characters
	maxSteps    = 100_000
	maxFound    = 20_000
)

// Fault says why a file cannot be read, in one sentence, and at which line; 0 is
// where that is not known.
type Fault struct {
	Line   int
	Detail string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Detail
	}
	return fmt.Sprintf("Line %d: %s", f.Line, f.Detail)
}

// Read returns the days of a file from one day to another, by date and name. more
// says that there are others, which it left out.
func Read(text string, from, to time.Time) (days []Day, more bool, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if err := checkLines(text); err != nil {
		return nil, false, err
	}
	file, err := ics.ParseCalendar(strings.NewReader(text))
	if err != nil {
		return nil, false, &Fault{Detail: "The file is not an iCalendar file that can be read."}
	}
	r := &reader{from: from, to: to, found: map[Day]bool{}, moved: map[string]map[time.Time]bool{}}
	events := file.Events()
	for _, e := range events {
		r.noteMoved(e)
	}
	for _, e := range events {
		r.read(e)
	}
	for d, unknown := range r.found {
		d.RuleUnknown = unknown
		days = append(days, d)
	}
	slices.SortFunc(days, func(a, b Day) int {
		return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.Name, b.Name), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	more = r.steps >= maxSteps || len(days) >= maxFound || len(days) > MaxDays
	return days[:min(len(days), MaxDays)], more, nil
}

// reader collects the days of a file.
type reader struct {
	from, to time.Time
	found    map[Day]bool // whether they are repeated by a rule that is not read
	// moved are the days of repeated events that the file tells anew, by event.
	moved map[string]map[time.Time]bool
	// steps are the days that were looked at: a file may name more than there is time
	// for.
	steps int
}

func (r *reader) step() bool { r.steps++; return r.steps < maxSteps }

func (r *reader) noteMoved(e *ics.VEvent) {
	day, ok := dayOf(valueOf(e, ics.ComponentPropertyRecurrenceId))
	if id := valueOf(e, ics.ComponentPropertyUniqueId); ok && id != "" {
		if r.moved[id] == nil {
			r.moved[id] = map[time.Time]bool{}
		}
		r.moved[id][day] = true
	}
}

// read adds the days of an event.
func (r *reader) read(e *ics.VEvent) {
	first, ok := dayOf(valueOf(e, ics.ComponentPropertyDtStart))
	if !ok || strings.EqualFold(valueOf(e, ics.ComponentPropertyStatus), "CANCELLED") {
		return
	}
	d := Day{Name: nameOf(e), Kind: kindOf(e)}
	length := lengthOf(e, first)
	text := valueOf(e, ics.ComponentPropertyRrule)
	moved := valueOf(e, ics.ComponentPropertyRecurrenceId) != ""
	if text == "" || moved {
		r.add(d, false, first, length)
	} else if rule, known := parseRule(text, first); known {
		gone := r.moved[valueOf(e, ics.ComponentPropertyUniqueId)]
		left := daysOf(e, ics.ComponentPropertyExdate)
		rule.days(first, r.from.AddDate(0, 0, -length), r.to, r.step, func(day time.Time) {
			if !gone[day] && !slices.Contains(left, day) {
				r.add(d, false, day, length)
			}
		})
	} else {
		r.add(d, true, first, length)
	}
	if !moved {
		for _, day := range daysOf(e, ics.ComponentPropertyRdate) {
			r.add(d, false, day, length)
		}
	}
}

// add adds the days of one event that lie in the range.
func (r *reader) add(d Day, unknown bool, first time.Time, length int) {
	for i := range length {
		day := first.AddDate(0, 0, i)
		if !r.step() || len(r.found) >= maxFound {
			return
		}
		if !day.Before(r.from) && !day.After(r.to) {
			d.Date = day.Format(time.DateOnly)
			if _, there := r.found[d]; !there || !unknown {
				r.found[d] = unknown
			}
		}
	}
}

func valueOf(e *ics.VEvent, property ics.ComponentProperty) string {
	for _, p := range e.Properties {
		if strings.EqualFold(p.IANAToken, string(property)) {
			return strings.TrimSpace(p.Value)
		}
	}
	return ""
}

func nameOf(e *ics.VEvent) string {
	name := strings.Join(strings.Fields(valueOf(e, ics.ComponentPropertySummary)), " ")
	if utf8.RuneCountInString(name) > maxName {
		name = string([]rune(name)[:maxName])
	}
	return cmp.Or(strings.TrimSpace(name), "Holiday")
}

// kindOf reads what categories and description say. Some say what a day is not.
func kindOf(e *ics.VEvent) Kind {
	var text strings.Builder
	for _, p := range e.Properties {
		if strings.EqualFold(p.IANAToken, string(ics.ComponentPropertyCategories)) || strings.EqualFold(p.IANAToken, string(ics.ComponentPropertyDescription)) {
			text.WriteString(strings.ToLower(p.Value) + "\n")
		}
	}
	said := text.String()
	if strings.Contains(said, "observance") || strings.Contains(said, "not a public holiday") {
		return KindObservance
	}
	for _, words := range []string{"public holiday", "bank holiday", "national holiday", "federal holiday", "legal holiday", "statutory holiday"} {
		if strings.Contains(said, words) {
			return KindPublic
		}
	}
	return KindUnknown
}

// dayOf reads a day, or the day of a time, from 1900 to 2200.
func dayOf(text string) (time.Time, bool) {
	if len(text) < 8 || len(text) > 8 && text[8] != 'T' {
		return time.Time{}, false
	}
	t, err := time.Parse("20060102", text[:8])
	return t, err == nil && t.Year() >= 1900 && t.Year() <= 2200
}

// daysOf reads a list of days, of every property of a name.
func daysOf(e *ics.VEvent, property ics.ComponentProperty) (out []time.Time) {
	for _, p := range e.Properties {
		if !strings.EqualFold(p.IANAToken, string(property)) {
			continue
		}
		for part := range strings.SplitSeq(p.Value, ",") {
			if day, ok := dayOf(strings.TrimSpace(part)); ok && len(out) < MaxDays {
				out = append(out, day)
			}
		}
	}
	return out
}

// lengthOf is how many days an event has, at most maxDuration. It ends before its
// end: at midnight the day before was the last.
func lengthOf(e *ics.VEvent, first time.Time) int {
	end := valueOf(e, ics.ComponentPropertyDtEnd)
	last, ok := dayOf(end)
	if !ok {
		return min(max(1, daysOfDuration(valueOf(e, ics.ComponentPropertyDuration))), maxDuration)
	}
	days := int(last.Sub(first).Hours() / 24)
	if len(end) > 8 && !strings.HasPrefix(end[8:], "T000000") {
		days++
	}
	return min(max(1, days), maxDuration)
}

// daysOfDuration reads the weeks and days of a duration such as P1W or P2D.
func daysOfDuration(text string) (days int) {
	text, _, _ = strings.Cut(strings.TrimPrefix(strings.ToUpper(text), "+"), "T")
	text, ok := strings.CutPrefix(text, "P")
	n := 0
	for _, c := range text {
		switch {
		case !ok || n > maxDuration:
			return days
		case c >= '0' && c <= '9':
			n = n*10 + int(c-'0')
		case c == 'W':
			days, n = days+7*n, 0
		case c == 'D':
			days, n = days+n, 0
		}
	}
	return days
}

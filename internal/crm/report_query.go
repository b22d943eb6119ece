package crm

import (
	"slices"
	"time"
)

// ReportGroup is by what the figures of a report are broken down, beside its days.
type ReportGroup string

// The groups.
const (
	GroupNone   ReportGroup = ""
	GroupTeam   ReportGroup = "team"
	GroupAgent  ReportGroup = "agent"
	GroupLabel  ReportGroup = "label"
	GroupNumber ReportGroup = "phone_number"
	GroupHour   ReportGroup = "hour" // of the day, from 0 to 23
)

// maxHourDays is how many days a report by hour covers: it reads every hour of them.
const maxHourDays = 31

// ReportQuery asks for the figures of a report. From, To and Zone are as in
// WaitingQuery.
type ReportQuery struct {
	Metric                   Metric
	From, To, Zone           string
	TeamID, AgentID, LabelID string // at most one of them; "" for all
	PhoneNumberID            string // "" for all
	Part                     string // only this part; "" for all
	GroupBy                  ReportGroup
}

// Slice is the part of all facts that the query is about, or every fault of its
// filters.
func (q ReportQuery) Slice(f *Faults) Slice {
	s := Slice{PhoneNumberID: q.PhoneNumberID}
	for _, of := range []struct {
		kind        SliceKind
		value, name string
	}{{SliceTeam, q.TeamID, "teamId"}, {SliceAgent, q.AgentID, "agentId"}, {SliceLabel, q.LabelID, "labelId"}} {
		switch {
		case of.value == "":
		case s.Kind != SliceAll:
			f.Add(of.name, CodeNotAllowed, "%s and %sId cannot be combined.", of.name, string(s.Kind))
		default:
			s.Kind, s.Value = of.kind, of.value
		}
	}
	switch {
	case q.GroupBy == GroupNone, q.GroupBy == GroupHour:
	case s.Kind != SliceAll:
		f.Add("groupBy", CodeNotAllowed, "groupBy=%s and %sId cannot be combined.", string(q.GroupBy), string(s.Kind))
	case q.GroupBy == GroupNumber && s.PhoneNumberID != "":
		f.Add("groupBy", CodeNotAllowed, "groupBy=phone_number and phoneNumberId cannot be combined.")
	}
	if s.Kind == SliceAll && s.PhoneNumberID != "" {
		return Slice{Kind: SliceNumber, Value: s.PhoneNumberID}
	}
	return s
}

// ReportPeriod are days of a time zone. Bounds are when they begin, and when the last
// one ends.
type ReportPeriod struct {
	From, To string
	Zone     *time.Location
	Dates    []string
	Bounds   []time.Time
}

// Period returns the days that the query is about, or every fault of the query.
func (q ReportQuery) Period(now time.Time) (p ReportPeriod, s Slice, err error) {
	var f Faults
	s = q.Slice(&f)
	r, err := WaitingQuery{From: q.From, To: q.To, Zone: q.Zone}.Start(now)
	if err = f.Join(err); err == nil {
		err = f.Err()
	}
	if err != nil {
		return p, s, err
	}
	if q.GroupBy == GroupHour && len(r.Days) > maxHourDays {
		f.Add("from", CodeOutOfRange, "A report by hour covers %d days at most.", maxHourDays)
		return p, s, f.Err()
	}
	p = ReportPeriod{From: r.From, To: r.To, Zone: r.Zone, Bounds: r.Bounds}
	for _, d := range r.Days {
		p.Dates = append(p.Dates, d.Date)
	}
	return p, s, nil
}

// The spans of time by which facts are added up. Each is a multiple of the one before,
// and all begin at midnight UTC.
const (
	SpanQuarter  = 15 * time.Minute
	SpanHour     = time.Hour
	SpanSixHours = 6 * time.Hour
	SpanDay      = 24 * time.Hour
)

// Spans are all of them, the longest first.
var Spans = []time.Duration{SpanDay, SpanSixHours, SpanHour, SpanQuarter}

// QuarterLife is how long quarters of an hour are kept. Days that begin at another
// minute than the full hour are rounded down to it before that.
const QuarterLife = 93 * 24 * time.Hour

// FactLife is how long facts are kept, and with them the items of a number.
const FactLife = 100 * 24 * time.Hour

// Stretch is a time of which the sums of a span are read, in Unix milliseconds; To is
// the first moment behind it.
type Stretch struct {
	Span     time.Duration
	From, To int64
}

// CoverTime returns stretches that together are the time from from to to, each as long
// as it can be, in the order of time. The longest span is most. Both ends are rounded
// down to a quarter of an hour, before quartersFrom to an hour.
func CoverTime(from, to int64, most time.Duration, quartersFrom int64) (out []Stretch) {
	from, to = RoundTime(from, quartersFrom), RoundTime(to, quartersFrom)
	return coverTime(from, to, slices.DeleteFunc(slices.Clone(Spans), func(s time.Duration) bool { return s > most }))
}

// RoundTime rounds a moment down as CoverTime does.
func RoundTime(at, quartersFrom int64) int64 {
	span := SpanQuarter.Milliseconds()
	if at < quartersFrom {
		span = SpanHour.Milliseconds()
	}
	return at / span * span
}

func coverTime(from, to int64, spans []time.Duration) (out []Stretch) {
	if from >= to || len(spans) == 0 {
		return nil
	}
	span := spans[0].Milliseconds()
	first, last := (from+span-1)/span*span, to/span*span
	if first >= last {
		return coverTime(from, to, spans[1:])
	}
	out = append(coverTime(from, first, spans[1:]), Stretch{spans[0], first, last})
	return append(out, coverTime(last, to, spans[1:])...)
}

package crm

import (
	"time"
)

// ReportLife is how long figures are kept.
const ReportLife = 400 * 24 * time.Hour

// MaxReportDays is how many days one report covers.
const MaxReportDays = 92

// WaitingQuery asks why contacts waited. From and To are days as 2006-01-02, both
// included; To is today by default, From six days earlier. Zone is an IANA time zone.
type WaitingQuery struct {
	From, To, Zone        string
	TeamID, PhoneNumberID string // "" for all
	AgentID               string // only what is due to the agent; "" for all
	LabelID               string // only conversations with the label, not together with a team or an agent; "" for all
	// By also breaks the waiting down: by team, label, phone number or hour, and by agent
	// what is due to agents; "" for neither.
	By ReportGroup
}

// WaitingDay is why contacts waited on a day, in milliseconds.
type WaitingDay struct {
	Date   string // as 2006-01-02
	Waited int64
	Waits  int64 // that ended on the day
	Causes map[WaitCause]int64
	// Parts are of a cause: by the skill that was missing, or by agent.
	Parts map[WaitCause]map[string]int64
}

// WaitingReport is why contacts waited in a period. The whole is the sum of its days.
type WaitingReport struct {
	WaitingDay // the whole, without a date
	From, To   string
	Zone       *time.Location
	Days       []WaitingDay
	// Groups are the same for each of what the query breaks it down by but agents.
	Groups map[string]*WaitingDay
	// Bounds are when the days begin, and when the last one ends.
	Bounds []time.Time
}

const dayForm = "2006-01-02"

// Start returns an empty report of the period, or every fault of the query. The
// pointers of faults are names of parameters.
func (q WaitingQuery) Start(now time.Time) (r WaitingReport, err error) {
	var f Faults
	if !IsZone(q.Zone) {
		f.Add("timeZone", CodeParameterInvalid, "timeZone must be an IANA time zone such as Europe/Berlin.")
		return r, f.Err()
	}
	if r.Zone, err = time.LoadLocation(q.Zone); err != nil {
		return r, err
	}
	today := now.In(r.Zone)
	to := q.day("to", q.To, today, &f)
	from := q.day("from", q.From, to.AddDate(0, 0, -6), &f)
	if f.Empty() && to.Before(from) {
		f.Add("to", CodeOutOfRange, "to must not be before from.")
	}
	if f.Empty() && !to.Before(from.AddDate(0, 0, MaxReportDays)) {
		f.Add("from", CodeOutOfRange, "A report covers %d days at most.", MaxReportDays)
	}
	q.checkLabel(&f)
	if q.AgentID != "" && q.By != GroupNone && q.By != GroupAgent && q.By != GroupLabel {
		f.Add("groupBy", CodeNotAllowed, "groupBy=%s and agentId cannot be combined.", string(q.By))
	}
	if err := f.Err(); err != nil {
		return r, err
	}
	r.WaitingDay, r.Groups = newWaitingDay(""), map[string]*WaitingDay{}
	r.From, r.To = from.Format(dayForm), to.Format(dayForm)
	at := func(day time.Time) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, r.Zone)
	}
	r.Bounds = append(r.Bounds, at(from))
	for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
		r.Days = append(r.Days, newWaitingDay(day.Format(dayForm)))
		r.Bounds = append(r.Bounds, at(day.AddDate(0, 0, 1)))
	}
	return r, nil
}

// checkLabel adds what cannot be told of labels: waiting is not kept by label and team, or
// by label and agent.
func (q WaitingQuery) checkLabel(f *Faults) {
	for _, of := range []struct{ name, value string }{{"teamId", q.TeamID}, {"agentId", q.AgentID}} {
		switch {
		case of.value == "":
		case q.LabelID != "":
			f.Add("labelId", CodeNotAllowed, "labelId and %s cannot be combined.", of.name)
		case q.By == GroupLabel:
			f.Add("groupBy", CodeNotAllowed, "groupBy=label and %s cannot be combined.", of.name)
		}
	}
	if q.LabelID != "" && (q.By == GroupTeam || q.By == GroupAgent || q.By == GroupLabel) {
		f.Add("groupBy", CodeNotAllowed, "groupBy=%s and labelId cannot be combined.", string(q.By))
	}
}

func newWaitingDay(date string) WaitingDay {
	return WaitingDay{Date: date, Causes: map[WaitCause]int64{}, Parts: map[WaitCause]map[string]int64{}}
}

// day reads a day; in UTC, so that days can be counted.
func (q WaitingQuery) day(name, text string, otherwise time.Time, f *Faults) time.Time {
	if text == "" {
		return time.Date(otherwise.Year(), otherwise.Month(), otherwise.Day(), 0, 0, 0, 0, time.UTC)
	}
	day, err := time.Parse(dayForm, text)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		f.Add(name, CodeParameterInvalid, "%s must be a day such as 2026-11-30.", name)
	}
	return day
}

// Add adds what was waited on a day, by its place, in a group; "" for none. The cause ""
// counts waits; a part says what of a cause is due to a skill or an agent, and adds
// nothing to the cause.
func (r *WaitingReport) Add(day int, group string, cause WaitCause, part string, ms, waits int64) {
	r.WaitingDay.add(cause, part, ms, waits)
	r.Days[day].add(cause, part, ms, waits)
	if group == "" {
		return
	}
	r.group(group).add(cause, part, ms, waits)
}

// AddToGroup adds what was waited to a group alone: groups may have it in common.
func (r *WaitingReport) AddToGroup(group string, cause WaitCause, ms, waits int64) {
	r.group(group).add(cause, "", ms, waits)
}

func (r *WaitingReport) group(id string) *WaitingDay {
	if r.Groups[id] == nil {
		r.Groups[id] = new(newWaitingDay(""))
	}
	return r.Groups[id]
}

func (d *WaitingDay) add(cause WaitCause, part string, ms, waits int64) {
	switch {
	case part == "":
		d.Waits += waits
		if cause != "" && ms != 0 {
			d.Waited += ms
			d.Causes[cause] += ms
		}
	case ms != 0:
		if d.Parts[cause] == nil {
			d.Parts[cause] = map[string]int64{}
		}
		d.Parts[cause][part] += ms
	}
}

// HourOf is the hour of the day in which the n-th half hour of a day of the period begins.
// Clocks are changed by half hours at least.
func (r *WaitingReport) HourOf(day int, half int64) int {
	return r.Bounds[day].Add(time.Duration(half) * 30 * time.Minute).In(r.Zone).Hour()
}

// Parts calls add with the part of so many milliseconds that is due to each of what a
// reason is about: the same for all, to the millisecond. Together they are the whole.
func (s WaitSpan) Parts(ms int64, add func(part string, ms int64)) {
	n := int64(len(s.About))
	for i, part := range s.About {
		one := ms / n
		if int64(i) < ms%n {
			one++
		}
		add(part, one)
	}
}

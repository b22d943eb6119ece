package message

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// stamp renders one entry of the times column: status:milliseconds and a comma.
func stamp(s crm.Status, t time.Time) string {
	return string(s) + ":" + strconv.FormatInt(t.UnixMilli(), 10) + ","
}

func parseTimes(text string) map[crm.Status]time.Time {
	out := make(map[crm.Status]time.Time, 6)
	for entry := range strings.SplitSeq(text, ",") {
		status, value, ok := strings.Cut(entry, ":")
		if !ok {
			continue
		}
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			if _, seen := out[crm.Status(status)]; !seen || crm.Status(status) == crm.StatusSending {
				out[crm.Status(status)] = db.At(n)
			}
		}
	}
	return out
}

// timesText renders the times column anew, as it is read.
func timesText(times map[crm.Status]time.Time) (out string) {
	for _, s := range slices.Sorted(maps.Keys(times)) {
		out += stamp(s, times[s])
	}
	return out
}

// attemptRecord is one line of the attempts column: a start, or the end or
// settlement of the last start, or how many attempts were left out.
type attemptRecord struct {
	Omitted  int                `json:"n,omitempty"`
	Start    int64              `json:"s,omitempty"`
	End      int64              `json:"e,omitempty"`
	Outcome  crm.Outcome        `json:"o,omitempty"`
	Detail   string             `json:"d,omitempty"`
	Provider *crm.ProviderError `json:"p,omitempty"`
	Settled  int64              `json:"t,omitempty"`
}

func attemptLine(r attemptRecord) string { return db.Text(r) + "\n" }

func endLine(now time.Time, a crm.Attempt) string {
	r := attemptRecord{Outcome: a.Outcome, Detail: a.Detail, Provider: a.Provider, Settled: db.MsOf(a.SettledAt)}
	if a.SettledAt == nil {
		r.End = db.Ms(now)
	}
	return attemptLine(r)
}

// Of the attempts that came to nothing, the first and the newest are kept.
const (
	firstAttempts  = 5
	newestAttempts = 15
)

// shortenAttempts renders the attempts column anew, without what lies between
// the first attempts and the newest. Calls that may have had an effect stay.
func shortenAttempts(m *crm.Message) string {
	omitted, lines := m.AttemptsOmitted, ""
	for i, a := range m.Attempts {
		if a.Outcome == crm.OutcomeRefused && i >= firstAttempts && i < len(m.Attempts)-newestAttempts {
			omitted++
			continue
		}
		lines += attemptLine(attemptRecord{Start: db.Ms(a.StartedAt)})
		if a.Outcome != crm.OutcomeOpen {
			lines += attemptLine(attemptRecord{End: db.MsOf(a.EndedAt), Outcome: a.Outcome, Detail: a.Detail, Provider: a.Provider})
		}
		if a.SettledAt != nil {
			lines += attemptLine(attemptRecord{Settled: db.MsOf(a.SettledAt)})
		}
	}
	if omitted > 0 {
		lines = attemptLine(attemptRecord{Omitted: omitted}) + lines
	}
	return lines
}

func parseAttempts(lines string) (out []crm.Attempt, omitted int) {
	for line := range strings.Lines(lines) {
		var r attemptRecord
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		omitted += r.Omitted
		if r.Start != 0 {
			out = append(out, crm.Attempt{StartedAt: db.At(r.Start)})
			continue
		}
		if len(out) == 0 || r.Omitted > 0 {
			continue
		}
		last := &out[len(out)-1]
		if r.Settled != 0 {
			last.SettledAt = db.AtOf(r.Settled)
			continue
		}
		last.EndedAt, last.Outcome, last.Detail, last.Provider = db.AtOf(r.End), r.Outcome, r.Detail, r.Provider
	}
	return out, omitted
}

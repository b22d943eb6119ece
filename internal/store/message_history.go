package store

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
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
				out[crm.Status(status)] = at(n)
			}
		}
	}
	return out
}

// attemptRecord is one line of the attempts column: a start, or the end or
// settlement of the last start.
type attemptRecord struct {
	Start    int64              `json:"s,omitempty"`
	End      int64              `json:"e,omitempty"`
	Outcome  crm.Outcome        `json:"o,omitempty"`
	Detail   string             `json:"d,omitempty"`
	Provider *crm.ProviderError `json:"p,omitempty"`
	Settled  int64              `json:"t,omitempty"`
}

func attemptLine(r attemptRecord) string { return text(r) + "\n" }

func endLine(now time.Time, a crm.Attempt) string {
	r := attemptRecord{Outcome: a.Outcome, Detail: a.Detail, Provider: a.Provider, Settled: msOf(a.SettledAt)}
	if a.SettledAt == nil {
		r.End = ms(now)
	}
	return attemptLine(r)
}

func parseAttempts(lines string) (out []crm.Attempt) {
	for line := range strings.Lines(lines) {
		var r attemptRecord
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		if r.Start != 0 {
			out = append(out, crm.Attempt{StartedAt: at(r.Start)})
			continue
		}
		if len(out) == 0 {
			continue
		}
		last := &out[len(out)-1]
		if r.Settled != 0 {
			last.SettledAt = atOf(r.Settled)
			continue
		}
		last.EndedAt, last.Outcome, last.Detail, last.Provider = atOf(r.End), r.Outcome, r.Detail, r.Provider
	}
	return out
}

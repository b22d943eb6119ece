package crm

import (
	"testing"
	"time"
)

// traffic is steady traffic that ended before noon.
func traffic(end time.Duration, perStep Traffic) (out []Traffic) {
	for at := noon.Add(-TrafficMemory).Truncate(TrafficStep); at.Before(noon.Add(-end)); at = at.Add(TrafficStep) {
		t := perStep
		t.Start = at
		out = append(out, t)
	}
	return out
}

func TestFindOverdue(t *testing.T) {
	for name, c := range map[string]struct {
		list []Traffic
		want bool
	}{
		"nothing sent":               {nil, false},
		"all answered":               {traffic(0, Traffic{Sent: 50, Answered: 50}), false},
		"always a few without":       {traffic(0, Traffic{Sent: 50, Answered: 40}), false},
		"a few of many":              {append(traffic(time.Hour, Traffic{Sent: 50, Answered: 50}), Traffic{Start: noon.Add(-30 * time.Minute), Sent: 100, Answered: 95}), false},
		"two of two":                 {[]Traffic{{Start: noon.Add(-30 * time.Minute), Sent: 2}}, false},
		"three of three":             {[]Traffic{{Start: noon.Add(-30 * time.Minute), Sent: 3}}, true},
		"three, just now":            {[]Traffic{{Start: noon.Add(-5 * time.Minute), Sent: 3}}, false},
		"a fifth, else none":         {append(traffic(time.Hour, Traffic{Sent: 50, Answered: 50}), Traffic{Start: noon.Add(-30 * time.Minute), Sent: 100, Answered: 80}), true},
		"answered before the answer": {[]Traffic{{Start: noon.Add(-35 * time.Minute), Answered: 3}, {Start: noon.Add(-30 * time.Minute), Sent: 3}}, false},
	} {
		if n, found := FindOverdue(c.list, noon); found != c.want || found && (n.Count < 3 || n.Detail == "") {
			t.Errorf("%s: %v, %+v", name, found, n)
		}
	}
}

func TestFindSilence(t *testing.T) {
	busy, waiting := Traffic{Webhooks: 100, Sent: 40, Answered: 40}, Traffic{Start: noon.Add(-20 * time.Minute), Sent: 5}
	week := []int64{300, 280, 310, 250, 20, 0, 290}
	for name, c := range map[string]struct {
		list []Traffic
		days []int64
		last time.Duration
		want Severity
	}{
		"never heard of":                       {traffic(0, busy), week, 0, ""},
		"heard a moment ago":                   {traffic(0, busy), week, time.Minute, ""},
		"silent, and statuses are missing":     {append(traffic(20*time.Minute, busy), waiting), nil, 20 * time.Minute, SeverityCritical},
		"silent at a time that is always busy": {traffic(20*time.Minute, busy), week, 20 * time.Minute, SeverityWarning},
		"silent as every night":                {traffic(20*time.Minute, busy), make([]int64, 7), 20 * time.Minute, ""},
		"silent as on one day of a week":       {traffic(20*time.Minute, busy), []int64{0, 0, 0, 0, 0, 0, 500}, 20 * time.Minute, ""},
		"little traffic":                       {append(traffic(20*time.Minute, Traffic{Webhooks: 3}), waiting), []int64{9, 9, 9, 9, 9, 9, 9}, 20 * time.Minute, ""},
	} {
		last := time.Time{}
		if c.last > 0 {
			last = noon.Add(-c.last)
		}
		if n, found := FindSilence(c.list, c.days, last, noon); found != (c.want != "") || n.Severity != c.want {
			t.Errorf("%s: %v, %+v", name, found, n)
		}
	}
}

func TestHealthOf(t *testing.T) {
	over := noon
	for want, list := range map[Health][]HealthNotice{
		Healthy:        {{Severity: SeverityInfo}, {Severity: SeverityCritical, ResolvedAt: &over}},
		HealthWarning:  {{Severity: SeverityWarning}, {Severity: SeverityInfo}},
		HealthCritical: {{Severity: SeverityWarning}, {Severity: SeverityCritical}},
	} {
		if got := HealthOf(list); got != want {
			t.Errorf("%+v is %s, want %s", list, got, want)
		}
	}
}

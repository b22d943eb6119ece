package crm

import (
	"strings"
	"testing"
	"time"
)

func TestNextStep(t *testing.T) {
	steps := []ServiceStep{{ClockFirst, 300, ServiceAction{Unassign: true}}, {ClockNext, 50, ServiceAction{Unassign: true}}, {ClockFirst, 50, ServiceAction{Unassign: true}}}
	began := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	year := 365 * 24 * time.Hour
	clocks := NewClocks(ServicePolicy{Targets: ServiceTargets{First: 365 * 24 * 60}, Steps: steps}, 1, 0)
	ended := began.Add(time.Hour)
	for _, c := range []struct {
		name  string
		clock Clock
		want  time.Time
	}{
		{"the first", Clock{Kind: ClockFirst}, began.Add(year / 2)},
		{"after a pause", Clock{Kind: ClockFirst, Used: time.Hour}, began.Add(year/2 - time.Hour)},
		{"used up", Clock{Kind: ClockFirst, Used: year}, began},
		{"the last", Clock{Kind: ClockFirst, Stepped: 1}, began.Add(3 * year)},
		{"none left", Clock{Kind: ClockFirst, Stepped: 2}, time.Time{}},
		{"another kind", Clock{Kind: ClockResolution}, time.Time{}},
		{"it ended", Clock{Kind: ClockFirst, End: ClockMet}, time.Time{}},
		{"it stands", Clock{Kind: ClockFirst, PausedAt: &ended}, time.Time{}},
	} {
		c.clock.Target, c.clock.RunsSince = year, began
		_, at := clocks.NextStep(c.clock, AlwaysOpen{})
		if (at == nil) != c.want.IsZero() || at != nil && !at.Equal(c.want) {
			t.Errorf("%s: %v, not %s", c.name, at, c.want)
		}
	}
}

func TestFaultsOfSteps(t *testing.T) {
	six := make([]ServiceStep, 6)
	for i := range six {
		six[i] = ServiceStep{ClockFirst, 50 + i, ServiceAction{Unassign: true}}
	}
	for want, steps := range map[string][]ServiceStep{
		"":                         six[:5],
		"at most 5 steps":          six,
		"steps may have at most 5": append(append(append(append([]ServiceStep{}, six...), six...), six...), six...),
		"kind is first":            {{"second", 50, ServiceAction{Unassign: true}}},
		"no target next":           {{ClockNext, 50, ServiceAction{Unassign: true}}},
		"50 to 300":                {{ClockFirst, 301, ServiceAction{Unassign: true}}},
		"Another step":             {six[0], six[0]},
		"do needs":                 {{ClockFirst, 50, ServiceAction{}}},
		"A priority is":            {{ClockFirst, 50, ServiceAction{Priority: "hot"}}},
		"tem_":                     {{ClockFirst, 50, ServiceAction{TeamID: "sales"}}},
		"lbl_":                     {{ClockFirst, 50, ServiceAction{AddLabelIDs: []string{"x"}}}},
	} {
		err := ServiceLevelBody{Policies: []ServicePolicy{{Key: "all", Targets: ServiceTargets{First: 1}, Steps: steps}}}.Validate()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

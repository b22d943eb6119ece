package crm

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"time"
)

// BadgeRule is what the service takes for regular broadcasts, before it asks for the badge.
// The provider names no figures but the last one (outbound.md 5.3).
type BadgeRule struct {
	PeriodDays    int `json:"periodDays" doc:"How many days count, to now."`
	Days          int `json:"days" doc:"On how many of them there must be broadcasts."`
	TemplatesADay int `json:"templatesADay" doc:"How many templates make a day count."`
	SpanDays      int `json:"spanDays" doc:"How far apart the first and the last day must be."`
	AgainDays     int `json:"againDays" doc:"How many days after a refusal the provider takes a new request."`
}

//go:embed badge_rule.json
var badgeRuleFile []byte

var badgeRule = readBadgeRule()

func readBadgeRule() (r BadgeRule) {
	if err := json.Unmarshal(badgeRuleFile, &r); err != nil {
		panic("badge_rule.json: " + err.Error()) // it is embedded
	}
	return r
}

// RuleOfBadge returns the rule in force.
func RuleOfBadge() BadgeRule { return badgeRule }

// Period is how far back broadcasts count.
func (r BadgeRule) Period() time.Duration { return inDays(r.PeriodDays) }

func inDays(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// BadgeDay is a day on which templates were sent.
type BadgeDay struct {
	Day       string `json:"day" format:"date" doc:"The day, in UTC."`
	Templates int    `json:"templates" doc:"How many templates were accepted on it; of a day the first 5,000 messages are looked at."`
	Counts    bool   `json:"counts" doc:"Whether they make the day count."`
}

// Judge says of each day whether it counts; templates are those of days, by their beginnings.
func (r BadgeRule) Judge(templates map[time.Time]int) (days []BadgeDay) {
	for day, n := range templates {
		days = append(days, BadgeDay{Day: day.UTC().Format(time.DateOnly), Templates: n, Counts: n >= r.TemplatesADay})
	}
	slices.SortFunc(days, func(a, b BadgeDay) int { return cmp.Compare(a.Day, b.Day) })
	return days
}

// counted returns how many days count, and how far apart the first and the last one are.
func counted(days []BadgeDay) (n int, span time.Duration) {
	var first, last time.Time
	for _, d := range days {
		at, err := time.Parse(time.DateOnly, d.Day)
		if err != nil || !d.Counts {
			continue
		}
		if n++; n == 1 {
			first = at
		}
		last = at
	}
	return n, last.Sub(first)
}

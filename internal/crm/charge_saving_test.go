package crm

import (
	"testing"
	"time"
)

// A message counts to one cause at most, and only where its rule holds.
func TestSavingOf(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	text := func(ago time.Duration, d Direction, s Status) *Message {
		return &Message{Type: "text", Direction: d, Status: s, CreatedAt: at.Add(-ago)}
	}
	ad := func(s Status) *Message {
		return &Message{Type: "template", Direction: Outbound, Status: s, CreatedAt: at.Add(-48 * time.Hour), Content: Content{Template: &TemplateContent{}}, Charge: &Charge{Category: "marketing"}}
	}
	wrote := func(ago time.Duration) []*Message { return []*Message{ad(StatusDelivered), text(ago, Inbound, "")} }
	unread := []*Message{ad(StatusDelivered), text(time.Hour, Outbound, StatusRead), ad(StatusDelivered), ad(StatusDelivered)}
	for name, c := range map[string]struct {
		category, template string
		micros             int64
		before             []*Message
		referred           time.Time
		want               SavingCause
	}{
		"soon after the window":      {"utility", "t", 5, wrote(26 * time.Hour), time.Time{}, SavingUtility},
		"at its end":                 {"utility", "t", 5, wrote(24 * time.Hour), time.Time{}, SavingUtility},
		"within it":                  {"utility", "t", 5, wrote(23 * time.Hour), time.Time{}, ""},
		"long after it":              {"utility", "t", 5, wrote(29 * time.Hour), time.Time{}, ""},
		"free":                       {"utility", "t", 0, wrote(26 * time.Hour), time.Time{}, ""},
		"marketing after the window": {"marketing", "t", 5, wrote(26 * time.Hour), time.Time{}, ""},
		"by an ad, first":            {"utility", "t", 5, wrote(26 * time.Hour), at.Add(-71 * time.Hour), SavingEntryWindow},
		"by an ad long ago":          {"marketing", "t", 5, nil, at.Add(-72 * time.Hour), ""},
		"by an ad later":             {"marketing", "t", 5, nil, at.Add(time.Hour), ""},
		"never read":                 {"marketing", "t", 5, unread, time.Time{}, SavingNeverRead},
		"too few":                    {"marketing", "t", 5, unread[:3], time.Time{}, ""},
		"one read":                   {"marketing", "t", 5, append([]*Message{ad(StatusRead)}, unread...), time.Time{}, ""},
		"wrote since":                {"marketing", "t", 5, append(wrote(40*time.Hour), unread...), time.Time{}, ""},
		"a bubble":                   {"service", "", 5, []*Message{text(time.Minute, Outbound, StatusDelivered)}, time.Time{}, SavingBubbles},
		"later":                      {"service", "", 5, []*Message{text(time.Minute+1, Outbound, StatusDelivered)}, time.Time{}, ""},
		"an answer in between":       {"service", "", 5, []*Message{text(time.Second, Inbound, ""), text(2*time.Second, Outbound, StatusDelivered)}, time.Time{}, ""},
		"after one that failed":      {"service", "", 5, []*Message{text(time.Second, Outbound, StatusFailed)}, time.Time{}, ""},
		"the first":                  {"service", "", 5, nil, time.Time{}, ""},
	} {
		m := text(0, Outbound, StatusDelivered)
		if got := SavingOf(m, &BookedCharge{Category: c.category, TemplateName: c.template, Micros: &c.micros}, c.before, c.referred); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	for _, c := range SavingCauses {
		if c.Rule() == "" {
			t.Errorf("%s has no rule", c)
		}
	}
	if SavingOf(text(0, Outbound, ""), &BookedCharge{}, nil, at) != "" {
		t.Error("a charge without a price could be saved")
	}
}

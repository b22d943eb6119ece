package crm

import (
	"strings"
	"testing"
	"time"
)

// Every main zone exists, and each code has one.
func TestMainZones(t *testing.T) {
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(mainZonesText), "\n") {
		parts := strings.Fields(line)
		if !IsZone(parts[0]) {
			t.Errorf("%s is no zone", parts[0])
		}
		for _, code := range parts[1:] {
			if seen[code] || len(code) > 4 || callingCode(code+"00") > len(code) {
				t.Errorf("%s is there twice, or is no calling code", code)
			}
			seen[code] = true
		}
	}
	for phone, want := range map[string]string{"+4915123456789": "Europe/Berlin", "+12125550123": "America/New_York", "+14155550123": "America/Los_Angeles", "+77011234567": "Asia/Almaty", "+79161234567": "Europe/Moscow", "+351912345678": "Europe/Lisbon", "+999123": "", "": ""} {
		if zone := MainZone(phone); zone != want {
			t.Errorf("%s is in %q", phone, zone)
		}
	}
}

func at(text string) time.Time {
	out, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return out
}

func TestClocksOfRecipients(t *testing.T) {
	scheduled := at("2026-11-30T09:00:00Z")
	berlin, _ := time.LoadLocation("Europe/Berlin") // the clock shows 10:00
	b := BroadcastBody{ScheduledAt: &scheduled, Delivery: BroadcastDelivery{TimeZone: ZoneOfRecipient, Quiet: &BroadcastQuiet{"21:00", "08:00"}}}
	clocks := b.Clocks(berlin)
	for _, c := range []struct{ zone, at, opens string }{
		{"Asia/Tokyo", "2026-11-29T00:00:00Z", "2026-11-30T01:00:00Z"},
		{"America/New_York", "2026-11-30T01:00:00Z", "2026-11-30T15:00:00Z"},
		{"", "2026-11-30T01:00:00Z", "2026-11-30T09:00:00Z"},
		{"nowhere", "2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z"},
		{"Asia/Tokyo", "2026-11-30T11:59:59Z", "2026-11-30T11:59:59Z"},
		{"Asia/Tokyo", "2026-11-30T12:00:00Z", "2026-11-30T23:00:00Z"},
		{"Asia/Tokyo", "2026-11-30T22:59:59Z", "2026-11-30T23:00:00Z"},
		{"Asia/Tokyo", "2026-11-30T23:00:00Z", "2026-11-30T23:00:00Z"},
		{"Europe/Berlin", "2027-03-27T23:00:00Z", "2027-03-28T06:00:00Z"}, // clocks go forward in between
	} {
		if opens := clocks.Opens(c.zone, at(c.at)); !opens.Equal(at(c.opens)) {
			t.Errorf("%s opens at %s, not %s", c.zone, opens.UTC(), c.opens)
		}
	}
	if e := clocks.Earliest(); !e.Equal(at("2026-11-29T20:00:00Z")) {
		t.Errorf("it begins nowhere before %s", e.UTC())
	}
}

func TestPlanOfABroadcastByClocks(t *testing.T) {
	quiet := BroadcastBody{Delivery: BroadcastDelivery{Quiet: &BroadcastQuiet{"21:00", "08:00"}}}
	for name, c := range map[string]struct {
		zones   []BroadcastZone
		start   string
		speed   int64
		waiting int64
		end     string
	}{
		"nobody":              {nil, "2026-11-30T12:00:00Z", 10, 0, "2026-11-30T12:00:00Z"},
		"nobody waits":        {[]BroadcastZone{{Zone: "UTC", Recipients: 600}}, "2026-11-30T12:00:00Z", 10, 0, "2026-11-30T12:01:00Z"},
		"all wait":            {[]BroadcastZone{{Zone: "UTC", Recipients: 600}}, "2026-11-30T22:00:00Z", 10, 600, "2026-12-01T08:01:00Z"},
		"night comes between": {[]BroadcastZone{{Zone: "UTC", Recipients: 600}}, "2026-11-30T20:59:30Z", 10, 300, "2026-12-01T08:00:30Z"},
		// In Tokyo it is 21:00 at noon; the other half goes on until then.
		"one zone sleeps":     {[]BroadcastZone{{Zone: "UTC", Recipients: 600}, {Zone: "Asia/Tokyo", Recipients: 100}}, "2026-11-30T12:00:00Z", 10, 100, "2026-11-30T23:00:10Z"},
		"both share the pace": {[]BroadcastZone{{Zone: "UTC", Recipients: 600}, {Zone: "Asia/Tokyo", Recipients: 600}}, "2026-11-30T11:59:00Z", 10, 300, "2026-11-30T23:00:30Z"},
	} {
		waiting, end := quiet.Clocks(time.UTC).Plan(c.zones, at(c.start), c.speed)
		if waiting != c.waiting || end.Sub(at(c.end)).Abs() > 10*time.Millisecond {
			t.Errorf("%s: %d wait, and it ends at %s", name, waiting, end.UTC())
		}
	}
}

package crm

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Whatever days are asked for in whatever zone, what is read of each is exactly its
// time, once.
func TestStretchesAreTheDay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, zone := range []string{"Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Europe/Berlin", "Pacific/Apia", "UTC"} {
		for range 50 {
			from := now.AddDate(0, 0, -r.IntN(300))
			q := ReportQuery{Metric: MetricMessages, From: from.Format(dayForm), To: from.AddDate(0, 0, r.IntN(92)).Format(dayForm), Zone: zone}
			p, _, err := q.Period(now)
			if err != nil {
				t.Fatal(err)
			}
			for _, most := range Spans {
				for i := range p.Dates {
					at := p.Bounds[i].UnixMilli()
					for _, s := range CoverTime(at, p.Bounds[i+1].UnixMilli(), most, 0) {
						if s.From != at || s.To <= s.From || s.Span > most || s.From%s.Span.Milliseconds() != 0 || (s.To-s.From)%s.Span.Milliseconds() != 0 {
							t.Fatalf("%s %s: %v does not go on at %d", zone, p.Dates[i], s, at)
						}
						at = s.To
					}
					if at != p.Bounds[i+1].UnixMilli() {
						t.Fatalf("%s %s ends too early", zone, p.Dates[i])
					}
				}
			}
		}
	}
}

// Where quarters are not kept any more, a day begins at the full hour; no moment is in
// two days, or in none.
func TestOldDaysBeginAtTheHour(t *testing.T) {
	midnight := time.Date(2026, 3, 1, 18, 15, 0, 0, time.UTC).UnixMilli() // in Kathmandu
	day := SpanDay.Milliseconds()
	older, newer := CoverTime(midnight-day, midnight, SpanHour, midnight+day), CoverTime(midnight, midnight+day, SpanHour, midnight+day)
	if len(older) != 1 || older[0].Span != SpanHour || older[0].To != midnight-15*60*1000 {
		t.Errorf("the older day: %v", older)
	}
	if len(newer) != 2 || newer[0].From != older[0].To || newer[1] != (Stretch{SpanQuarter, midnight + day - 15*60*1000, midnight + day}) {
		t.Errorf("the newer day: %v", newer)
	}
}

// A query that is wrong in several ways hears all of them.
func TestFaultsOfReports(t *testing.T) {
	_, _, err := ReportQuery{From: "2026-02-30", Zone: "UTC", TeamID: "a", AgentID: "b", GroupBy: GroupTeam}.Period(time.Now())
	if e := AsError(err); len(e.Fields) != 3 {
		t.Errorf("got %v", e.Fields)
	}
	if _, _, err = (ReportQuery{Zone: "UTC", PhoneNumberID: "n", GroupBy: GroupNumber}).Period(time.Now()); err == nil {
		t.Error("a group of one is no fault")
	}
	if _, _, err = (ReportQuery{Zone: "UTC", GroupBy: GroupHour, From: "2026-10-01", To: "2026-11-01"}).Period(time.Now()); err == nil {
		t.Error("32 days by hour are no fault")
	}
	if _, _, err = (ReportQuery{Zone: "Nowhere", TeamID: "a"}).Period(time.Now()); err == nil {
		t.Error("a zone that there is not is no fault")
	}
}

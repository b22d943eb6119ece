package crm

import (
	"testing"
	"time"
)

// What is done about the end of a window: it is told once, when it is time, of those
// who are awaited, and looked at again when it may have changed.
func TestLookAtAWindow(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	in := func(d time.Duration) *time.Time { at := now.Add(d); return &at }
	const warning = 2 * time.Hour
	for name, c := range map[string]struct {
		had        WindowLook
		closes     *time.Time
		awaited    bool
		warning    time.Duration
		tell, keep bool
		look       time.Duration // from now
	}{
		"it is time":                          {closes: in(time.Hour), awaited: true, warning: warning, tell: true, keep: true, look: 3 * time.Hour},
		"it is just time":                     {closes: in(warning), awaited: true, warning: warning, tell: true, keep: true, look: 4 * time.Hour},
		"it is too soon":                      {closes: in(warning + 1), awaited: true, warning: warning, keep: true, look: warning + 1},
		"nobody is warned":                    {closes: in(time.Minute), awaited: true, keep: true, look: time.Minute},
		"it has closed":                       {closes: in(0), awaited: true, warning: warning},
		"the contact never wrote":             {awaited: true, warning: warning},
		"nobody waits":                        {closes: in(time.Hour), warning: warning},
		"it was told":                         {had: WindowLook{EndsAt: *in(time.Hour), Told: true}, closes: in(time.Hour), awaited: true, warning: warning, keep: true, look: 3 * time.Hour},
		"it was told, and nobody waits":       {had: WindowLook{EndsAt: *in(time.Hour), Told: true}, closes: in(time.Hour), warning: warning, keep: true, look: 3 * time.Hour},
		"a shorter one was told":              {had: WindowLook{EndsAt: *in(time.Minute), Told: true}, closes: in(time.Hour), awaited: true, warning: warning, tell: true, keep: true, look: 3 * time.Hour},
		"one was told, and nobody waits":      {had: WindowLook{EndsAt: *in(time.Minute), Told: true}, closes: in(time.Hour), warning: warning, keep: true, look: warning + time.Minute},
		"a closed one was told, nobody waits": {had: WindowLook{EndsAt: *in(-time.Minute), Told: true}, closes: in(time.Hour), warning: warning},
		"it was to be looked at":              {had: WindowLook{EndsAt: *in(time.Hour)}, closes: in(time.Hour), awaited: true, warning: warning, tell: true, keep: true, look: 3 * time.Hour},
	} {
		w := c.had
		tell, keep := w.Look(c.closes, c.awaited, c.warning, now)
		if tell != c.tell || keep != c.keep || keep && !w.LookAt.Equal(now.Add(c.look)) {
			t.Errorf("%s: tell %v, keep %v, look at %v", name, tell, keep, w.LookAt.Sub(now))
		}
		if tell && (!w.Told || !w.EndsAt.Equal(*c.closes)) {
			t.Errorf("%s: noted is %+v", name, w)
		}
	}
}

// Sums are exact, apart by currency, and what is not known is in none of them.
func TestPricesAddUp(t *testing.T) {
	var s PriceSum
	for range 1000 {
		s.Add(&Money{3_400, "USD"})
		s.Add(&Money{1, "EUR"})
	}
	s.Add(&Money{20_000, "INR"})
	s.Add(nil)
	if len(s.Sums) != 3 || s.Unknown != 1 || s.Sums[0] != (Money{1000, "EUR"}) || s.Sums[1] != (Money{20_000, "INR"}) || s.Sums[2] != (Money{3_400_000, "USD"}) {
		t.Errorf("they add up to %+v", s)
	}
	if got := s.Sums[0].Amount() + " " + s.Sums[2].Amount(); got != "0.001 3.40" {
		t.Errorf("written as %s", got)
	}
	var r WindowReport
	for range MaxWindowItems + 5 {
		r.Add(EndingWindow{Prices: TemplatePrices{Utility: &Money{1, "USD"}}})
	}
	if r.Count != 105 || len(r.Items) != MaxWindowItems || r.Utility.Sums[0].Micros != 105 || r.Marketing.Unknown != 105 {
		t.Errorf("%d counted, %d listed", r.Count, len(r.Items))
	}
}

// Until when templates are free is told, and a window that is about to close is closed.
func TestWindowOutlook(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	wrote, free := now.Add(-23*time.Hour), now.Add(time.Hour)
	out := OutlookOf(Conversation{LastInboundAt: &wrote, FreeEntryUntil: &free}, true, 2*time.Hour, now)
	if !out.Open || !out.EndsSoon || !out.Waiting || out.Left != time.Hour || out.FreeUntil == nil {
		t.Errorf("the window is %+v", out)
	}
	if out := OutlookOf(Conversation{LastInboundAt: &wrote, FreeEntryUntil: &free}, true, 2*time.Hour, now.Add(time.Hour-windowMargin)); out.Open || out.EndsSoon || out.Left != 0 {
		t.Errorf("the window that is about to close is %+v", out)
	}
	if out := OutlookOf(Conversation{FreeEntryUntil: &wrote}, false, 0, now); out.Open || out.ClosesAt != nil || out.FreeUntil != nil {
		t.Errorf("a window that never was is %+v", out)
	}
}

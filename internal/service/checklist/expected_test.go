package checklist

import (
	"testing"
	"time"

	"service.example/crm/internal/office"
)

// A verification is expected after 24 hours, and by the end of the third business day.
func TestDecidedBy(t *testing.T) {
	usual, err := usualHours()
	if err != nil {
		t.Fatal(err)
	}
	closed, err := office.New(office.Hours{Zone: "UTC"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) time.Time {
		out, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, c := range []struct {
		hours           *office.Calendar
		asked, from, by string
	}{
		{usual, "2026-03-02 10:00", "2026-03-03 10:00", "2026-03-05 17:00"}, // Monday: until Thursday
		{usual, "2026-03-05 10:00", "2026-03-06 10:00", "2026-03-10 17:00"}, // Thursday: over the weekend
		{usual, "2026-03-07 10:00", "2026-03-08 10:00", "2026-03-11 17:00"}, // Saturday: until Wednesday
		{closed, "2026-03-02 10:00", "2026-03-03 10:00", "2026-03-07 10:00"},
	} {
		if from, by := decidedBy(c.hours, at(c.asked)); !from.Equal(at(c.from)) || !by.Equal(at(c.by)) {
			t.Errorf("asked at %s: from %v by %v, want %s and %s", c.asked, from, by, c.from, c.by)
		}
	}
}

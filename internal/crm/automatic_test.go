package crm

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestFillAutomatic(t *testing.T) {
	values := map[string]string{"contact.name": "Ada {{opensAt}}", "opensAt": "2026-03-30 09:00"}
	for text, want := range map[string]string{
		"Hi {{ contact.name }}!":                   "Hi Ada {{opensAt}}!",
		"Hi {{contact.firstName}}, we are open.":   "Hi, we are open.",
		"We open {{opensAt}}.{{contact.fields.x}}": "We open 2026-03-30 09:00.",
		" {{contact.phone}} ":                      "",
		"{{contact.name":                           "{{contact.name",
	} {
		if got := FillAutomatic(text, values); got != want {
			t.Errorf("%q is filled as %q, want %q", text, got, want)
		}
	}
	if n := len([]rune(FillAutomatic("{{opensAt}}", map[string]string{"opensAt": strings.Repeat("é", 5000)}))); n != MaxAutomaticText {
		t.Error(n)
	}
	at := time.Date(2026, 3, 29, 9, 5, 0, 0, time.FixedZone("", 7200))
	if v := OpensAt(at); v["opensAt"] != "2026-03-29 09:05" || v["opensAt.date"] != "2026-03-29" || v["opensAt.time"] != "09:05" {
		t.Error(v)
	}
}

func TestAutomaticMessagesCheck(t *testing.T) {
	var f Faults
	a := DefaultAutomaticMessages()
	if a.Check(&f); !f.Empty() || a.Hear() || a.Await() || (*AutomaticMessages)(nil).Hear() || (*AutomaticMessages)(nil).Await() {
		t.Fatal(f.Err())
	}
	on, long, many, none := true, strings.Repeat("é", 4097), strings.Repeat("{{contact.name}}", 51), 0
	a = AutomaticMessagesChange{Greeting: &AutomaticGreetingChange{Enabled: &on, Text: &long, EveryHours: &none}, OutOfHours: &AutomaticOutOfHoursChange{Enabled: &on},
		Reminder: &AutomaticReminderChange{Enabled: &on, Text: &many, AfterMinutes: &none}, Closing: &AutomaticClosingChange{Enabled: &on, AfterMinutes: &none}}.Apply(a)
	a.Check(&f)
	var got []string
	for _, e := range AsError(f.Err()).Fields {
		got = append(got, e.Pointer+" "+string(e.Code))
	}
	want := "[/greeting/text too_long /greeting/everyHours out_of_range /outOfHours/text required /outOfHours/calendarId required /reminder/text out_of_range " +
		"/reminder/afterMinutes out_of_range /closing/afterMinutes out_of_range /closing/afterMinutes out_of_range]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
	text, numbers := "Is {{contact.phone}} yours?", Faults{}
	a = AutomaticMessagesChange{Greeting: &AutomaticGreetingChange{Text: &text}, OutOfHours: &AutomaticOutOfHoursChange{Text: &text},
		Reminder: &AutomaticReminderChange{Text: &text}, Closing: &AutomaticClosingChange{Text: &text}}.Apply(DefaultAutomaticMessages())
	if a.Check(&numbers); numbers.Err() == nil || len(AsError(numbers.Err()).Fields) != 4 {
		t.Errorf("the number of a contact: %v", numbers.Err())
	}
}

// stretch is open from a time on.
type stretch time.Time

func (o stretch) OpenAt(t time.Time) bool                { return !t.Before(time.Time(o)) }
func (o stretch) NextChange(time.Time) (time.Time, bool) { return time.Time(o), !time.Time(o).IsZero() }
func (o stretch) Local(t time.Time) time.Time            { return t }

func TestStepsOfASilence(t *testing.T) {
	at := func(minutes int) time.Time { return time.Date(2026, 1, 1, 0, minutes, 0, 0, time.UTC) }
	both := AutomaticMessages{Reminder: AutomaticReminder{Enabled: true, AfterMinutes: 60}, Closing: AutomaticClosing{Enabled: true, AfterMinutes: 120}}
	reminds, closes := both, both
	reminds.Closing.Enabled, closes.Reminder.Enabled = false, false
	pending := InboxState{Status: ConversationPending, Episode: Episode{ID: "eps_1"}}
	never := stretch(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, c := range []struct {
		what   string
		a      AutomaticMessages
		change func(*InboxState)
		hours  Opening
		now    int
		want   SilenceStep
		due    int // in minutes; 0 for nothing
	}{
		{"before it is due", both, nil, nil, 59, SilenceWait, 60},
		{"to be reminded", both, nil, nil, 60, SilenceRemind, 120},
		{"and nothing then", reminds, nil, nil, 60, SilenceRemind, 0},
		{"to be closed", both, nil, nil, 120, SilenceClose, 60},
		{"to be closed only", closes, nil, nil, 60, SilenceWait, 120},
		{"opens soon", both, nil, stretch(at(90)), 60, SilenceWait, 90},
		{"opens after the closing", both, nil, stretch(at(200)), 60, SilenceWait, 120},
		{"opens some time", reminds, nil, stretch(at(200)), 60, SilenceWait, 200},
		{"far from opening", both, nil, never, 60, SilenceWait, 120},
		{"the contact wrote", both, func(s *InboxState) { now := at(59); s.WaitingSince = &now }, nil, 60, SilenceOver, 60},
		{"another status", both, func(s *InboxState) { s.Status = ConversationOpen }, nil, 60, SilenceOver, 60},
		{"another episode", both, func(s *InboxState) { s.Episode.ID = "eps_2" }, nil, 60, SilenceOver, 60},
		{"turned off", AutomaticMessages{}, nil, nil, 60, SilenceOver, 60},
	} {
		w := both.NewSilence(&pending, at(0))
		state := pending
		if c.change != nil {
			c.change(&state)
		}
		step, due := c.a.Step(&w, &state, c.hours, at(c.now)), 0
		if w.DueAt != nil {
			due = int(w.DueAt.Sub(at(0)).Minutes())
		}
		if step != c.want || due != c.due || w.Reminded != (step == SilenceRemind) {
			t.Errorf("%s: %s, due after %d, reminded %v", c.what, step, due, w.Reminded)
		}
	}
	turned := closes
	off := turned
	off.Closing.Enabled = false
	turned.Changed(off, at(10))
	for since, want := range map[int]SilenceStep{9: SilenceOver, 10: SilenceClose} {
		w := closes.NewSilence(&pending, at(since))
		if step := turned.Step(&w, &pending, nil, at(200)); step != want {
			t.Errorf("turned on again after 10, silent since %d: %s", since, step)
		}
	}
	open := InboxState{Status: ConversationOpen}
	included := both
	included.Closing.IncludeOpen = true
	included.Changed(both, at(10))
	for since, want := range map[int]SilenceStep{9: SilenceOver, 10: SilenceClose} {
		w := included.NewSilence(&open, at(since))
		if step := included.Step(&w, &open, nil, at(200)); step != want || included.AwaitsSince != nil {
			t.Errorf("open ones included after 10, silent since %d: %s", since, step)
		}
	}
	if closes.Awaits(&open, true) {
		t.Error("an open conversation is waited in")
	}
	if closes.Closing.IncludeOpen = true; !closes.Awaits(&open, true) || closes.Awaits(&open, false) {
		t.Error("an open conversation is waited in only after an answer")
	}
}

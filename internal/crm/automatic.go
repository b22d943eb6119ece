package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// AutomaticMessages are what a phone number says by itself. They answer nobody. The
// JSON is what is stored.
type AutomaticMessages struct {
	Greeting   AutomaticGreeting   `json:"greeting"`
	OutOfHours AutomaticOutOfHours `json:"outOfHours"`
	Reminder   AutomaticReminder   `json:"reminder"`
	Closing    AutomaticClosing    `json:"closing"`
	UpdatedAt  *time.Time          `json:"updatedAt,omitempty"` // nil if never
	// AwaitsSince and OpenSince are since when contacts are waited for at all, and in
	// open conversations. While they are not, no wait is kept: those from before are over.
	AwaitsSince *time.Time `json:"awaitsSince,omitempty"`
	OpenSince   *time.Time `json:"openSince,omitempty"`
}

// AutomaticGreeting is sent when a contact opens an episode.
type AutomaticGreeting struct {
	Enabled       bool   `json:"enabled" doc:"Whether contacts are greeted."`
	Text          string `json:"text" doc:"The text, with variables."`
	EveryHours    int    `json:"everyHours" doc:"A contact who was greeted is not greeted again for so long."`
	CalendarID    string `json:"calendarId" doc:"Contacts are greeted only while this calendar is open; empty for always."`
	WithAssistant bool   `json:"withAssistant" doc:"Whether contacts are greeted, too, where an assistant answers them."`
}

// AutomaticOutOfHours is sent while a calendar is closed, instead of the greeting.
type AutomaticOutOfHours struct {
	Enabled       bool   `json:"enabled" doc:"Whether contacts who write while the calendar is closed are told so."`
	Text          string `json:"text" doc:"The text, with variables."`
	CalendarID    string `json:"calendarId" doc:"The calendar; empty for none."`
	WithAssistant bool   `json:"withAssistant" doc:"Whether contacts are told, too, where an assistant answers them."`
}

// AutomaticReminder is sent to contacts for whom the business waits.
type AutomaticReminder struct {
	Enabled      bool   `json:"enabled" doc:"Whether contacts are reminded."`
	Text         string `json:"text" doc:"The text, with variables."`
	AfterMinutes int    `json:"afterMinutes" doc:"For how long the contact must have been silent."`
	CalendarID   string `json:"calendarId" doc:"Contacts are reminded only while this calendar is open; empty for always."`
}

// AutomaticClosing ends the episodes of contacts who stay silent.
type AutomaticClosing struct {
	Enabled      bool   `json:"enabled" doc:"Whether conversations are closed."`
	Text         string `json:"text" doc:"The text that is sent before, with variables; empty for none."`
	AfterMinutes int    `json:"afterMinutes" doc:"For how long the contact must have been silent."`
	IncludeOpen  bool   `json:"includeOpen" doc:"Whether open conversations are closed, too, in which the last thing that happened is an answer."`
}

// Limits of automatic messages.
const (
	MaxAutomaticText   = MaxTextBody
	MaxGreetingHours   = 365 * 24
	MinSilenceMinutes  = 1
	MaxReminderMinutes = 23 * 60 // the window closes an hour later
	MaxClosingMinutes  = 90 * 24 * 60
)

// DefaultAutomaticMessages hold where nobody has set any.
func DefaultAutomaticMessages() AutomaticMessages {
	return AutomaticMessages{Greeting: AutomaticGreeting{EveryHours: 24}, Reminder: AutomaticReminder{AfterMinutes: 4 * 60}, Closing: AutomaticClosing{AfterMinutes: 3 * 24 * 60}}
}

// AutomaticMessagesChange changes what is given of each part.
type AutomaticMessagesChange struct {
	Greeting   *AutomaticGreetingChange   `json:"greeting,omitempty" doc:"What contacts are greeted with."`
	OutOfHours *AutomaticOutOfHoursChange `json:"outOfHours,omitempty" doc:"What contacts are told who write while you are closed."`
	Reminder   *AutomaticReminderChange   `json:"reminder,omitempty" doc:"What silent contacts are reminded with."`
	Closing    *AutomaticClosingChange    `json:"closing,omitempty" doc:"When conversations with silent contacts are closed."`
}

// AutomaticGreetingChange changes what is given of the greeting.
type AutomaticGreetingChange struct {
	Enabled       *bool   `json:"enabled,omitempty" doc:"Whether contacts are greeted."`
	Text          *string `json:"text,omitempty" maxLength:"4096" doc:"The text, with variables."`
	EveryHours    *int    `json:"everyHours,omitempty" minimum:"1" maximum:"8760" doc:"A contact who was greeted is not greeted again for so long; 24 at first."`
	CalendarID    *string `json:"calendarId,omitempty" maxLength:"64" doc:"Contacts are greeted only while this calendar is open; empty for always."`
	WithAssistant *bool   `json:"withAssistant,omitempty" doc:"Whether contacts are greeted, too, where an assistant answers them; false at first."`
}

// AutomaticOutOfHoursChange changes what is given of the text out of hours.
type AutomaticOutOfHoursChange struct {
	Enabled       *bool   `json:"enabled,omitempty" doc:"Whether contacts who write while the calendar is closed are told so."`
	Text          *string `json:"text,omitempty" maxLength:"4096" doc:"The text, with variables."`
	CalendarID    *string `json:"calendarId,omitempty" maxLength:"64" doc:"The calendar; needed to enable it."`
	WithAssistant *bool   `json:"withAssistant,omitempty" doc:"Whether contacts are told, too, where an assistant answers them; false at first."`
}

// AutomaticReminderChange changes what is given of the reminder.
type AutomaticReminderChange struct {
	Enabled      *bool   `json:"enabled,omitempty" doc:"Whether contacts are reminded."`
	Text         *string `json:"text,omitempty" maxLength:"4096" doc:"The text, with variables."`
	AfterMinutes *int    `json:"afterMinutes,omitempty" minimum:"1" maximum:"1380" doc:"For how long the contact must have been silent; 240 at first."`
	CalendarID   *string `json:"calendarId,omitempty" maxLength:"64" doc:"Contacts are reminded only while this calendar is open; empty for always."`
}

// AutomaticClosingChange changes what is given of the closing.
type AutomaticClosingChange struct {
	Enabled      *bool   `json:"enabled,omitempty" doc:"Whether conversations are closed."`
	Text         *string `json:"text,omitempty" maxLength:"4096" doc:"The text that is sent before, with variables; empty for none."`
	AfterMinutes *int    `json:"afterMinutes,omitempty" minimum:"1" maximum:"129600" doc:"For how long the contact must have been silent; 4320 at first."`
	IncludeOpen  *bool   `json:"includeOpen,omitempty" doc:"Whether open conversations are closed, too, in which the last thing that happened is an answer; false at first."`
}

// Apply returns the messages as they become. What they are is for Check to judge.
func (ch AutomaticMessagesChange) Apply(a AutomaticMessages) AutomaticMessages {
	if c := ch.Greeting; c != nil {
		g := &a.Greeting
		put(&g.Enabled, c.Enabled)
		put(&g.Text, c.Text)
		put(&g.EveryHours, c.EveryHours)
		put(&g.CalendarID, c.CalendarID)
		put(&g.WithAssistant, c.WithAssistant)
	}
	if c := ch.OutOfHours; c != nil {
		o := &a.OutOfHours
		put(&o.Enabled, c.Enabled)
		put(&o.Text, c.Text)
		put(&o.CalendarID, c.CalendarID)
		put(&o.WithAssistant, c.WithAssistant)
	}
	if c := ch.Reminder; c != nil {
		r := &a.Reminder
		put(&r.Enabled, c.Enabled)
		put(&r.Text, c.Text)
		put(&r.AfterMinutes, c.AfterMinutes)
		put(&r.CalendarID, c.CalendarID)
	}
	if c := ch.Closing; c != nil {
		o := &a.Closing
		put(&o.Enabled, c.Enabled)
		put(&o.Text, c.Text)
		put(&o.AfterMinutes, c.AfterMinutes)
		put(&o.IncludeOpen, c.IncludeOpen)
	}
	return a
}

// put sets what is given.
func put[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// Check adds every fault that can be seen without looking anything up.
func (a AutomaticMessages) Check(f *Faults) {
	checkAutomaticText("/greeting/text", a.Greeting.Text, a.Greeting.Enabled, automaticVariables, f)
	checkNumber("/greeting/everyHours", a.Greeting.EveryHours, 1, MaxGreetingHours, f)
	checkAutomaticText("/outOfHours/text", a.OutOfHours.Text, a.OutOfHours.Enabled, outOfHoursVariables, f)
	if a.OutOfHours.Enabled && a.OutOfHours.CalendarID == "" {
		f.Add("/outOfHours/calendarId", CodeRequired, "calendarId is required: the calendar that says when you are closed.")
	}
	checkAutomaticText("/reminder/text", a.Reminder.Text, a.Reminder.Enabled, automaticVariables, f)
	checkNumber("/reminder/afterMinutes", a.Reminder.AfterMinutes, MinSilenceMinutes, MaxReminderMinutes, f)
	checkAutomaticText("/closing/text", a.Closing.Text, false, automaticVariables, f)
	checkNumber("/closing/afterMinutes", a.Closing.AfterMinutes, MinSilenceMinutes, MaxClosingMinutes, f)
	if a.Reminder.Enabled && a.Closing.Enabled && a.Closing.AfterMinutes <= a.Reminder.AfterMinutes {
		f.Add("/closing/afterMinutes", CodeOutOfRange, "closing.afterMinutes must be more than reminder.afterMinutes, which is %d: else nobody is reminded.", a.Reminder.AfterMinutes)
	}
}

func checkAutomaticText(pointer, text string, required bool, variables []string, f *Faults) {
	blank := strings.TrimSpace(text) == ""
	switch n := utf8.RuneCountInString(text); {
	case required && blank:
		f.Add(pointer, CodeRequired, "text is required and may not be blank.")
	case blank && text != "":
		f.Add(pointer, CodeParameterInvalid, "%s may not be blank. Leave it empty to send none.", Dotted(pointer))
	case n > MaxAutomaticText:
		f.Add(pointer, CodeTooLong, "%s has %d characters; the provider accepts at most %d.", Dotted(pointer), n, MaxAutomaticText)
	default:
		checkPlaceholders(pointer, text, variables, f)
	}
}

func checkNumber(pointer string, n, least, most int, f *Faults) {
	if n < least || n > most {
		f.Add(pointer, CodeOutOfRange, "%s is %d to %d, not %d.", Dotted(pointer), least, most, n)
	}
}

// Named tells of every calendar that is named, with where.
func (a AutomaticMessages) Named(name func(pointer, id string)) {
	for _, of := range []struct{ pointer, id string }{{"/greeting/calendarId", a.Greeting.CalendarID}, {"/outOfHours/calendarId", a.OutOfHours.CalendarID}, {"/reminder/calendarId", a.Reminder.CalendarID}} {
		if of.id != "" {
			name(of.pointer, of.id)
		}
	}
}

// Hear reports whether anything may be said when a contact writes; nil says nothing.
func (a *AutomaticMessages) Hear() bool {
	return a != nil && (a.Greeting.Enabled || a.OutOfHours.Enabled)
}

// Await reports whether anything is done when a contact stays silent; nil does nothing.
func (a *AutomaticMessages) Await() bool {
	return a != nil && (a.Reminder.Enabled || a.Closing.Enabled)
}

func (a *AutomaticMessages) awaitsOpen() bool {
	return a != nil && a.Closing.Enabled && a.Closing.IncludeOpen
}

// Changed notes when they changed from others.
func (a *AutomaticMessages) Changed(from AutomaticMessages, now time.Time) {
	a.UpdatedAt = &now
	if a.Await() && !from.Await() {
		a.AwaitsSince = &now
	}
	if a.awaitsOpen() && !from.awaitsOpen() {
		a.OpenSince = &now
	}
}

// Variables of the text out of hours: when the calendar opens next, in its zone.
const (
	OpensAtVariable     = "opensAt" // day and time
	OpensAtDateVariable = "opensAt.date"
	OpensAtTimeVariable = "opensAt.time"
)

// Automatic messages do not name the contact's own number: who reads them later may
// not be shown it.
var (
	automaticVariables  = []string{"contact.name", "contact.firstName"}
	outOfHoursVariables = append([]string{OpensAtVariable, OpensAtDateVariable, OpensAtTimeVariable}, automaticVariables...)
)

// OpensAt are the variables of a time at which a calendar opens, in its zone.
func OpensAt(local time.Time) map[string]string {
	day, clock := local.Format(time.DateOnly), local.Format("15:04")
	return map[string]string{OpensAtVariable: day + " " + clock, OpensAtDateVariable: day, OpensAtTimeVariable: clock}
}

// HasVariables reports whether a text names any variable.
func HasVariables(text string) bool { return placeholderIn.MatchString(text) }

// FillAutomatic puts values into a text that nobody looks at before it is sent. A
// variable without a value is left out, with the space before it.
func FillAutomatic(text string, values map[string]string) string {
	var out strings.Builder
	rest := text
	for {
		at := placeholderIn.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		before, value := rest[:at[0]], values[strings.TrimSpace(rest[at[2]:at[3]])]
		if value == "" {
			before = strings.TrimSuffix(before, " ")
		}
		out.WriteString(before)
		out.WriteString(value)
		rest = rest[at[1]:]
	}
	out.WriteString(rest)
	filled := strings.TrimSpace(out.String())
	if runes := []rune(filled); len(runes) > MaxAutomaticText {
		filled = string(runes[:MaxAutomaticText])
	}
	return filled
}

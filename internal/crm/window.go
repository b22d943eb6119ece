package crm

import "time"

// The time before the end of a window in which people are told of a contact who still
// waits.
const (
	DefaultWindowWarning = 2 * time.Hour
	MaxWindowWarning     = 23 * time.Hour
)

// Awaited reports whether the contact waits and nobody put that aside: such
// conversations are lost with their windows.
func (s *InboxState) Awaited() bool {
	return s.WaitingSince != nil && s.Status != ConversationSnoozed
}

// WindowLook is what is noted of the end of the window of a conversation.
type WindowLook struct {
	WorkspaceID, ConversationID string
	// EndsAt is the end of the window that was told of, or that is to be.
	EndsAt time.Time
	Told   bool
	// LookAt is when somebody looks again, by the time before it that the workspace is
	// warned.
	LookAt time.Time
}

// Look decides about the end of a window that closes at a time, nil for never, in a
// conversation whose contact is awaited or not. It reports whether its end is to be told
// now, and whether anything is noted of it afterwards.
func (w *WindowLook) Look(closes *time.Time, awaited bool, warning time.Duration, now time.Time) (tell, keep bool) {
	if closes == nil || !closes.After(now) {
		return false, false
	}
	told := w.Told && !w.EndsAt.Before(*closes)
	switch {
	case told:
	case !awaited:
		// What was told stays so: the contact may wait in the same window again.
		return false, w.Told && w.EndsAt.After(now) && w.lookAfter(warning)
	case warning == 0 || now.Before(closes.Add(-warning)):
		w.EndsAt, w.Told, w.LookAt = *closes, false, *closes
		return false, true
	default:
		w.EndsAt, w.Told, tell = *closes, true, true
	}
	return tell, w.lookAfter(warning)
}

// lookAfter lets somebody look again when the window that was told of closes: the
// contact may have extended it without writing.
func (w *WindowLook) lookAfter(warning time.Duration) bool {
	w.LookAt = w.EndsAt.Add(warning)
	return true
}

// WindowOutlook is the window of a conversation, and what it costs to write to the
// contact when it has closed.
type WindowOutlook struct {
	Open     bool
	ClosesAt *time.Time    // nil if the contact never wrote
	Left     time.Duration // 0 where it is not open
	EndsSoon bool
	Waiting  bool
	// FreeUntil is until when templates cost nothing because an ad led the contact
	// here; nil for no such time.
	FreeUntil *time.Time
	Prices    TemplatePrices
}

// OutlookOf is the window of a conversation at a time. The caller adds the prices.
func OutlookOf(c Conversation, waiting bool, warning time.Duration, now time.Time) WindowOutlook {
	out := WindowOutlook{Open: c.CheckWindow(now) == nil, ClosesAt: c.WindowClosesAt(), Waiting: waiting}
	if out.Open {
		out.Left = out.ClosesAt.Sub(now)
		out.EndsSoon = out.Left <= warning
	}
	if c.FreeEntryUntil != nil && c.FreeEntryUntil.After(now) {
		out.FreeUntil = c.FreeEntryUntil
	}
	return out
}

// WindowQuery narrows a report about windows that end.
type WindowQuery struct {
	Within          time.Duration // 0 for the warning time of the workspace
	TeamID, AgentID string        // "" for all
	PhoneNumberID   string        // "" for all
}

// The most that a report about windows lists, and counts.
const (
	MaxWindowItems = 100
	MaxWindowCount = 500
)

// WindowReport says what is at stake: contacts who wait and whose window ends soon.
type WindowReport struct {
	Within             time.Duration
	RateCard           string // "" for none
	Count              int
	More               bool // there may be others than were counted
	Utility, Marketing PriceSum
	Items              []EndingWindow
}

// EndingWindow is a conversation whose contact waits and whose window ends.
type EndingWindow struct {
	ConversationID, ContactID, PhoneNumberID, TeamID, AgentID string
	WaitingSince, ClosesAt                                    time.Time
	Prices                                                    TemplatePrices
}

// Add counts a conversation. Those that come first are listed.
func (r *WindowReport) Add(w EndingWindow) {
	if r.Count++; len(r.Items) < MaxWindowItems {
		r.Items = append(r.Items, w)
	}
	r.Utility.Add(w.Prices.Utility)
	r.Marketing.Add(w.Prices.Marketing)
}

// PriceSum adds up prices of which some are not known.
type PriceSum struct {
	Sums    []Money // by currency, in the order of the alphabet
	Unknown int     // prices
}

// Add adds a price, nil for one that is not known.
func (s *PriceSum) Add(m *Money) {
	if m == nil {
		s.Unknown++
		return
	}
	i := 0
	for i < len(s.Sums) && s.Sums[i].Currency < m.Currency {
		i++
	}
	if i == len(s.Sums) || s.Sums[i].Currency != m.Currency {
		s.Sums = append(s.Sums[:i], append([]Money{{Currency: m.Currency}}, s.Sums[i:]...)...)
	}
	s.Sums[i].Micros += m.Micros
}

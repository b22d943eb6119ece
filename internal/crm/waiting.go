package crm

import (
	"slices"
	"strings"
	"time"
)

// WaitCause is why a contact waited for an answer. Every millisecond of waiting has
// exactly one.
type WaitCause string

// The causes.
const (
	WaitOutsideHours WaitCause = "outside_hours"    // the team does not work then
	WaitUnavailable  WaitCause = "nobody_available" // everybody who could answer is away or offline
	WaitUnreachable  WaitCause = "unreachable"      // who says that they are there has had no live stream for too long
	WaitFull         WaitCause = "all_full"         // everybody who is there has as many as they may
	WaitSkill        WaitCause = "skill_missing"    // nobody who is there has the skills
	WaitNobodyMay    WaitCause = "nobody_may"       // nobody of the team may answer there
	WaitRouting      WaitCause = "routing"          // until routing had given it to somebody who was free
	WaitUnassigned   WaitCause = "unassigned"       // people take it themselves, and nobody did
	WaitAssigned     WaitCause = "assigned"         // with an agent who had not answered
	WaitSnoozed      WaitCause = "snoozed"          // put aside
	WaitAssistant    WaitCause = "assistant"        // an assistant was at it
	WaitAnswerFailed WaitCause = "answer_failed"    // answered, as it seemed, until the answer failed
	WaitUnknown      WaitCause = "unknown"          // from before causes were kept
)

// WaitCauses are all of them.
var WaitCauses = []WaitCause{WaitOutsideHours, WaitUnavailable, WaitUnreachable, WaitFull, WaitSkill, WaitNobodyMay, WaitRouting, WaitUnassigned, WaitAssigned, WaitSnoozed, WaitAssistant, WaitAnswerFailed, WaitUnknown}

// NamesAgents reports whether a cause is about agents.
func (c WaitCause) NamesAgents() bool { return c == WaitAssigned || c == WaitUnreachable }

// WaitReason is a cause with what it is about: the skills that are missing, or the
// agents who have the conversation or cannot be reached. Nothing is named where it is
// not known.
type WaitReason struct {
	Cause WaitCause
	About []string
}

// String is the reason as one text, the cause first: those of a cause are beside each
// other in order.
func (r WaitReason) String() string {
	return strings.Join(append([]string{string(r.Cause)}, r.About...), " ")
}

// maxWaitSpans bounds how often the cause of one wait changes; then it stays.
const maxWaitSpans = 100

// WaitSpan is a part of a wait: from From on, until the next one, it has a cause.
// In Unix milliseconds; To is 0 while it goes on.
type WaitSpan struct {
	From  int64     `json:"from"`
	To    int64     `json:"to,omitempty"`
	Cause WaitCause `json:"cause"`
	About []string  `json:"about,omitempty"` // as in WaitReason
}

// is reports whether a span has a reason.
func (s WaitSpan) is(r WaitReason) bool {
	return s.Cause == r.Cause && slices.Equal(s.About, r.About)
}

// Waiting books why the contact waited in an episode. Its JSON is kept with the
// conversation.
type Waiting struct {
	// Spans are of the wait that goes on. The first begins with it.
	Spans []WaitSpan `json:"spans,omitempty"`
	// Sums are of the waits that ended, in milliseconds: together they are what the
	// episode says that the contact waited.
	Sums map[WaitCause]int64 `json:"sums,omitempty"`
	// Cleared is what the latest answer ended, as long as it may still fail, or what
	// the end of the episode did, as long as that may be undone.
	Cleared []WaitSpan `json:"cleared,omitempty"`
	// Queue is why nobody has the conversation, as routing knows; "" if it was not
	// asked. QueueAbout is what that is about.
	Queue      WaitCause `json:"queue,omitempty"`
	QueueAbout []string  `json:"queueAbout,omitempty"`
}

// Booking is a wait that ended, or one that had not ended after all.
type Booking struct {
	Spans  []WaitSpan
	Undone bool
}

// BookWaiting notes why the contact waited, after a transition from before. It
// returns what ended by it. answeredBy is who answered, "" if nobody did; routed
// says that the rules assigned it.
func (s *InboxState) BookWaiting(before InboxState, answeredBy ActorKind, routed bool, now time.Time) (out []Booking) {
	w := &s.Waiting
	ms := now.UnixMilli()
	if s.Episode.ID != before.Episode.ID {
		out = w.goOn(s.WaitingSince)
	} else {
		w.Sums = cloneSums(w.Sums)
		w.Spans = slices.Clone(w.Spans)
		w.align(before.WaitingSince)
		delta := (s.Episode.Waited - before.Episode.Waited).Milliseconds()
		handedOff := s.Episode.HandOffs > before.Episode.HandOffs
		switch {
		case answeredBy == ActorAssistant || handedOff:
			w.rename(WaitAssistant)
		case routed && s.AgentID != "" && w.Queue == "":
			w.rename(WaitRouting)
		}
		if handedOff || before.AgentID != s.AgentID {
			w.Queue, w.QueueAbout = "", nil
		}
		switch {
		case delta > 0 && before.WaitingSince == nil:
			w.Sums[WaitUnknown] += delta
		case delta > 0 || delta == 0 && before.WaitingSince != nil && s.WaitingSince == nil:
			ended := w.end(before.WaitingSince.UnixMilli() + delta)
			w.add(ended, 1)
			if w.Cleared = nil; s.AnswerID != "" || !s.IsOpen() {
				w.Cleared = ended
			}
			out = append(out, Booking{Spans: ended})
		case delta < 0:
			undone := w.Cleared
			w.add(undone, -1)
			if len(undone) == 0 { // from before causes were kept
				w.Sums[WaitUnknown] += delta
			}
			w.takeBack(before.WaitingSince, ms)
			out = append(out, Booking{Spans: undone, Undone: true})
		case s.AnswerID != before.AnswerID:
			w.Cleared = nil
		}
	}
	w.align(s.WaitingSince)
	w.turn(s.waitReason(), ms)
	return out
}

func cloneSums(m map[WaitCause]int64) map[WaitCause]int64 {
	out := map[WaitCause]int64{}
	for c, n := range m {
		out[c] = n
	}
	return out
}

// goOn begins the next episode. Where that is because closing the last one was undone,
// the wait that it ended has not ended, and is booked again when it does.
func (w *Waiting) goOn(since *time.Time) (out []Booking) {
	undone := w.Cleared
	*w = Waiting{}
	if since == nil || len(undone) == 0 || undone[0].From != since.UnixMilli() {
		return nil
	}
	w.Spans = slices.Clone(undone)
	for i := range w.Spans {
		w.Spans[i].To = 0
	}
	return []Booking{{Spans: undone, Undone: true}}
}

// waitReason is why the contact waits as things stand.
func (s *InboxState) waitReason() WaitReason {
	switch {
	case s.Status == ConversationSnoozed:
		return WaitReason{Cause: WaitSnoozed}
	case s.AgentID != "":
		return WaitReason{WaitAssigned, []string{s.AgentID}}
	case s.Waiting.Queue != "":
		return WaitReason{s.Waiting.Queue, s.Waiting.QueueAbout}
	}
	return WaitReason{Cause: WaitUnassigned}
}

// align lets the spans begin when the waiting did.
func (w *Waiting) align(since *time.Time) {
	if since == nil {
		w.Spans = nil
		return
	}
	at := since.UnixMilli()
	for len(w.Spans) > 1 && w.Spans[1].From <= at {
		w.Spans = w.Spans[1:]
	}
	if len(w.Spans) == 0 {
		w.Spans = []WaitSpan{{Cause: WaitUnassigned}}
	}
	w.Spans[0].From = at
}

// turn notes the reason that holds from now on.
func (w *Waiting) turn(r WaitReason, now int64) {
	n := len(w.Spans)
	if n == 0 || w.Spans[n-1].is(r) {
		return
	}
	last := &w.Spans[n-1]
	switch {
	case now <= last.From: // nothing was to book yet
		last.Cause, last.About = r.Cause, r.About
	case n < maxWaitSpans:
		w.Spans = append(w.Spans, WaitSpan{From: now, Cause: r.Cause, About: r.About})
	}
}

// rename says what nobody knew before: why nobody had taken the conversation.
func (w *Waiting) rename(to WaitCause) {
	for i := range w.Spans {
		if w.Spans[i].Cause == WaitUnassigned {
			w.Spans[i].Cause = to
		}
	}
	w.Spans = slices.CompactFunc(w.Spans, func(a, b WaitSpan) bool { return a.is(WaitReason{b.Cause, b.About}) })
}

// end ends the wait at a time, and returns what it was. Spans from then on stay.
func (w *Waiting) end(at int64) (out []WaitSpan) {
	for i, span := range w.Spans {
		span.To = at
		if i+1 < len(w.Spans) {
			span.To = min(at, w.Spans[i+1].From)
		}
		if span.To > span.From {
			out = append(out, span)
		}
	}
	return out
}

func (w *Waiting) add(spans []WaitSpan, sign int64) {
	for _, s := range spans {
		if w.Sums[s.Cause] += sign * (s.To - s.From); w.Sums[s.Cause] == 0 {
			delete(w.Sums, s.Cause)
		}
	}
}

// takeBack lets a wait go on that an answer seemed to have ended. since is when the
// contact began to wait anew, nil if they did not.
func (w *Waiting) takeBack(since *time.Time, now int64) {
	if len(w.Cleared) == 0 {
		return
	}
	spans := slices.Clone(w.Cleared)
	ended := spans[len(spans)-1].To
	for i := range spans {
		spans[i].To = 0
	}
	until := now
	if since != nil {
		until = since.UnixMilli()
	}
	if until > ended {
		spans = append(spans, WaitSpan{From: ended, Cause: WaitAnswerFailed})
	}
	spans = append(spans, w.Spans...)
	w.Spans, w.Cleared = spans[:min(len(spans), maxWaitSpans)], nil
}

// Known fills in what is not stored because it follows from the rest.
func (w *Waiting) Known(since *time.Time, waited time.Duration) {
	if n := waited.Milliseconds(); n != 0 && len(w.Sums) == 0 {
		w.Sums = map[WaitCause]int64{WaitUnknown: n}
	}
	w.align(since)
}

// Follows reports whether there is nothing to store: Known finds it.
func (w *Waiting) Follows() bool {
	plain := len(w.Spans) == 0 || len(w.Spans) == 1 && w.Spans[0].Cause == WaitUnassigned
	return plain && len(w.Sums) == 0 && len(w.Cleared) == 0 && w.Queue == ""
}

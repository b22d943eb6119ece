package crm_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// Whatever happens to a conversation, in whatever order, the causes of its waiting
// sum to the waiting, and what was booked to what is kept.
func TestCausesOfWaitingSumToTheWaiting(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 14))
		now := began
		s := crm.InboxState{Status: crm.ConversationClosed, Priority: crm.PriorityNormal}
		if seed%3 == 0 {
			s.Clocks = &crm.Clocks{PeopleOnly: true}
		}
		episode, message := 0, 0
		booked := map[crm.WaitCause]int64{}
		newID := func() string { episode++; booked = map[crm.WaitCause]int64{}; return fmt.Sprintf("eps_%d", episode) }
		for step := range 60 {
			now = now.Add(time.Duration(r.IntN(90_000)) * time.Millisecond)
			before, by, routed, what := s, crm.ActorKind(""), false, ""
			switch r.IntN(11) {
			case 0, 1:
				what = "writes"
				message++
				s.ContactWrote(&crm.Message{ID: fmt.Sprint("msg_in", message), Direction: crm.Inbound, Type: "text"}, now.Add(-time.Duration(r.IntN(3000))*time.Millisecond), now, newID)
			case 2, 3:
				what, by = "answer", []crm.ActorKind{crm.ActorUser, crm.ActorAssistant}[r.IntN(2)]
				message++
				s.Answered(&crm.Message{ID: fmt.Sprint("msg_out", message), Direction: crm.Outbound, Type: "text", CreatedAt: now.Add(-time.Duration(r.IntN(60_000)) * time.Millisecond),
					Content: crm.Content{SentBy: crm.Sender{Type: by, ID: "x"}}}, now)
			case 4:
				if what = "fails"; s.AnswerID != "" {
					s.AnswerFailed(s.AnswerID)
				}
			case 5:
				what = "snooze"
				if s.IsOpen() {
					s.Snooze(nil, true)
				}
			case 6:
				what = "hand-off"
				s.HandedOff(crm.DoneBy{Type: crm.ActorAssistant}, now, newID)
			case 7:
				what = "assign"
				s.AssignTo("tem_1", []string{"", "usr_1", "usr_2"}[r.IntN(3)], now)
				routed = r.IntN(2) == 0
			case 8:
				what = "close"
				if s.IsOpen() && r.IntN(3) == 0 {
					s.Close(crm.DoneBy{Type: crm.ActorUser}, "resolved", "", "", now)
				}
			case 9:
				what = "reopen"
				s.Reopen(crm.DoneBy{Type: crm.ActorUser}, crm.ReasonRequest, now, newID)
			case 10:
				what = "queued"
				if s.IsOpen() && s.AgentID == "" {
					s.Waiting.Queue = []crm.WaitCause{crm.WaitFull, crm.WaitSkill, crm.WaitOutsideHours}[r.IntN(3)]
					if s.Waiting.QueueAbout = nil; s.Waiting.Queue == crm.WaitSkill {
						s.Waiting.QueueAbout = [][]string{{"arabic"}, {"arabic", "refunds"}, {"arabic", "hindi", "refunds"}}[r.IntN(3)]
					}
				}
			}
			for _, b := range s.BookWaiting(before, by, routed, now) {
				for _, span := range b.Spans {
					n, of := span.To-span.From, int64(0)
					span.Parts(n, func(_ string, ms int64) { of += ms })
					if named := span.Cause == crm.WaitSkill || span.Cause == crm.WaitAssigned; named && of != n || !named && len(span.About) > 0 {
						t.Fatalf("seed %d, step %d (%s): the parts of %+v sum to %d", seed, step, what, span, of)
					}
					if b.Undone {
						booked[span.Cause] -= n
					} else {
						booked[span.Cause] += n
					}
				}
			}
			var sum int64
			for cause, n := range s.Waiting.Sums {
				sum += n
				if n < 0 || booked[cause] != n {
					t.Fatalf("seed %d, step %d (%s): %s is %d, booked %v", seed, step, what, cause, n, booked)
				}
			}
			if waited := s.Episode.Waited.Milliseconds(); sum != waited {
				t.Fatalf("seed %d, step %d (%s): the causes sum to %d, the contact waited %d: %+v", seed, step, what, sum, waited, s.Waiting)
			}
			if s.WaitingSince != nil && (len(s.Waiting.Spans) == 0 || s.Waiting.Spans[0].From != s.WaitingSince.UnixMilli()) || s.WaitingSince == nil && len(s.Waiting.Spans) > 0 {
				t.Fatalf("seed %d, step %d (%s): waits since %v, booked from %+v", seed, step, what, s.WaitingSince, s.Waiting.Spans)
			}
			for i, span := range s.Waiting.Spans {
				if i > 0 && span.From <= s.Waiting.Spans[i-1].From {
					t.Fatalf("seed %d, step %d (%s): %+v", seed, step, what, s.Waiting.Spans)
				}
			}
			text, _ := json.Marshal(s.Waiting)
			read := crm.Waiting{}
			_ = json.Unmarshal(text, &read)
			if s.Waiting.Follows() {
				read = crm.Waiting{}
			}
			read.Known(s.WaitingSince, s.Episode.Waited)
			s.Waiting = read
		}
	}
}

// Each wait is booked to what kept the contact waiting at the time.
func TestWaitingIsBookedToItsCause(t *testing.T) {
	id := func() string { return "eps_1" }
	s := crm.InboxState{Status: crm.ConversationClosed, Priority: crm.PriorityNormal}
	do := func(at int, by crm.ActorKind, routed bool, change func()) {
		before := s
		change()
		s.BookWaiting(before, by, routed, minute(at))
	}
	do(0, "", false, func() { s.ContactWrote(&crm.Message{ID: "in"}, minute(0), minute(0), id) })
	do(2, "", false, func() { s.HandedOff(crm.DoneBy{Type: crm.ActorAssistant}, minute(2), id) })
	do(3, "", false, func() { s.Waiting.Queue = crm.WaitFull })
	do(10, "", true, func() { s.AssignTo("tem_1", "usr_1", minute(10)) })
	do(14, "", false, func() { s.Snooze(nil, false) })
	do(30, "", false, func() { s.Reopen(crm.DoneBy{}, crm.ReasonTime, minute(30), id) })
	answer := &crm.Message{ID: "out", Direction: crm.Outbound, Type: "text", CreatedAt: minute(31), Content: crm.Content{SentBy: crm.Sender{Type: crm.ActorUser, ID: "usr_1"}}}
	do(31, crm.ActorUser, false, func() { s.Answered(answer, minute(31)) })
	check := func(want map[crm.WaitCause]int64) {
		t.Helper()
		got := map[crm.WaitCause]int64{}
		for c, n := range s.Waiting.Sums {
			got[c] = n / 60_000
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("booked %v, want %v", got, want)
		}
	}
	check(map[crm.WaitCause]int64{crm.WaitAssistant: 2, crm.WaitUnassigned: 1, crm.WaitFull: 7, crm.WaitAssigned: 5, crm.WaitSnoozed: 16})
	do(33, "", false, func() { s.AnswerFailed("out") })
	do(36, crm.ActorUser, false, func() { s.Close(crm.DoneBy{Type: crm.ActorUser}, "resolved", "", "", minute(36)) })
	check(map[crm.WaitCause]int64{crm.WaitAssistant: 2, crm.WaitUnassigned: 1, crm.WaitFull: 7, crm.WaitAssigned: 8, crm.WaitSnoozed: 16, crm.WaitAnswerFailed: 2})
}

// A wait that was ended by closing, which was undone, is booked once.
func TestAnUndoneClosingIsBookedOnce(t *testing.T) {
	n := 0
	id := func() string { n++; return fmt.Sprint("eps_", n) }
	s := crm.InboxState{Status: crm.ConversationClosed, Priority: crm.PriorityNormal}
	booked := map[crm.WaitCause]int64{}
	do := func(at int, by crm.ActorKind, change func()) {
		before := s
		change()
		for _, b := range s.BookWaiting(before, by, false, minute(at)) {
			for _, span := range b.Spans {
				if n := (span.To - span.From) / 60_000; b.Undone {
					booked[span.Cause] -= n
				} else {
					booked[span.Cause] += n
				}
			}
		}
	}
	do(0, "", func() { s.ContactWrote(&crm.Message{ID: "in"}, minute(0), minute(0), id) })
	do(20, "", func() { s.AssignTo("tem_1", "usr_1", minute(20)) })
	as := crm.ActionStateOf(s, nil)
	do(60, "", func() { s.Close(crm.DoneBy{Type: crm.ActorUser}, "resolved", "", "", minute(60)) })
	do(70, "", func() { s.Restore(as, crm.DoneBy{Type: crm.ActorUser}, minute(70), id) })
	if s.WaitingSince == nil || !s.WaitingSince.Equal(minute(0)) || n != 2 {
		t.Fatalf("after the undoing the contact waits since %v, in the episode %d", s.WaitingSince, n)
	}
	answer := &crm.Message{ID: "out", Direction: crm.Outbound, Type: "text", CreatedAt: minute(90), Content: crm.Content{SentBy: crm.Sender{Type: crm.ActorUser, ID: "usr_1"}}}
	do(90, crm.ActorUser, func() { s.Answered(answer, minute(90)) })
	if want := map[crm.WaitCause]int64{crm.WaitUnassigned: 20, crm.WaitAssigned: 70}; fmt.Sprint(booked) != fmt.Sprint(want) {
		t.Errorf("booked %v, want %v", booked, want)
	}
}

// What a provider says to be ages old is from the last days.
func TestNobodyWaitsSinceEver(t *testing.T) {
	s := crm.InboxState{Status: crm.ConversationClosed}
	s.ContactWrote(&crm.Message{ID: "in"}, time.Unix(1, 0), minute(0), func() string { return "eps_1" })
	if waits := minute(0).Sub(*s.WaitingSince); waits != 7*24*time.Hour {
		t.Errorf("the contact waits for %v", waits)
	}
}

// Where people's answers count only, an assistant's leaves the contact waiting. Until
// people are asked, the assistant is at it, however often it answers.
func TestWaitingForPeopleOnly(t *testing.T) {
	id := func() string { return "eps_1" }
	s := crm.InboxState{Status: crm.ConversationClosed, Priority: crm.PriorityNormal}
	do := func(at int, by crm.ActorKind, routed bool, change func()) {
		before := s
		change()
		s.BookWaiting(before, by, routed, minute(at))
	}
	says := func(at int, by crm.ActorKind) {
		do(at, by, false, func() {
			s.Answered(&crm.Message{ID: fmt.Sprint("out", at), Direction: crm.Outbound, Type: "text", CreatedAt: minute(at), Content: crm.Content{SentBy: crm.Sender{Type: by, ID: "x"}}}, minute(at))
		})
	}
	do(0, "", false, func() {
		s.ContactWrote(&crm.Message{ID: "in"}, minute(0), minute(0), id)
		s.Clocks = &crm.Clocks{PeopleOnly: true}
	})
	for at := 1; at <= 200; at++ { // more often than causes are kept
		says(at, crm.ActorAssistant)
	}
	if s.WaitingSince == nil || !s.WaitingSince.Equal(minute(0)) || s.Episode.Answers != 200 || s.Episode.FirstAnswerAt == nil || s.Episode.FirstPersonAnswerAt != nil || len(s.Waiting.Spans) != 2 {
		t.Fatalf("after the assistant's answers it is %+v", s)
	}
	do(204, "", false, func() { s.ContactWrote(&crm.Message{ID: "in2"}, minute(204), minute(204), id) })
	do(210, "", false, func() { s.HandedOff(crm.DoneBy{Type: crm.ActorAssistant}, minute(210), id) })
	do(212, "", true, func() { s.AssignTo("tem_1", "usr_1", minute(212)) })
	says(215, crm.ActorUser)
	if s.WaitingSince != nil || s.Episode.Waited != 215*time.Minute {
		t.Errorf("after a person's answer the contact waits since %v, and waited %s", s.WaitingSince, s.Episode.Waited)
	}
	for cause, want := range map[crm.WaitCause]int64{crm.WaitAssistant: 210, crm.WaitRouting: 2, crm.WaitAssigned: 3} {
		if got := s.Waiting.Sums[cause] / 60_000; got != want {
			t.Errorf("%s is %d minutes, want %d: %v", cause, got, want, s.Waiting.Sums)
		}
	}
	says(216, crm.ActorAssistant) // the answer of the person may still fail
	do(217, "", false, func() { s.AnswerFailed("out215") })
	if s.WaitingSince == nil || !s.WaitingSince.Equal(minute(0)) {
		t.Errorf("after it failed the contact waits since %v", s.WaitingSince)
	}
}

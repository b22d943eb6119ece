package crm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// clocked is a conversation with clocks, to which things happen at minutes.
type clocked struct {
	t      *testing.T
	s      crm.InboxState
	policy crm.ServicePolicy
	ids    int
	stored map[string]crm.Clock
}

var everyTarget = crm.ServiceTargets{First: 15, Next: 30, Person: 20, Resolution: 600}

func newClocked(t *testing.T, p crm.ServicePolicy) *clocked {
	return &clocked{t: t, policy: p, stored: map[string]crm.Clock{}, s: crm.InboxState{ConversationID: "cnv_1", Status: crm.ConversationClosed, Priority: crm.PriorityNormal}}
}

func (c *clocked) move(at int, ch crm.InboxChange, do func(s *crm.InboxState)) {
	c.t.Helper()
	ch.Before = c.s
	do(&c.s)
	ch.After, ch.Now = &c.s, minute(at)
	if ch.Opened() {
		c.s.Clocks = crm.NewClocks(c.policy, 3, 0)
	}
	if c.s.Clocks == nil {
		return
	}
	for _, one := range c.s.Clocks.Move(ch, crm.AlwaysOpen{}, func() string { c.ids++; return fmt.Sprint("clk_", c.ids) }) {
		c.stored[one.ID] = one
	}
	if !c.s.IsOpen() {
		c.s.Clocks = nil
	}
	running := map[crm.ClockKind]int{}
	for _, one := range c.stored {
		if one.End == "" {
			running[one.Kind]++
		}
		if running[one.Kind] > 1 {
			c.t.Fatalf("two clocks of %s run", one.Kind)
		}
	}
}

func (c *clocked) episode() string { return fmt.Sprint("eps_", c.s.Episode.No+1) }

func (c *clocked) writes(at int) {
	m := &crm.Message{ID: "msg_in", ContactID: "con_1", Direction: crm.Inbound, Type: "text", CreatedAt: minute(at)}
	c.move(at, crm.InboxChange{}, func(s *crm.InboxState) { s.ContactWrote(m, minute(at), minute(at), c.episode) })
}

// answers is an answer that was written at one time and taken at another.
func (c *clocked) answers(id string, by crm.ActorKind, written, at int) {
	m := &crm.Message{ID: id, Direction: crm.Outbound, Type: "text", CreatedAt: minute(written), Content: crm.Content{SentBy: crm.Sender{Type: by, ID: "x"}}}
	c.move(at, crm.InboxChange{Answer: m}, func(s *crm.InboxState) { s.Answered(m, minute(at)) })
}

func (c *clocked) fails(id string, at int) {
	c.move(at, crm.InboxChange{FailedID: id}, func(s *crm.InboxState) { s.AnswerFailed(id) })
}

func (c *clocked) handsOff(at int) {
	c.move(at, crm.InboxChange{}, func(s *crm.InboxState) {
		s.HandedOff(crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"}, minute(at), c.episode)
	})
}

func (c *clocked) becomes(at int, status crm.ConversationStatus) {
	by := crm.DoneBy{Type: crm.ActorUser, ID: "usr_1"}
	c.move(at, crm.InboxChange{}, func(s *crm.InboxState) {
		if err := (crm.StatusChange{Status: status}).Apply(s, by, minute(at), c.episode); err != nil {
			c.t.Fatal(err)
		}
	})
}

// shows is every clock in the order of their beginning: kind, number, begin, due, and
// how it stands.
func (c *clocked) shows() string {
	var out []string
	for i := range c.ids {
		one := c.stored[fmt.Sprint("clk_", i+1)]
		how := "runs"
		switch {
		case one.PausedAt != nil:
			how = "paused"
		case one.End != "":
			how = string(one.End)
		}
		out = append(out, fmt.Sprintf("%s %d %d-%d %s", one.Kind, one.No, *minuteOf(&one.StartedAt), *minuteOf(&one.DueAt), how))
	}
	return strings.Join(out, ", ")
}

// The column of clocks in the table of transitions, cell by cell.
func TestClocksOfTransitions(t *testing.T) {
	no := false
	person, assistant := crm.ActorUser, crm.ActorAssistant
	cases := []struct {
		name   string
		policy crm.ServicePolicy
		do     func(c *clocked)
		want   string
	}{
		{"a message opens an episode", crm.ServicePolicy{}, func(c *clocked) { c.writes(0) }, "resolution 1 0-600 runs, first 1 0-15 runs"},
		{"later messages wait with the first", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.writes(5) }, "resolution 1 0-600 runs, first 1 0-15 runs"},
		{"a message while pending", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.becomes(6, crm.ConversationPending)
			c.writes(60)
		}, "resolution 1 0-654 runs, first 1 0-15 met, next 2 60-90 runs"},
		{"a message wakes", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.becomes(6, crm.ConversationSnoozed)
			c.writes(60)
		}, "resolution 1 0-654 runs, first 1 0-15 met, next 2 60-90 runs"},
		{"a person answers in time", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", person, 4, 15) }, "resolution 1 0-600 runs, first 1 0-15 met"},
		{"a person answers late", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", person, 4, 16) }, "resolution 1 0-600 runs, first 1 0-15 missed"},
		{"an answer crosses a message", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.writes(5); c.answers("a", person, 4, 6) },
			"resolution 1 0-600 runs, first 1 0-15 met, next 2 5-35 runs"},
		{"an answer fails", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", person, 4, 5); c.fails("a", 9) }, "resolution 1 0-600 runs, first 1 0-15 runs"},
		{"an answer fails after another message", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", person, 4, 5); c.writes(7); c.fails("a", 9) },
			"resolution 1 0-600 runs, first 1 0-15 runs, next 2 7-37 canceled"},
		{"an answer fails, another stands", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.answers("b", person, 5, 6)
			c.fails("a", 9)
		}, "resolution 1 0-600 runs, first 1 0-15 met"},
		{"the answer after a failed one", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.fails("a", 9)
			c.answers("b", person, 10, 20)
		}, "resolution 1 0-600 runs, first 1 0-15 missed"},
		{"an assistant answers", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", assistant, 1, 1) }, "resolution 1 0-600 runs, first 1 0-15 met"},
		{"an assistant answers and does not count", crm.ServicePolicy{CountsAutomated: &no}, func(c *clocked) { c.writes(0); c.answers("a", assistant, 1, 1); c.writes(3) },
			"resolution 1 0-600 runs, first 1 0-15 runs"},
		{"a person answers after one that does not count, and it fails", crm.ServicePolicy{CountsAutomated: &no}, func(c *clocked) {
			c.writes(0)
			c.answers("a", assistant, 1, 1)
			c.answers("b", person, 2, 3)
			c.answers("c", assistant, 4, 4)
			c.fails("b", 5)
		}, "resolution 1 0-600 runs, first 1 0-15 runs"},
		{"an assistant hands off", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.answers("a", assistant, 1, 1); c.handsOff(2) },
			"resolution 1 0-600 runs, first 1 0-15 met, person 1 2-22 runs"},
		{"an assistant hands off again", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.handsOff(2); c.handsOff(4) },
			"resolution 1 0-600 runs, first 1 0-15 runs, person 1 2-22 runs"},
		{"an assistant answers after its hand-off", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.handsOff(2); c.answers("a", assistant, 3, 3) },
			"resolution 1 0-600 runs, first 1 0-15 met, person 1 2-22 runs"},
		{"a person answers after a hand-off", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.handsOff(2); c.answers("a", person, 3, 3); c.handsOff(10) },
			"resolution 1 0-600 runs, first 1 0-15 met, person 1 2-22 met, person 2 10-30 runs"},
		{"a hand-off opens an episode", crm.ServicePolicy{}, func(c *clocked) { c.handsOff(0) }, "resolution 1 0-600 runs, person 1 0-20 runs"},
		{"a person's answer after a hand-off fails", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.handsOff(2); c.answers("a", person, 3, 3); c.fails("a", 4) },
			"resolution 1 0-600 runs, first 1 0-15 runs, person 1 2-22 runs"},
		{"it is snoozed while the contact waits", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.becomes(5, crm.ConversationSnoozed) },
			"resolution 1 0-600 paused, first 1 0-15 runs"},
		{"the snooze is over", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.becomes(5, crm.ConversationSnoozed)
			c.becomes(105, crm.ConversationOpen)
		}, "resolution 1 0-700 runs, first 1 0-15 runs"},
		{"it is put off and snoozed", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.becomes(5, crm.ConversationPending)
			c.becomes(50, crm.ConversationSnoozed)
			c.becomes(105, crm.ConversationOpen)
		}, "resolution 1 0-700 runs, first 1 0-15 runs"},
		{"it was late when it was put off", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.becomes(601, crm.ConversationPending)
			c.becomes(700, crm.ConversationOpen)
			c.becomes(701, crm.ConversationClosed)
		}, "resolution 1 0-600 missed, first 1 0-15 missed"},
		{"it is closed while it is put off", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.becomes(6, crm.ConversationPending)
			c.becomes(900, crm.ConversationClosed)
		}, "resolution 1 0-600 met, first 1 0-15 met"},
		{"it is closed and nobody answered", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.handsOff(1); c.becomes(5, crm.ConversationClosed) },
			"resolution 1 0-600 met, first 1 0-15 stopped, person 1 1-21 stopped"},
		{"it is closed too late", crm.ServicePolicy{}, func(c *clocked) { c.writes(0); c.becomes(601, crm.ConversationClosed) }, "resolution 1 0-600 missed, first 1 0-15 missed"},
		{"a message after it was closed", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.becomes(6, crm.ConversationClosed)
			c.writes(60)
		}, "resolution 1 0-600 met, first 1 0-15 met, resolution 1 60-660 runs, first 1 60-75 runs"},
		{"an answer fails after it was closed", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.answers("a", person, 4, 5)
			c.becomes(6, crm.ConversationClosed)
			c.fails("a", 7)
		}, "resolution 1 0-600 met, first 1 0-15 met"},
		{"somebody opens it, and the contact writes", crm.ServicePolicy{}, func(c *clocked) { c.becomes(0, crm.ConversationOpen); c.writes(3) },
			"resolution 1 0-600 runs, first 1 3-18 runs"},
		{"it is assigned", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.move(5, crm.InboxChange{}, func(s *crm.InboxState) { s.AssignTo("tem_1", "usr_1", minute(5)) })
			c.move(6, crm.InboxChange{}, func(s *crm.InboxState) { s.AssignTo("tem_1", "", minute(6)) })
		}, "resolution 1 0-600 runs, first 1 0-15 runs"},
		{"it is joined to another one", crm.ServicePolicy{}, func(c *clocked) {
			c.writes(0)
			c.move(50, crm.InboxChange{Joined: true}, func(s *crm.InboxState) {
				s.Close(crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonMerged, "", "", minute(50))
			})
		}, "resolution 1 0-600 canceled, first 1 0-15 canceled"},
		{"only what is promised", crm.ServicePolicy{Targets: crm.ServiceTargets{Next: 30}}, func(c *clocked) { c.writes(0); c.handsOff(1); c.answers("a", person, 4, 5); c.writes(9) }, "next 2 9-39 runs"},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) {
			if one.policy.Targets == (crm.ServiceTargets{}) {
				one.policy.Targets = everyTarget
			}
			c := newClocked(t, one.policy)
			one.do(c)
			if got := c.shows(); got != one.want {
				t.Errorf("the clocks are\n%s, want\n%s", got, one.want)
			}
		})
	}
}

// What a clock warns of, when its breach is told, and the time that it used.
func TestWhatAClockTells(t *testing.T) {
	c := newClocked(t, crm.ServicePolicy{Targets: everyTarget, WarnMinutesBefore: 15})
	c.writes(0)
	of := func(id string) crm.Clock { return c.stored[id] }
	if of("clk_2").WarnAt != nil || *minuteOf(of("clk_1").WarnAt) != 585 { // a target of 15 minutes has no time before it
		t.Errorf("warnings %v, %v", of("clk_1").WarnAt, of("clk_2").WarnAt)
	}
	if due := c.s.Clocks.NextDue(); *minuteOf(due) != 15 {
		t.Errorf("next due %v", due)
	}
	raised := func(id string) any {
		one := of(id)
		if at := one.RaiseAt(); at != nil {
			return *minuteOf(at)
		}
		return nil
	}
	if raised("clk_1") != 600 || raised("clk_2") != 15 {
		t.Errorf("raised %v, %v", raised("clk_1"), raised("clk_2"))
	}
	c.answers("a", crm.ActorUser, 4, 16)
	c.becomes(20, crm.ConversationPending)
	if raised("clk_1") != nil || raised("clk_2") != 15 || c.s.Clocks.NextDue() != nil {
		t.Errorf("raised %v, %v, next due %v", raised("clk_1"), raised("clk_2"), c.s.Clocks.NextDue())
	}
	c.becomes(120, crm.ConversationOpen)
	if raised("clk_1") != 700 || *minuteOf(of("clk_1").WarnAt) != 685 {
		t.Errorf("raised %v, warns %v", raised("clk_1"), of("clk_1").WarnAt)
	}
	c.becomes(150, crm.ConversationClosed)
	if one := of("clk_1"); one.Used != 50*time.Minute || raised("clk_1") != nil || of("clk_2").Used != 16*time.Minute {
		t.Errorf("used %v and %v", one.Used, of("clk_2").Used)
	}
}

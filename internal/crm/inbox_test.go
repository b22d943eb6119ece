package crm_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

var record = flag.Bool("record", false, "write what the transitions do")

// cell is what one cause makes of one status.
type cell struct {
	Cause   string   `json:"cause"`
	Before  standing `json:"before"`
	After   standing `json:"after"`
	Refused string   `json:"refused,omitempty"`
}

// standing is what a transition may change. Times are minutes.
type standing struct {
	Status       crm.ConversationStatus `json:"status"`
	WaitingSince *int                   `json:"waitingSince"`
	Snoozed      *int                   `json:"snoozedUntil,omitempty"`
	FollowUp     *int                   `json:"followUpAt,omitempty"`
	AgentID      string                 `json:"agentId"`
	TeamID       string                 `json:"teamId"`
	Episode      int                    `json:"episode"`
	EpisodeEnded bool                   `json:"episodeEnded,omitempty"`
	Unread       int64                  `json:"unread"`
	Answers      int                    `json:"answers"`
	HandOffs     int                    `json:"handOffs"`
	WaitedMin    int                    `json:"waitedMinutes"`
}

var began = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func minute(n int) time.Time { return began.Add(time.Duration(n) * time.Minute) }

func minuteOf(at *time.Time) *int {
	if at == nil {
		return nil
	}
	n := int(at.Sub(began).Minutes())
	return &n
}

func standingOf(s crm.InboxState) standing {
	return standing{s.Status, minuteOf(s.WaitingSince), minuteOf(s.SnoozedUntil), minuteOf(s.FollowUpAt), s.AgentID, s.TeamID, s.Episode.No, s.Episode.At != nil,
		s.Inbounds - s.ReadFloor, s.Episode.Answers, s.Episode.HandOffs, int(s.Episode.Waited.Minutes())}
}

// Every cell of the table of transitions: what each cause makes of a conversation
// in each status, with a contact who waits and without.
func TestTransitions(t *testing.T) {
	id := func() string { return "eps_next" }
	user, assistant, contact := crm.DoneBy{Type: crm.ActorUser, ID: "usr_1"}, crm.DoneBy{Type: crm.ActorAssistant, ID: "ast_1"}, crm.DoneBy{Type: crm.ActorContact, ID: "con_1"}
	inbound := &crm.Message{ID: "msg_in", ContactID: "con_1", Direction: crm.Inbound, Type: "text", Content: crm.Content{Text: &crm.Text{Body: "Hello"}}}
	answer := func(by crm.DoneBy) *crm.Message {
		return &crm.Message{ID: "msg_out", Direction: crm.Outbound, Type: "text", Content: crm.Content{Text: &crm.Text{Body: "Hi"}, SentBy: crm.Sender(by)}}
	}
	change := func(s *crm.InboxState, ch crm.StatusChange) error { return ch.Apply(s, user, minute(60), id) }
	until, never := minute(120), false
	// Of what answers nobody the service does not tell the conversation.
	accepted := func(m crm.Message) func(*crm.InboxState) error {
		return func(s *crm.InboxState) error {
			if m.ID, m.Direction = "msg_out", crm.Outbound; m.AnswersContact() {
				s.Answered(&m, minute(60))
			}
			return nil
		}
	}
	causes := []struct {
		name string
		do   func(s *crm.InboxState) error
	}{
		{"the contact writes", func(s *crm.InboxState) error { s.ContactWrote(inbound, minute(59), minute(60), id); return nil }},
		{"a person's answer is accepted", func(s *crm.InboxState) error { s.Answered(answer(user), minute(60)); return nil }},
		{"an assistant's answer is accepted", func(s *crm.InboxState) error { s.Answered(answer(assistant), minute(60)); return nil }},
		{"an assistant's answer is accepted, people's count only", func(s *crm.InboxState) error {
			s.Clocks = &crm.Clocks{PeopleOnly: true}
			s.Answered(answer(assistant), minute(60))
			return nil
		}},
		{"a person's answer is accepted, people's count only", func(s *crm.InboxState) error {
			s.Clocks = &crm.Clocks{PeopleOnly: true}
			s.Answered(answer(user), minute(60))
			return nil
		}},
		{"a template of a broadcast or of the API is accepted", accepted(crm.Message{Type: "template", Content: crm.Content{SentBy: crm.Sender(user)}})},
		{"a reaction of the business is accepted", accepted(crm.Message{Type: "reaction", Content: crm.Content{SentBy: crm.Sender(user)}})},
		{"a line of the system is accepted", accepted(crm.Message{Type: "text", Content: crm.Content{SentBy: crm.Sender{Type: crm.ActorSystem}}})},
		{"the word that people will answer is accepted", accepted(crm.Message{Type: "text", Content: crm.Content{SentBy: crm.Sender(assistant), Assistant: &crm.AssistantMark{Source: crm.ReplyFromHandOff}}})},
		// Of these the conversation is not told; that it stands as it did is also shown over HTTP.
		{"somebody writes a note", func(*crm.InboxState) error { return nil }},
		{"somebody labels it", func(*crm.InboxState) error { return nil }},
		{"an accepted answer fails", func(s *crm.InboxState) error {
			s.Answered(answer(user), minute(60))
			s.AnswerFailed("msg_out")
			return nil
		}},
		{"an accepted answer fails, another stands", func(s *crm.InboxState) error {
			s.Answered(answer(user), minute(60))
			s.Answered(&crm.Message{ID: "msg_2", Direction: crm.Outbound, Type: "text"}, minute(61))
			s.AnswerFailed("msg_out")
			return nil
		}},
		{"an assistant hands off", func(s *crm.InboxState) error { s.HandedOff(assistant, minute(60), id); return nil }},
		{"somebody snoozes it", func(s *crm.InboxState) error {
			return change(s, crm.StatusChange{Status: crm.ConversationSnoozed, Until: &until})
		}},
		{"somebody snoozes it for ever", func(s *crm.InboxState) error {
			return change(s, crm.StatusChange{Status: crm.ConversationSnoozed, WakeOnReply: &never})
		}},
		{"a snooze is over", func(s *crm.InboxState) error {
			s.Reopen(crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonTime, minute(60), id)
			return nil
		}},
		{"a follow-up is due", func(s *crm.InboxState) error {
			s.SnoozedUntil, s.FollowUpAt = nil, s.SnoozedUntil
			s.FollowUp(crm.ReasonTime, minute(120), id)
			return nil
		}},
		{"somebody closes it after its follow-up", func(s *crm.InboxState) error {
			due := minute(60)
			s.FollowUpAt = &due
			return change(s, crm.StatusChange{Status: crm.ConversationClosed})
		}},
		{"somebody closes it before its follow-up", func(s *crm.InboxState) error {
			s.FollowUpAt = &until
			return change(s, crm.StatusChange{Status: crm.ConversationClosed})
		}},
		{"somebody opens it before its follow-up", func(s *crm.InboxState) error {
			s.FollowUpAt = &until
			return change(s, crm.StatusChange{Status: crm.ConversationOpen})
		}},
		{"somebody puts it off", func(s *crm.InboxState) error { return change(s, crm.StatusChange{Status: crm.ConversationPending}) }},
		{"somebody opens it", func(s *crm.InboxState) error { return change(s, crm.StatusChange{Status: crm.ConversationOpen}) }},
		{"somebody closes it", func(s *crm.InboxState) error { return change(s, crm.StatusChange{Status: crm.ConversationClosed}) }},
		{"it is assigned", func(s *crm.InboxState) error { s.AssignTo("tem_2", "usr_2", minute(60)); return nil }},
		{"the agent is gone", func(s *crm.InboxState) error { s.AssignTo(s.TeamID, "", minute(60)); return nil }},
	}
	var cells []cell
	for _, cause := range causes {
		for _, status := range append([]crm.ConversationStatus{"snoozed, wakes at its time only"}, crm.ConversationStatuses...) {
			for _, waits := range []bool{true, false} {
				s := crm.InboxState{Status: crm.ConversationClosed, TeamID: "tem_1", AgentID: "usr_1", Priority: crm.PriorityNormal}
				s.Reopen(contact, crm.ReasonContactWrote, minute(0), id)
				s.Inbounds = 3
				if waits {
					since := minute(10)
					s.WaitingSince = &since
				}
				switch status {
				case crm.ConversationClosed:
					if waits {
						continue // nobody waits in a closed conversation
					}
					s.Close(user, "resolved", "", "", minute(20))
				case crm.ConversationPending:
					s.PutOff()
				case crm.ConversationSnoozed:
					s.Snooze(&until, true)
				case crm.ConversationOpen:
				default:
					s.Snooze(&until, false)
				}
				c := cell{Cause: cause.name, Before: standingOf(s)}
				if err := cause.do(&s); err != nil {
					c.Refused = err.Error()
				}
				c.After = standingOf(s)
				cells = append(cells, c)
			}
		}
	}
	got, err := json.MarshalIndent(cells, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/transitions.json"
	if *record {
		if err := os.WriteFile(file, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got)+"\n" {
		t.Errorf("the transitions differ from %s; run with -record and read the difference", file)
	}
}

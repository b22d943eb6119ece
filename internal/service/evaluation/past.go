package evaluation

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/reply"
)

const (
	// pastPage is how many messages one look goes through, pastThreads how many
	// answers of them it looks at more closely: readers of the database are few.
	pastPage          = 500
	pastConversations = 20
	// pastMost is how many messages an evaluation goes through at most.
	pastMost = 200_000
	// pastBefore is how much of a conversation before an answer is read,
	// pastBurst how many messages a question has at most, pastAnswer how many an
	// answer has.
	pastBefore = 40
	pastBurst  = 20
	pastAnswer = 5
	// pastQuiet is after how long a person who is the active speaker is taken to have
	// answered to the end; answers that are no longer apart are one.
	pastQuiet  = time.Hour
	pastPauses = 10 * time.Minute
)

// collect looks for the next questions that people answered, newest first.
func (s *Evaluations) collect(ctx context.Context, e crm.Evaluation) error {
	c := collected{Position: e.Position, Phase: crm.PhaseCollecting}
	words, _, err := s.contact.ConsentWords(e.WorkspaceID)
	if err != nil {
		return err
	}
	var found []crm.EvaluationItem
	err = s.db.View(ctx, func(tx *db.Tx) error {
		page, err := message.PastMessages(tx, e.WorkspaceID, e.Position, crm.LowestID(crm.PrefixMessage, *e.Since), pastPage)
		conversations := 0
		for _, m := range page {
			if err != nil || conversations == pastConversations || e.Found+len(found) == e.Limit {
				return err
			}
			c.Position = m.ID
			c.Examined++
			if !mayAnswer(m) || len(e.PhoneNumberIDs) > 0 && !slices.Contains(e.PhoneNumberIDs, m.PhoneNumberID) {
				continue
			}
			conversations++
			var item *crm.EvaluationItem
			var leftOut bool
			if item, leftOut, err = s.pastQuestion(tx, e.WorkspaceID, m, words); item != nil {
				item.Number = e.Found + len(found) + 1
				found = append(found, *item)
			}
			if leftOut {
				c.LeftOut++
			}
		}
		if err == nil && len(page) < pastPage {
			c.Phase = crm.PhaseMeasuring // that was all
		}
		return err
	})
	if err != nil {
		return err
	}
	if e.Found+len(found) >= e.Limit || e.Examined+c.Examined >= pastMost {
		c.Phase = crm.PhaseMeasuring
	}
	for _, item := range found {
		row, err := s.sealQuestion(e, item)
		if err != nil {
			return err
		}
		c.Items = append(c.Items, row)
	}
	return s.db.Update(ctx, e.ID, func(tx *db.Tx) error { collectEvaluation(tx, e, c); return nil })
}

// mayAnswer reports whether a message may be what a person answered.
func mayAnswer(m message.PastMessage) bool {
	switch m.Status {
	case crm.StatusAccepted, crm.StatusSent, crm.StatusDelivered, crm.StatusRead:
		return m.Direction == crm.Outbound && m.Type == "text"
	}
	return false
}

// byPerson reports whether a message is a text that a person wrote: not an
// assistant, not a template, and not taken back.
func byPerson(m *crm.Message) bool {
	return m.Direction == crm.Outbound && m.Type == "text" && m.Content.Assistant == nil && m.Content.RevokedAt == nil
}

// speaks reports whether a message is a turn of the talk: a reaction is none,
// and what an assistant says when it hands off answers nothing.
func speaks(m *crm.Message) bool {
	if m.Direction == crm.Inbound {
		return decide.Answerable(m.Type)
	}
	return m.Type != "reaction" && (m.Content.Assistant == nil || m.Content.Assistant.Source != crm.ReplyFromHandOff)
}

// pastQuestion is the question that a person answered with a message, if it is
// the first answer to one and the conversation is done with it. leftOut says
// that there is one that is not taken: it has personal data, or its contact
// wants to hear nothing.
func (s *Evaluations) pastQuestion(tx *db.Tx, workspaceID string, m message.PastMessage, words *contact.ConsentWords) (item *crm.EvaluationItem, leftOut bool, err error) {
	found, err := message.MessagesBefore(tx, workspaceID, []*crm.Message{{ID: m.ID, ConversationID: m.ConversationID}}, pastBefore)
	if err != nil {
		return nil, false, err
	}
	before := slices.DeleteFunc(found[0], func(m *crm.Message) bool { return !speaks(m) })
	n := 0
	for n < len(before) && n < pastBurst && before[n].Direction == crm.Inbound {
		n++
	}
	if n == 0 || slices.ContainsFunc(message.ConsentWordsOf(before[0]), func(text string) bool { _, found := words.Find(text, ""); return found }) {
		return nil, false, nil
	}
	after, err := message.MessagesFrom(tx, workspaceID, m.ConversationID, m.ID, pastAnswer+1)
	if err != nil || len(after) == 0 || !byPerson(after[0]) {
		return nil, false, err
	}
	speaker, err := conversation.ActiveSpeaker(tx, workspaceID, m.ConversationID)
	if err != nil || speaker.SpeakerAt(tx.Now()) == crm.SpeakerPerson && tx.Now().Sub(after[0].CreatedAt) < pastQuiet {
		return nil, false, err
	}
	conversation, err := contact.Conversation(tx, workspaceID, m.ConversationID)
	if err != nil {
		return nil, false, err
	}
	item = &crm.EvaluationItem{ConversationID: m.ConversationID, MessageID: m.ID}
	item.Answer = answerOf(after)
	for _, b := range slices.Backward(before[:n]) {
		item.Burst = append(item.Burst, pastSaid(b))
	}
	for _, b := range slices.Backward(before[n:]) {
		if r := pastSaid(b); !decide.Personal(r.Text) {
			item.Before = append(item.Before, r)
		}
	}
	item.Question = decide.Question(replayFacts(*item, crm.AssistantConfig{}, tx.Now()).Burst)
	if conversation.RefusesAllAt != nil || decide.Personal(item.Question) || item.Answer == "" {
		return nil, true, nil
	}
	return item, false, nil
}

func pastSaid(m *crm.Message) crm.ReplayedMessage {
	said := reply.Said(m)
	if said.Revoked {
		said.Text = ""
	}
	return crm.ReplayedMessage{Inbound: said.Inbound, Machine: said.Machine, Type: said.Type, Text: said.Text, At: said.At}
}

// answerOf joins what a person wrote in a row.
func answerOf(from []*crm.Message) string {
	var lines []string
	last := from[0].CreatedAt
	for _, m := range from {
		if m.Direction == crm.Inbound && decide.Answerable(m.Type) || m.CreatedAt.Sub(last) > pastPauses {
			break
		}
		if byPerson(m) && len(lines) < pastAnswer {
			lines, last = append(lines, strings.TrimSpace(m.Content.Words())), m.CreatedAt
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

package crm_test

import (
	"testing"

	"service.example/crm/internal/crm"
)

// What people, their systems and assistants write answers the contact; what programs
// send by themselves does not, nor what only says that people will answer.
func TestAnswersContact(t *testing.T) {
	user, key, assistant, system := crm.Sender{Type: crm.ActorUser, ID: "usr_1"}, crm.Sender{Type: crm.ActorKey, ID: "key_1"}, crm.Sender{Type: crm.ActorAssistant, ID: "ast_1"}, crm.Sender{Type: crm.ActorSystem}
	for name, c := range map[string]struct {
		message crm.Message
		want    bool
	}{
		"a person's text":          {crm.Message{Type: "text", Content: crm.Content{SentBy: user}}, true},
		"a text of your system":    {crm.Message{Type: "text", Content: crm.Content{SentBy: key}}, true},
		"an assistant's text":      {crm.Message{Type: "text", Content: crm.Content{SentBy: assistant, Assistant: &crm.AssistantMark{Source: crm.ReplyFromModel}}}, true},
		"a text from the phone":    {crm.Message{Type: "text"}, true},
		"a file":                   {crm.Message{Type: "image", Content: crm.Content{SentBy: user}}, true},
		"a template that answers":  {crm.Message{Type: "template", Content: crm.Content{SentBy: user, Answer: true}}, true},
		"a template":               {crm.Message{Type: "template", Content: crm.Content{SentBy: key}}, false},
		"a reaction":               {crm.Message{Type: "reaction", Content: crm.Content{SentBy: user}}, false},
		"a line of the system":     {crm.Message{Type: "text", Content: crm.Content{SentBy: system}}, false},
		"a question of the system": {crm.Message{Type: "interactive", Content: crm.Content{SentBy: system}}, false},
		"that people will answer":  {crm.Message{Type: "text", Content: crm.Content{SentBy: assistant, Assistant: &crm.AssistantMark{Source: crm.ReplyFromHandOff}}}, false},
		"from before the number":   {crm.Message{Type: "text", Content: crm.Content{History: true}}, false},
		"what the contact writes":  {crm.Message{Type: "text", Direction: crm.Inbound}, false},
	} {
		m := c.message
		if m.Direction == "" {
			m.Direction = crm.Outbound
		}
		if got := m.AnswersContact(); got != c.want {
			t.Errorf("%s answers the contact: %v", name, got)
		}
	}
}

package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// AutomaticMessages are what a phone number says by itself.
type AutomaticMessages struct {
	Greeting   crm.AutomaticGreeting   `json:"greeting" doc:"What contacts are greeted with whose message opens an episode."`
	OutOfHours crm.AutomaticOutOfHours `json:"outOfHours" doc:"What contacts are told who write while you are closed, instead of the greeting."`
	Reminder   crm.AutomaticReminder   `json:"reminder" doc:"What contacts are reminded with who stay silent in a pending conversation."`
	Closing    crm.AutomaticClosing    `json:"closing" doc:"When conversations with silent contacts are closed."`
	UpdatedAt  *time.Time              `json:"updatedAt" doc:"When they last changed; null if they never changed."`
}

// UpdateAutomaticMessages changes what is given of each part.
type UpdateAutomaticMessages struct {
	Greeting   *crm.AutomaticGreetingChange   `json:"greeting,omitempty" doc:"What contacts are greeted with whose message opens an episode."`
	OutOfHours *crm.AutomaticOutOfHoursChange `json:"outOfHours,omitempty" doc:"What contacts are told who write while you are closed, instead of the greeting."`
	Reminder   *crm.AutomaticReminderChange   `json:"reminder,omitempty" doc:"What contacts are reminded with who stay silent in a pending conversation."`
	Closing    *crm.AutomaticClosingChange    `json:"closing,omitempty" doc:"When conversations with silent contacts are closed."`
}

type (
	updateAutomaticInput struct {
		NumberInput
		Body UpdateAutomaticMessages
	}
	automaticOutput struct{ Body AutomaticMessages }
)

func automaticMessages(a crm.AutomaticMessages) AutomaticMessages {
	return AutomaticMessages{Greeting: a.Greeting, OutOfHours: a.OutOfHours, Reminder: a.Reminder, Closing: a.Closing, UpdatedAt: a.UpdatedAt}
}

func automaticRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/automatic-messages"
	register(s, operation{id: "get-automatic-messages", method: http.MethodGet, path: path, tag: numbersTag, errors: []int{404},
		scope: crm.ScopeNumbersRead, summary: "Get the automatic messages", description: "What a phone number says by itself, and when it closes conversations."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*automaticOutput, error) {
			out, err := s.svc.Account.AutomaticMessages(ctx, a, in.ID)
			return &automaticOutput{automaticMessages(out)}, err
		})
	register(s, operation{id: "update-automatic-messages", method: http.MethodPatch, path: path, tag: numbersTag, errors: []int{404}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "automatic_messages.updated", summary: "Change the automatic messages",
		description: "Changes only the fields you send. Waits that go on keep their time; what is turned off stops at once. Other nodes know within a second. The provider may charge for the messages.",
		example:     UpdateAutomaticMessages{Greeting: &crm.AutomaticGreetingChange{Enabled: ptr(true), Text: ptr("Hi {{contact.firstName}}, how can we help?")}}},
		func(ctx context.Context, a crm.Actor, in *updateAutomaticInput) (*automaticOutput, error) {
			out, err := s.svc.Account.UpdateAutomaticMessages(ctx, a, in.ID, crm.AutomaticMessagesChange(in.Body))
			return &automaticOutput{automaticMessages(out)}, err
		})
}

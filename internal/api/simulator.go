package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
)

var sandboxTag = tag{"Sandbox", "The simulated customers of a test workspace. Look at their phones and let them write."}

// SimulateMessage is what a simulated customer writes.
type SimulateMessage struct {
	From string `json:"from,omitempty" doc:"Any phone number, with + and country code."`
	Name string `json:"name,omitempty" maxLength:"256" doc:"Profile name of the customer."`
	Text string `json:"text,omitempty" doc:"Text of the message; at most 4096 characters."`
	To   string `json:"to,omitempty" doc:"Id or number of your phone number; by default the default number."`
}

// SimulatedReceipt says what a simulated customer wrote to. The message itself
// comes like any other: as messages.upsert, within moments.
type SimulatedReceipt struct {
	ProviderMessageID string `json:"providerMessageId" doc:"The message's id at the simulated provider, as in events."`
	PhoneNumberID     string `json:"phoneNumberId" doc:"Your phone number."`
}

// SimulatedPhone is a simulated customer's phone.
type SimulatedPhone struct {
	Number   crm.ContactNumber  `json:"number" doc:"The customer's phone number."`
	Messages []SimulatedMessage `json:"messages" nullable:"false" doc:"Messages from this workspace, oldest first."`
}

// SimulatedMessage is a message as the phone shows it.
type SimulatedMessage struct {
	ProviderMessageID string            `json:"providerMessageId" doc:"The message's id at the simulated provider."`
	From              string            `json:"from" doc:"Your phone number."`
	Type              string            `json:"type" doc:"The provider's type of the message, such as text or template."`
	TemplateName      string            `json:"templateName,omitempty" doc:"The template of the message."`
	Text              string            `json:"text" doc:"The text with its parameters, the caption, or a line that describes the content."`
	Footer            string            `json:"footer,omitempty" doc:"The line below the text."`
	Buttons           []SimulatedButton `json:"buttons,omitempty" doc:"The buttons."`
	Status            string            `json:"status" enum:"accepted,sent,delivered,read,failed" doc:"Current status."`
	SentAt            time.Time         `json:"sentAt" doc:"When the simulated provider accepted it."`
	DeliveredAt       *time.Time        `json:"deliveredAt" doc:"When it arrived; null until then."`
	ReadAt            *time.Time        `json:"readAt" doc:"When it was read; null until then."`
}

// SimulatedButton is something that can be pressed.
type SimulatedButton struct {
	Type string `json:"type" doc:"The provider's type of the button, such as quick_reply or url."`
	ID   string `json:"id,omitempty" doc:"Id of the button; a press carries it."`
	Text string `json:"text" doc:"Its label."`
	URL  string `json:"url,omitempty" doc:"Where it leads."`
}

// AdvanceClock moves the clock.
type AdvanceClock struct {
	AdvanceSeconds int `json:"advanceSeconds,omitempty" doc:"How far the clock goes forward; at most 2678400, which is 31 days." example:"90000"`
}

// SimulatedClock is the clock of a demo.
type SimulatedClock struct {
	Now time.Time `json:"now" doc:"The time now."`
}

type (
	advanceInput         struct{ Body AdvanceClock }
	advanceOutput        struct{ Body SimulatedClock }
	simulateInput        struct{ Body SimulateMessage }
	simulatedOutput      struct{ Body SimulatedReceipt }
	simulatedPhoneOutput struct{ Body SimulatedPhone }
	simulatedPhoneInput  struct {
		Number string `path:"number" maxLength:"64" doc:"The customer's phone number, with + and country code."`
	}
)

func simulatorRoutes(s *Server) {
	register(s, operation{id: "simulate-message", method: http.MethodPost, path: "/v1/sandbox/messages", tag: sandboxTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeSandboxWrite, whole: true, summary: "Let a simulated customer write",
		description: "Only for test workspaces of a deployment with the provider simulator (`--sandbox`, or the demo); others get 409. Live workspaces get 403. The message is handled like a real one: it opens the customer-service window, and assistants reply to it. The answer comes when the message has been received, or after 5 seconds.",
		example:     SimulateMessage{From: customer, Name: "Ada Lovelace", Text: "Hello! When are you open?"}},
		func(ctx context.Context, a crm.Actor, in *simulateInput) (*simulatedOutput, error) {
			r, err := s.svc.Account.SimulateMessage(ctx, a, account.SimulatedText(in.Body))
			if err == nil {
				s.svc.Inbound.AwaitMessage(ctx, a.WorkspaceID, r.PhoneNumberID, r.ProviderMessageID)
			}
			return &simulatedOutput{SimulatedReceipt(r)}, err
		})
	register(s, operation{id: "advance-simulated-clock", method: http.MethodPost, path: "/v1/sandbox/clock", tag: sandboxTag, errors: []int{409},
		scope: crm.ScopeSandboxWrite, whole: true, summary: "Move the demo's clock forward",
		description: "Only for test workspaces of a demo: other servers go by the wall clock and answer 409. It is the clock of the whole service, with every workspace and the simulator. Whatever falls due by it happens at once, such as the end of a customer-service window, a snooze or a schedule.",
		example:     AdvanceClock{AdvanceSeconds: 90_000}},
		func(ctx context.Context, a crm.Actor, in *advanceInput) (*advanceOutput, error) {
			now, err := s.svc.Account.AdvanceClock(ctx, a, in.Body.AdvanceSeconds, s.svc.People.StaySignedIn)
			return &advanceOutput{SimulatedClock{now}}, err
		})
	register(s, operation{id: "get-simulated-phone", method: http.MethodGet, path: "/v1/sandbox/phones/{number}", tag: sandboxTag, errors: []int{404, 409},
		scope: crm.ScopeSandboxRead, whole: true, summary: "Look at a simulated customer's phone",
		description: "The messages that a simulated customer received from this workspace. 404 until the customer has written to one of its phone numbers or received a message. A restart of the service clears the simulator."},
		func(ctx context.Context, a crm.Actor, in *simulatedPhoneInput) (*simulatedPhoneOutput, error) {
			list, err := s.svc.Account.SimulatedPhone(ctx, a, in.Number)
			return &simulatedPhoneOutput{renderSimulatedPhone(in.Number, list)}, err
		})
}

func renderSimulatedPhone(number string, list []account.SimulatedMessage) SimulatedPhone {
	out := SimulatedPhone{Number: crm.ContactNumber(number), Messages: []SimulatedMessage{}}
	for _, m := range list {
		shown := SimulatedMessage{ProviderMessageID: m.ProviderMessageID, From: m.From, Type: m.Type, TemplateName: m.TemplateName, Text: m.Text, Footer: m.Footer,
			Status: m.Status, SentAt: m.SentAt, DeliveredAt: m.DeliveredAt, ReadAt: m.ReadAt}
		for _, b := range m.Buttons {
			shown.Buttons = append(shown.Buttons, SimulatedButton(b))
		}
		out.Messages = append(out.Messages, shown)
	}
	return out
}

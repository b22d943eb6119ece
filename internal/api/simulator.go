package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

var sandboxTag = tag{"Sandbox", "The simulated customers of a test workspace: see what they got, and let them write."}

// SimulateMessage is what a simulated customer writes.
type SimulateMessage struct {
	From string `json:"from,omitempty" doc:"The customer's phone number: one of your choice, with + and country code."`
	Name string `json:"name,omitempty" maxLength:"256" doc:"What the customer calls themselves."`
	Text string `json:"text,omitempty" doc:"What they write; at most 4096 characters."`
	To   string `json:"to,omitempty" doc:"Id or number of the business number that they write to; the default number unless given."`
}

// SimulatedReceipt says what a simulated customer wrote to. The message itself
// comes like any other: as messages.upsert, within moments.
type SimulatedReceipt struct {
	ProviderMessageID string `json:"providerMessageId" doc:"The message's id at the simulated provider; events have it too."`
	PhoneNumberID     string `json:"phoneNumberId" doc:"The business number that was written to."`
}

// SimulatedPhone is a simulated customer's phone.
type SimulatedPhone struct {
	Number   string             `json:"number" doc:"The customer's phone number."`
	Messages []SimulatedMessage `json:"messages" nullable:"false" doc:"What arrived from this workspace, oldest first."`
}

// SimulatedMessage is a message as the phone shows it.
type SimulatedMessage struct {
	ProviderMessageID string            `json:"providerMessageId" doc:"The message's id at the simulated provider."`
	From              string            `json:"from" doc:"The business number that it came from."`
	Type              string            `json:"type" doc:"The provider's type of the message, such as text or template."`
	TemplateName      string            `json:"templateName,omitempty" doc:"The template that it was made from."`
	Text              string            `json:"text" doc:"The body with its parameters filled in, a caption, or a line that describes the rest."`
	Footer            string            `json:"footer,omitempty" doc:"The line below the text."`
	Buttons           []SimulatedButton `json:"buttons,omitempty" doc:"What can be pressed."`
	Status            string            `json:"status" enum:"accepted,sent,delivered,read,failed" doc:"How far it has come."`
	SentAt            time.Time         `json:"sentAt" doc:"When the simulated provider took it."`
	DeliveredAt       *time.Time        `json:"deliveredAt" doc:"When it arrived; null until then."`
	ReadAt            *time.Time        `json:"readAt" doc:"When it was read; null until then."`
}

// SimulatedButton is something that can be pressed.
type SimulatedButton struct {
	Type string `json:"type" doc:"The provider's type of the button, such as quick_reply or url."`
	ID   string `json:"id,omitempty" doc:"What a press of it is told by."`
	Text string `json:"text" doc:"Its label."`
	URL  string `json:"url,omitempty" doc:"Where it leads."`
}

type (
	simulateInput        struct{ Body SimulateMessage }
	simulatedOutput      struct{ Body SimulatedReceipt }
	simulatedPhoneOutput struct{ Body SimulatedPhone }
	simulatedPhoneInput  struct {
		Number string `path:"number" maxLength:"64" doc:"The customer's phone number, with + and country code."`
	}
)

func (s *Server) simulatorRoutes() {
	register(s, operation{id: "simulate-message", method: http.MethodPost, path: "/v1/sandbox/messages", tag: sandboxTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeSandboxWrite, summary: "Let a simulated customer write",
		description: "For test workspaces of a deployment that runs the provider simulator (`--sandbox`, or the demo); others answer 409. Live workspaces get 403. The message takes the way of a real one: it opens the customer-service window, and assistants on duty answer it.",
		example:     SimulateMessage{From: customer, Name: "Ada Lovelace", Text: "Hello! When are you open?"}},
		func(ctx context.Context, a crm.Actor, in *simulateInput) (*simulatedOutput, error) {
			r, err := s.svc.SimulateMessage(ctx, a, service.SimulatedText(in.Body))
			return &simulatedOutput{SimulatedReceipt(r)}, err
		})
	register(s, operation{id: "get-simulated-phone", method: http.MethodGet, path: "/v1/sandbox/phones/{number}", tag: sandboxTag, errors: []int{404, 409},
		scope: crm.ScopeSandboxRead, summary: "Look at a simulated customer's phone",
		description: "What a simulated customer has received from this workspace. 404 until the customer has written to one of its numbers or heard from it. The simulator forgets everything when the service restarts."},
		func(ctx context.Context, a crm.Actor, in *simulatedPhoneInput) (*simulatedPhoneOutput, error) {
			list, err := s.svc.SimulatedPhone(ctx, a, in.Number)
			return &simulatedPhoneOutput{renderSimulatedPhone(in.Number, list)}, err
		})
}

func renderSimulatedPhone(number string, list []service.SimulatedMessage) SimulatedPhone {
	out := SimulatedPhone{Number: number, Messages: []SimulatedMessage{}}
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

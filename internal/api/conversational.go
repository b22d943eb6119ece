package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// ConversationalComponents are what a number offers to contacts in its chat.
type ConversationalComponents struct {
	WelcomeMessage bool              `json:"welcomeMessage" doc:"Whether the provider tells when somebody opens the chat for the first time, so that you can welcome them."`
	Commands       []crm.ChatCommand `json:"commands" nullable:"false" doc:"What contacts may pick after they typed a slash."`
	Prompts        []string          `json:"prompts" nullable:"false" doc:"What contacts may tap when the chat is still empty."`
}

// SetConversationalComponents replaces all of them.
type SetConversationalComponents struct {
	WelcomeMessage bool              `json:"welcomeMessage,omitempty" doc:"Whether the provider tells when somebody opens the chat for the first time; false by default."`
	Commands       []crm.ChatCommand `json:"commands,omitempty" nullable:"false" doc:"At most 30, each with a name of its own. None by default."`
	Prompts        []string          `json:"prompts,omitempty" nullable:"false" doc:"At most 4 of 80 characters. None by default."`
}

type (
	setComponentsInput struct {
		NumberInput
		Body SetConversationalComponents
	}
	componentsOutput struct{ Body ConversationalComponents }
)

func conversationalRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/conversational-components"
	register(s, operation{id: "get-conversational-components", method: http.MethodGet, path: path, tag: numbersTag, errors: setupCalls,
		scope: crm.ScopeNumbersRead, summary: "Get the conversational components", description: "Welcome message, commands and prompts of a number, as the provider has them now."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*componentsOutput, error) {
			out, err := s.svc.Storefront.Components(ctx, a, in.ID)
			return &componentsOutput{ConversationalComponents(out)}, err
		})
	register(s, operation{id: "set-conversational-components", method: http.MethodPut, path: path, tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "conversational_components.set", summary: "Set the conversational components",
		description: "Replaces all of them at the provider: what you do not send is gone then. What contacts tap or pick comes as a message with its text.",
		example:     SetConversationalComponents{Commands: []crm.ChatCommand{{Name: "tickets", Description: "Book flight tickets"}}, Prompts: []string{"Plan my trip"}}},
		func(ctx context.Context, a crm.Actor, in *setComponentsInput) (*componentsOutput, error) {
			out, err := s.svc.Storefront.SetComponents(ctx, a, in.ID, crm.ConversationalComponents(in.Body))
			return &componentsOutput{ConversationalComponents(out)}, err
		})
}

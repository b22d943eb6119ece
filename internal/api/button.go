package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/button"
)

var buttonsTag = tag{"Buttons", "Buttons of your own in conversations: they open a page of yours, or call your system."}

// Button is a button of the workspace's own in conversations.
type Button struct {
	ID        string           `json:"id" doc:"Identifier of the button; begins with btn_."`
	Label     string           `json:"label" doc:"What people read on it."`
	Kind      crm.ButtonKind   `json:"kind" enum:"open_url,post" doc:"open_url: whoever presses it opens the URL. post: the service calls the URL."`
	URL       string           `json:"url" doc:"Where it leads. That of open_url may have placeholders such as {contact.phone}."`
	TeamIDs   []string         `json:"teamIds" nullable:"false" doc:"The teams that it is for; empty for everybody."`
	Secrets   []EndpointSecret `json:"secrets" nullable:"false" doc:"The secrets that sign its calls, newest first; none for open_url."`
	CreatedBy crm.DoneBy       `json:"createdBy" doc:"Who created it."`
	CreatedAt time.Time        `json:"createdAt" doc:"When it was created."`
	UpdatedAt time.Time        `json:"updatedAt" doc:"When it was last changed."`
}

// ButtonWithSecret is a button with its new secret.
type ButtonWithSecret struct {
	Button
	Secret string `json:"secret,omitempty" doc:"The new secret that signs the calls, shown only here; absent for open_url."`
}

// CreateButton is a new button.
type CreateButton struct {
	Label   string         `json:"label,omitempty" needed:"true" maxLength:"60" doc:"What people read on it." example:"Open the order"`
	Kind    crm.ButtonKind `json:"kind,omitempty" needed:"true" enum:"open_url,post" doc:"open_url: whoever presses it opens the URL. post: the service calls the URL. It is so for good."`
	URL     string         `json:"url,omitempty" needed:"true" maxLength:"2048" doc:"Where it leads. Placeholders of open_url, behind the host: {contact.id}, {contact.name}, {contact.phone}, {contact.fields.<key>}, {conversation.id}, {agent.id}, {agent.name}." example:"https://shop.example/orders?phone={contact.phone}"`
	TeamIDs []string       `json:"teamIds,omitempty" nullable:"false" maxItems:"20" doc:"The teams that it is for; everybody by default."`
}

// UpdateButton changes what is given.
type UpdateButton struct {
	Label   *string   `json:"label,omitempty" maxLength:"60" doc:"What people read on it."`
	URL     *string   `json:"url,omitempty" maxLength:"2048" doc:"Where it leads."`
	TeamIDs *[]string `json:"teamIds,omitempty" maxItems:"20" doc:"The teams that it is for, all of them; empty for everybody."`
}

// RotateButtonSecret says how long the old secrets sign beside the new one.
type RotateButtonSecret struct {
	OverlapSeconds *int `json:"overlapSeconds,omitempty" minimum:"0" maximum:"604800" default:"86400" doc:"How long the old secret signs beside the new one: up to 7 days, 1 day by default. 0 ends all earlier secrets at once."`
}

// ConversationButton is a button as you may press it in a conversation.
type ConversationButton struct {
	ID      string         `json:"id" doc:"Identifier of the button."`
	Label   string         `json:"label" doc:"What people read on it."`
	Kind    crm.ButtonKind `json:"kind" enum:"open_url,post" doc:"open_url: open the url. post: press it here."`
	URL     string         `json:"url" doc:"The URL with the values of the conversation; empty for post."`
	Missing []string       `json:"missing" nullable:"false" doc:"Placeholders of the URL that have no value here, or none that you may read. They are left out."`
}

// Press is one pressing of a button that calls your system.
type Press struct {
	ID             string          `json:"id" doc:"Identifier of the press; begins with prs_. Your system gets it as webhook-id."`
	ButtonID       string          `json:"buttonId" doc:"The button."`
	ConversationID string          `json:"conversationId" doc:"The conversation in which it was pressed."`
	PressedBy      crm.DoneBy      `json:"pressedBy" doc:"Who pressed it."`
	PressedAt      time.Time       `json:"pressedAt" doc:"When."`
	State          crm.PressState  `json:"state" enum:"calling,done,failed,unknown" doc:"calling: under way. done: your system answered, and what is in applied took effect. failed: see error; nothing took effect. unknown: your system may have been called; nothing took effect."`
	EndedAt        *time.Time      `json:"endedAt" doc:"When it was done or failed; null otherwise."`
	Error          *crm.PressError `json:"error" doc:"Why it failed; null if it did not."`
	Applied        []string        `json:"applied" nullable:"false" doc:"The parts of the answer that took effect, as JSON pointers."`
	Skipped        []crm.PressSkip `json:"skipped" nullable:"false" doc:"The parts of the answer that did not, and why."`
	NoteID         string          `json:"noteId" doc:"The note that was written; empty for none."`
	Message        string          `json:"message" doc:"What your system says to whoever pressed; empty in lists."`
	ReplyProposal  string          `json:"replyProposal" doc:"What they may answer the contact; empty in lists."`
	Drafted        bool            `json:"drafted" doc:"Whether replyProposal became their draft."`
}

type (
	// ButtonInput names a button in the path.
	ButtonInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the button."`
	}
	createButtonInput struct{ Body CreateButton }
	updateButtonInput struct {
		ButtonInput
		Body UpdateButton
	}
	rotateButtonInput struct {
		ButtonInput
		Body *RotateButtonSecret
	}
	buttonPressesInput struct {
		ButtonInput
		PageInput
	}
	conversationButtonsInput struct {
		ConversationInput
		PageInput
	}
	pressButtonInput struct {
		ConversationInput
		ButtonID string `path:"buttonId" maxLength:"64" doc:"Id of the button."`
	}
	buttonOutput       struct{ Body Button }
	secretButtonOutput struct{ Body ButtonWithSecret }
	pressOutput        struct{ Body Press }
)

func buttonRoutes(s *Server) {
	const path = "/v1/action-buttons"
	register(s, operation{id: "create-button", whole: true, numbers: true, method: http.MethodPost, path: path, tag: buttonsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeTeamsWrite, act: "button.created", summary: "Create a button", description: "The answer shows the secret of a post button only once.",
		example: CreateButton{Label: "Open the order", Kind: crm.ButtonOpenURL, URL: "https://shop.example/orders?phone={contact.phone}"}},
		func(ctx context.Context, a crm.Actor, in *createButtonInput) (*secretButtonOutput, error) {
			b := in.Body
			return answerSecretButton(s.svc.Button.Create(ctx, a, b.Kind, crm.ButtonChange{Label: &b.Label, URL: &b.URL, TeamIDs: &b.TeamIDs}))
		})
	register(s, operation{id: "list-buttons", whole: true, method: http.MethodGet, path: path, tag: buttonsTag,
		scope: crm.ScopeTeamsRead, summary: "List buttons", description: "All of the workspace, oldest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Button], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Button.Buttons(ctx, a, p)
			return answerPage(list, renderButton), err
		})
	register(s, operation{id: "get-button", whole: true, method: http.MethodGet, path: path + "/{id}", tag: buttonsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "Get a button", description: "With what may be told of its secrets."},
		func(ctx context.Context, a crm.Actor, in *ButtonInput) (*buttonOutput, error) {
			return answerButton(s.svc.Button.Button(ctx, a, in.ID))
		})
	register(s, operation{id: "update-button", whole: true, numbers: true, method: http.MethodPatch, path: path + "/{id}", tag: buttonsTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "button.updated", summary: "Change a button", description: "Changes only the fields you send.",
		example: UpdateButton{Label: ptr("Order")}},
		func(ctx context.Context, a crm.Actor, in *updateButtonInput) (*buttonOutput, error) {
			return answerButton(s.svc.Button.Update(ctx, a, in.ID, crm.ButtonChange(in.Body)))
		})
	register(s, operation{id: "delete-button", whole: true, method: http.MethodDelete, path: path + "/{id}", tag: buttonsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "button.deleted", summary: "Delete a button", description: "Its presses are listed no more. What they did stays."},
		func(ctx context.Context, a crm.Actor, in *ButtonInput) (*struct{}, error) {
			return nil, s.svc.Button.Delete(ctx, a, in.ID)
		})
	register(s, operation{id: "rotate-button-secret", whole: true, numbers: true, method: http.MethodPost, path: path + "/{id}/rotate-secret", tag: buttonsTag, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "button.secret_rotated", summary: "Rotate the secret of a button", description: "Both secrets sign until the overlap ends. The answer shows the new one only once.",
		example: RotateButtonSecret{OverlapSeconds: ptr(86400)}},
		func(ctx context.Context, a crm.Actor, in *rotateButtonInput) (*secretButtonOutput, error) {
			overlap := crm.SecretOverlap
			if b := in.Body; b != nil && b.OverlapSeconds != nil {
				overlap = time.Duration(*b.OverlapSeconds) * time.Second
			}
			return answerSecretButton(s.svc.Button.RotateSecret(ctx, a, in.ID, overlap))
		})
	pressRoutes(s, path)
}

func pressRoutes(s *Server, path string) {
	register(s, operation{id: "list-button-presses", whole: true, method: http.MethodGet, path: path + "/{id}/presses", tag: buttonsTag, errors: []int{404},
		scope: crm.ScopeTeamsRead, summary: "List the presses of a button", description: "Newest first, for 30 days."},
		func(ctx context.Context, a crm.Actor, in *buttonPressesInput) (*pageOutput[Press], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Button.Presses(ctx, a, in.ID, p)
			return answerPage(list, renderPress), err
		})
	register(s, operation{id: "list-conversation-buttons", method: http.MethodGet, path: "/v1/conversations/{id}/buttons", tag: buttonsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the buttons of a conversation", description: "Those that you may press there, oldest first. A page may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *conversationButtonsInput) (*pageOutput[ConversationButton], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Button.Shown(ctx, a, in.ID, p)
			return answerPage(list, renderShown), err
		})
	register(s, operation{id: "press-button", method: http.MethodPost, path: "/v1/conversations/{id}/buttons/{buttonId}/press", tag: buttonsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Press a button", description: "Calls the system behind a post button, waits up to 10 seconds, and applies its answer as far as you may. A call that fails is a press with an error."},
		func(ctx context.Context, a crm.Actor, in *pressButtonInput) (*pressOutput, error) {
			p, err := s.svc.Button.Press(ctx, a, in.ID, in.ButtonID)
			if err != nil {
				return nil, err
			}
			return &pressOutput{renderPress(p)}, nil
		})
}

func renderButton(b crm.Button) Button {
	return Button{ID: b.ID, Label: b.Label, Kind: b.Kind, URL: b.URL, TeamIDs: append([]string{}, b.TeamIDs...), Secrets: renderSecrets(b.Secrets),
		CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt}
}

func renderShown(b button.ShownButton) ConversationButton {
	return ConversationButton{ID: b.ID, Label: b.Label, Kind: b.Kind, URL: b.Opens, Missing: append([]string{}, b.Missing...)}
}

func renderPress(p crm.Press) Press {
	return Press{ID: p.ID, ButtonID: p.ButtonID, ConversationID: p.ConversationID, PressedBy: p.PressedBy, PressedAt: p.PressedAt, State: p.State, EndedAt: p.EndedAt, Error: p.Error,
		Applied: append([]string{}, p.Applied...), Skipped: append([]crm.PressSkip{}, p.Skipped...), NoteID: p.NoteID, Message: p.Message, ReplyProposal: p.ReplyProposal, Drafted: p.Drafted}
}

func answerButton(b crm.Button, err error) (*buttonOutput, error) {
	if err != nil {
		return nil, err
	}
	return &buttonOutput{renderButton(b)}, nil
}

func answerSecretButton(b button.SecretButton, err error) (*secretButtonOutput, error) {
	if err != nil {
		return nil, err
	}
	return &secretButtonOutput{ButtonWithSecret{renderButton(b.Button), b.Secret}}, nil
}

package api

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/assistant"
)

var assistantsTag = tag{"Assistants", "Automated repliers, with their revisions, tests, evaluations and publications."}

// AssistantPatch is a configuration of which what is left out stays as it is.
type AssistantPatch struct{ raw []byte }

// UnmarshalJSON keeps the patch as it was written.
func (p *AssistantPatch) UnmarshalJSON(raw []byte) error {
	p.raw = append([]byte(nil), raw...)
	return nil
}

// MarshalJSON writes the patch as it was given.
func (p AssistantPatch) MarshalJSON() ([]byte, error) {
	if p.raw == nil {
		return []byte("null"), nil
	}
	return p.raw, nil
}

// Schema is that of a configuration, in which nothing is required.
func (AssistantPatch) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeOf(AssistantConfigPatch{}), true, "")
}

// AssistantConfigPatch is a merge patch (RFC 7396) of a configuration: null puts the
// default back. It has the fields of crm.AssistantConfig.
type AssistantConfigPatch struct {
	Instructions string              `json:"instructions" doc:"Purpose of the assistant and rules for its replies. At most 8,000 characters." example:"You answer customers of Lucky Shop." required:"false"`
	Tone         string              `json:"tone,omitempty" doc:"Tone of the replies, in a few words." example:"friendly and brief"`
	Languages    []string            `json:"languages" nullable:"false" doc:"Languages of the replies; any if empty. Questions in other languages go to people." required:"false"`
	Knowledge    crm.KnowledgeChoice `json:"knowledge" doc:"The knowledge that the assistant uses." required:"false"`
	ProviderIDs  []string            `json:"providerIds" nullable:"false" doc:"Ids of the AI providers, in the order in which they are asked. If empty, the assistant replies only with approved answers." required:"false"`
	Hours        *crm.DutyHours      `json:"hours,omitempty" doc:"When the assistant replies; always if absent."`
	HandOff      HandOffPatch        `json:"handOff" doc:"When a conversation goes to people." required:"false"`
	Limits       crm.ReplyLimits     `json:"limits" doc:"Limits on replies to one contact." required:"false"`
	BurstPauseMs int                 `json:"burstPauseMs" doc:"How long to wait for the next message of a burst, in milliseconds: 0 to 8000." example:"2000" required:"false"`
	CacheSeconds int                 `json:"cacheSeconds" doc:"How long an answer is cached for the same question and the same evidence; 0 switches the cache off, 30 days is the maximum." example:"86400" required:"false"`
	Allowed      []string            `json:"allowed" nullable:"false" doc:"Links, phone numbers, e-mail addresses and prices that replies may contain even if no knowledge contains them." required:"false"`
	MaxReply     int                 `json:"maxReplyCharacters" doc:"Maximum length of a reply in characters: 50 to 4096." example:"1000" required:"false"`
}

// HandOffPatch changes when a conversation goes to people.
type HandOffPatch struct {
	Words      []string           `json:"words" nullable:"false" doc:"Words and phrases that always go to people: legal matters, payments, complaints." required:"false"`
	Messages   map[string]*string `json:"messages,omitempty" doc:"Message to the contact, sent once per hand-off, by language; null puts the built-in sentence of the language back. An empty text sends nothing."`
	NoMessage  bool               `json:"noMessage,omitempty" doc:"true: send no message to the contact."`
	WindowEnds int                `json:"windowMinutes" doc:"Hands an open question to people when this many minutes of the customer-service window remain: 0 to 1380." example:"30" required:"false"`
}

// CreateAssistant is a new assistant; its first revision is live at once.
type CreateAssistant struct {
	Name           string         `json:"name" doc:"Display name within the workspace." example:"Shop assistant"`
	PhoneNumberIDs []string       `json:"phoneNumberIds,omitempty" nullable:"false" doc:"Phone numbers on which the assistant replies. A number has at most one assistant."`
	Config         AssistantPatch `json:"config,omitempty" doc:"Instructions and rules for the replies; omitted fields use the defaults."`
}

// UpdateAssistant changes what is given and leaves the rest.
type UpdateAssistant struct {
	Name           *string        `json:"name,omitempty" doc:"Display name within the workspace."`
	Enabled        *bool          `json:"enabled,omitempty" doc:"Whether the assistant replies at all."`
	PhoneNumberIDs []string       `json:"phoneNumberIds,omitempty" nullable:"false" doc:"The complete new list of phone numbers on which the assistant replies."`
	Config         AssistantPatch `json:"config,omitempty" doc:"Creates a new revision. It stays a draft until you publish it."`
}

// PublishAssistant names the revision that is to answer, and the evaluation
// that was looked at.
type PublishAssistant struct {
	Revision          int    `json:"revision" minimum:"1" doc:"Number of the revision: the draft or an earlier one." example:"2"`
	EvaluationID      string `json:"evaluationId,omitempty" maxLength:"64" doc:"The newest completed evaluation that compares this revision with the live one. Look at its table first. Required if there is one."`
	WithoutEvaluation bool   `json:"withoutEvaluation,omitempty" doc:"Publish without an evaluation; allowed only if there is none. Requires reason."`
	Reason            string `json:"reason,omitempty" doc:"Stored with the publication. At most 500 characters; required without an evaluation." example:"Back to what worked."`
}

// Assistant is an automated replier.
type Assistant struct {
	ID             string    `json:"id" doc:"Identifier of the assistant; begins with ast_."`
	Name           string    `json:"name" doc:"Display name within the workspace."`
	Enabled        bool      `json:"enabled" doc:"Whether the assistant replies at all."`
	PhoneNumberIDs []string  `json:"phoneNumberIds" nullable:"false" doc:"Phone numbers on which the assistant replies."`
	LiveRevision   int       `json:"liveRevision" doc:"Number of the live revision."`
	LatestRevision int       `json:"latestRevision" doc:"Number of the newest revision. It is a draft if it is higher than liveRevision."`
	CreatedAt      time.Time `json:"createdAt" doc:"When the assistant was created."`
	UpdatedAt      time.Time `json:"updatedAt" doc:"When the assistant or its newest revision last changed."`
}

// AssistantDetail is an assistant with what it says.
type AssistantDetail struct {
	Assistant
	Live  AssistantRevision  `json:"live" doc:"The live revision."`
	Draft *AssistantRevision `json:"draft,omitempty" doc:"The newest revision, if it is not published."`
}

// AssistantRevision is one immutable form of an assistant.
type AssistantRevision struct {
	ID        string              `json:"id" doc:"Identifier of the revision; begins with arv_."`
	Number    int                 `json:"number" doc:"Number of the revision, starting at 1."`
	Config    crm.AssistantConfig `json:"config" doc:"The whole configuration of the assistant."`
	MadeBy    crm.DoneBy          `json:"madeBy" doc:"Who created the revision."`
	CreatedAt time.Time           `json:"createdAt" doc:"When the revision was created."`
	LiveAt    *time.Time          `json:"liveAt" doc:"When the revision last went live; null for a draft."`

	Publication *Publication        `json:"publication" doc:"The last publication; null for a draft, and for the first revision, which is live from the start."`
	Evaluation  *RevisionEvaluation `json:"evaluation" doc:"The newest completed evaluation of this revision; null if there is none."`
}

type (
	// AssistantInput names an assistant in the path.
	AssistantInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the assistant."`
	}
	createAssistantInput struct{ Body CreateAssistant }
	updateAssistantInput struct {
		AssistantInput
		Body UpdateAssistant
	}
	publishAssistantInput struct {
		AssistantInput
		Body PublishAssistant
	}
	revisionsInput struct {
		AssistantInput
		PageInput
	}
	revisionInput struct {
		AssistantInput
		Number int `path:"number" minimum:"1" doc:"Number of the revision."`
	}
	assistantOutput         struct{ Body AssistantDetail }
	assistantRevisionOutput struct{ Body AssistantRevision }
	assistantsInput         struct{ PageInput }
)

func assistantRoutes(s *Server) {
	const path = "/v1/assistants"
	register(s, operation{id: "create-assistant", method: http.MethodPost, path: path, tag: assistantsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeAssistantsWrite, act: "assistant.created", summary: "Create an assistant",
		description: "The assistant replies to contacts on its phone numbers, using the workspace's knowledge, until a person takes over. Its first revision is live at once.",
		example: CreateAssistant{Name: "Shop assistant", Config: AssistantPatch{[]byte(
			`{"instructions": "You answer customers of Lucky Shop.", "tone": "friendly and brief", "languages": ["en", "es"]}`)}}},
		func(ctx context.Context, a crm.Actor, in *createAssistantInput) (*assistantOutput, error) {
			b := in.Body
			return answerAssistant(s.svc.Assistant.CreateAssistant(ctx, a, assistant.AssistantChange{Name: &b.Name, PhoneNumberIDs: b.PhoneNumberIDs, Config: b.Config.raw}))
		})
	register(s, operation{id: "list-assistants", method: http.MethodGet, path: path, tag: assistantsTag,
		scope: crm.ScopeAssistantsRead, summary: "List assistants", description: "Oldest first."},
		func(ctx context.Context, a crm.Actor, in *assistantsInput) (*pageOutput[Assistant], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Assistant.Assistants(ctx, a, p)
			return answerPage(list, renderAssistant), err
		})
	register(s, operation{id: "get-assistant", method: http.MethodGet, path: path + "/{id}", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "Get an assistant", description: "With its live revision and its draft."},
		func(ctx context.Context, a crm.Actor, in *AssistantInput) (*assistantOutput, error) {
			return answerAssistant(s.svc.Assistant.Assistant(ctx, a, in.ID))
		})
	register(s, operation{id: "update-assistant", method: http.MethodPatch, path: path + "/{id}", tag: assistantsTag, errors: []int{404, 409},
		scope: crm.ScopeAssistantsWrite, act: "assistant.updated", summary: "Change an assistant",
		description: "Changes to name, phone numbers and enabled take effect at once. A changed configuration creates a new revision, which stays a draft until you publish it.",
		example:     UpdateAssistant{Config: AssistantPatch{[]byte(`{"tone": "formal", "burstPauseMs": 1000}`)}}},
		func(ctx context.Context, a crm.Actor, in *updateAssistantInput) (*assistantOutput, error) {
			b := in.Body
			return answerAssistant(s.svc.Assistant.UpdateAssistant(ctx, a, in.ID, assistant.AssistantChange{Name: b.Name, Enabled: b.Enabled, PhoneNumberIDs: b.PhoneNumberIDs, Config: b.Config.raw}))
		})
	register(s, operation{id: "delete-assistant", method: http.MethodDelete, path: path + "/{id}", tag: assistantsTag, status: http.StatusNoContent, errors: []int{404, 409},
		scope: crm.ScopeAssistantsWrite, act: "assistant.deleted", summary: "Delete an assistant", description: "The assistant stops replying at once. Its messages keep the numbers of its revisions. An assistant that the rules of routing name cannot be deleted."},
		func(ctx context.Context, a crm.Actor, in *AssistantInput) (*struct{}, error) {
			return nil, s.svc.Assistant.DeleteAssistant(ctx, a, in.ID)
		})
	register(s, operation{id: "publish-assistant", method: http.MethodPost, path: path + "/{id}/publish", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, act: "assistant.published", summary: "Publish a revision", description: "Makes the draft, or an earlier revision, live. It replies to messages that arrive from now on. Name the newest evaluation that compares this revision with the live one, or set withoutEvaluation and give a reason. Who published it, the time and the evaluation's table are recorded.",
		example: PublishAssistant{Revision: 1, WithoutEvaluation: true, Reason: "Back to what worked."}},
		func(ctx context.Context, a crm.Actor, in *publishAssistantInput) (*assistantOutput, error) {
			return answerAssistant(s.svc.Evaluation.PublishAssistant(ctx, a, in.ID, crm.PublishRequest(in.Body)))
		})
	register(s, operation{id: "list-assistant-revisions", method: http.MethodGet, path: path + "/{id}/revisions", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "List an assistant's revisions", description: "Newest first."}, s.listRevisions)
	register(s, operation{id: "get-assistant-revision", method: http.MethodGet, path: path + "/{id}/revisions/{number}", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsRead, summary: "Get a revision of an assistant", description: "Its configuration, its last publication, and its newest completed evaluation."},
		func(ctx context.Context, a crm.Actor, in *revisionInput) (*assistantRevisionOutput, error) {
			r, err := s.svc.Assistant.AssistantRevision(ctx, a, in.ID, in.Number)
			return &assistantRevisionOutput{renderRevision(r)}, err
		})
}

func (s *Server) listRevisions(ctx context.Context, a crm.Actor, in *revisionsInput) (*pageOutput[AssistantRevision], error) {
	below, err := in.number()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Assistant.AssistantRevisions(ctx, a, in.ID, below, in.Limit+1)
	if err != nil {
		return nil, err
	}
	return answerPage(crm.CutPage(list, in.Limit, func(r assistant.RevisionDetail) string { return strconv.Itoa(r.Number) }), renderRevision), nil
}

// number is the cursor of lists that go by a number.
func (in *PageInput) number() (int, error) {
	p, err := in.page()
	if err != nil {
		return 0, err
	}
	n, err := p.Number()
	return int(n), err
}

func renderAssistant(a crm.Assistant) Assistant {
	return Assistant{ID: a.ID, Name: a.Name, Enabled: a.Enabled, PhoneNumberIDs: append([]string{}, a.PhoneNumberIDs...), LiveRevision: a.Live, LatestRevision: a.Latest,
		CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt}
}

func renderRevision(r assistant.RevisionDetail) AssistantRevision {
	out := AssistantRevision{ID: r.ID, Number: r.Number, Config: r.Config, MadeBy: r.MadeBy, CreatedAt: r.CreatedAt, LiveAt: r.LiveAt}
	if p := r.Publication; p != nil {
		out.Publication = ptr(renderPublication(*p))
	}
	if e := r.Evaluation; e != nil && e.Table != nil {
		out.Evaluation = &RevisionEvaluation{ID: e.ID, LiveRevision: besideOf(*e), EndedAt: *e.EndedAt, Table: *e.Table}
	}
	return out
}

func answerAssistant(d assistant.AssistantDetail, err error) (*assistantOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &assistantOutput{AssistantDetail{Assistant: renderAssistant(d.Assistant), Live: renderRevision(d.LiveRevision)}}
	if d.Draft != nil {
		out.Body.Draft = ptr(renderRevision(*d.Draft))
	}
	return out, nil
}

package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

var aiTag = tag{"AI", "The language models that assistants use, what they cost, and the budget of a day."}

// TokenPrices is what a million tokens cost.
type TokenPrices struct {
	Input       string `json:"input" doc:"US dollars per million tokens of the prompt." example:"2.50"`
	CachedInput string `json:"cachedInput,omitempty" doc:"Of those that the provider had in its cache; defaults to the input price." example:"1.25"`
	CacheWrite  string `json:"cacheWrite,omitempty" doc:"Of those that were written to its cache; defaults to the input price." example:"2.50"`
	Output      string `json:"output" doc:"Per million tokens of the answer, reasoning among them." example:"10.00"`
}

// AIProviderPrices are the prices by which calls are charged to the accounts.
type AIProviderPrices struct {
	TokenPrices
	Currency string `json:"currency" doc:"ISO 4217 code; always USD." example:"USD"`
	Source   string `json:"source" enum:"own,list" doc:"own: set with the provider. list: what the model's maker published."`
}

// AIProviderHealth says whether a provider is called.
type AIProviderHealth struct {
	State  string     `json:"state" enum:"closed,open,rate_limited,out_of_quota,misconfigured" doc:"closed: it is called. open: it failed and is left alone for a while. misconfigured: it needs another configuration, or a test that succeeds."`
	Class  string     `json:"class,omitempty" doc:"The class of the failure that led to it."`
	Detail string     `json:"detail,omitempty" doc:"What the provider said."`
	Since  *time.Time `json:"since" doc:"When this state began; null while nothing is known of the provider."`
	Until  *time.Time `json:"until" doc:"When it is tried again; null when it does not come by itself."`
}

// AIProvider is a language model behind an endpoint.
type AIProvider struct {
	ID             string            `json:"id" doc:"Identifier of the AI provider; begins with aip_."`
	Name           string            `json:"name" doc:"The name that people see."`
	Kind           string            `json:"kind" doc:"The protocol that it is called by."`
	BaseURL        string            `json:"baseUrl" doc:"Where it is called."`
	Model          string            `json:"model" doc:"The model that is asked."`
	APIKeyHint     string            `json:"apiKeyHint" doc:"The end of the key; empty without one."`
	TimeoutSeconds float64           `json:"timeoutSeconds" doc:"Longest time that one call may take."`
	ContextTokens  int               `json:"contextTokens,omitempty" doc:"Tokens that the model takes at most; absent while unknown."`
	Prices         *AIProviderPrices `json:"prices" doc:"null when they are not known: costs are then not known either."`
	Health         AIProviderHealth  `json:"health" doc:"Whether it is called at the moment."`
	CreatedAt      time.Time         `json:"createdAt" doc:"When it was added."`
	UpdatedAt      time.Time         `json:"updatedAt" doc:"When its configuration changed last."`
}

// FieldValues lists the values of fields, for the document.
func (AIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// CreateAIProvider is a new language model.
type CreateAIProvider struct {
	Name           string       `json:"name" doc:"What people see." example:"OpenAI"`
	Kind           string       `json:"kind" doc:"The protocol that it is called by; openai stands for chat completions, which most servers speak." example:"openai"`
	BaseURL        string       `json:"baseUrl,omitempty" doc:"Up to and with the version of its API; that of the kind's own provider by default." example:"https://api.openai.com/v1"`
	Model          string       `json:"model" doc:"The model to ask, by the name that the endpoint knows." example:"gpt-4.1-mini"`
	APIKey         string       `json:"apiKey,omitempty" doc:"Kept encrypted and never shown." example:"sk-proj-4f9a7c21b8e3d650"`
	TimeoutSeconds *float64     `json:"timeoutSeconds,omitempty" doc:"Bounds one call: 1 to 20, 12 by default." example:"12"`
	ContextTokens  *int         `json:"contextTokens,omitempty" doc:"How much the model takes, if you know: what is too long for another one goes to a larger one."`
	Prices         *TokenPrices `json:"prices,omitempty" doc:"Your prices, where the model is not listed or costs you something else."`
}

// FieldValues lists the values of fields, for the document.
func (CreateAIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// UpdateAIProvider changes what is given and leaves the rest.
type UpdateAIProvider struct {
	Name           *string      `json:"name,omitempty" doc:"The name that people see."`
	Kind           *string      `json:"kind,omitempty" doc:"The protocol that it is called by."`
	BaseURL        *string      `json:"baseUrl,omitempty" doc:"Where it is called, up to and with the version of its API."`
	Model          *string      `json:"model,omitempty" doc:"The model to ask, by the name that the endpoint knows."`
	APIKey         *string      `json:"apiKey,omitempty" doc:"A new key; empty removes it."`
	TimeoutSeconds *float64     `json:"timeoutSeconds,omitempty" doc:"Longest time that one call may take: 1 to 20."`
	ContextTokens  *int         `json:"contextTokens,omitempty" doc:"Tokens that the model takes at most."`
	Prices         *TokenPrices `json:"prices,omitempty" doc:"Your prices, instead of those that the model's maker published."`
	ListPrices     bool         `json:"listPrices,omitempty" doc:"Go back to what the model's maker published."`
}

// FieldValues lists the values of fields, for the document.
func (UpdateAIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// AIProviderTest is what came of a test.
type AIProviderTest struct {
	OK    bool     `json:"ok" doc:"Whether the model answered as asked."`
	Calls []AICall `json:"calls" nullable:"false" doc:"The attempts; more than one where the endpoint wanted to be asked otherwise."`
}

type (
	// AIProviderInput names a provider in the path.
	AIProviderInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the provider."`
	}
	createAIProviderInput struct{ Body CreateAIProvider }
	updateAIProviderInput struct {
		AIProviderInput
		Body UpdateAIProvider
	}
	aiProviderOutput struct{ Body AIProvider }
	testAIOutput     struct{ Body AIProviderTest }
)

func (s *Server) aiProviderRoutes() {
	const path = "/v1/ai/providers"
	register(s, operation{id: "create-ai-provider", method: http.MethodPost, path: path, tag: aiTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeAIWrite, summary: "Add a language model", description: "Assistants ask the providers of their chain one after the other when one fails.",
		example: CreateAIProvider{Name: "OpenAI", Kind: "openai", Model: "gpt-4.1-mini", APIKey: "sk-proj-4f9a7c21b8e3d650"}},
		func(ctx context.Context, a crm.Actor, in *createAIProviderInput) (*aiProviderOutput, error) {
			b := in.Body
			c, err := aiChange(UpdateAIProvider{Name: &b.Name, Kind: &b.Kind, BaseURL: &b.BaseURL, Model: &b.Model, APIKey: &b.APIKey,
				TimeoutSeconds: b.TimeoutSeconds, ContextTokens: b.ContextTokens, Prices: b.Prices})
			if err != nil {
				return nil, err
			}
			return answerAIProvider(s.svc.CreateAIProvider(ctx, a, c))
		})
	register(s, operation{id: "list-ai-providers", method: http.MethodGet, path: path, tag: aiTag, scope: crm.ScopeAIRead, summary: "List language models", description: "Oldest first, each with its health."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[AIProvider], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.AIProviders(ctx, a, p)
			return answerPage(list, renderAIProvider), err
		})
	register(s, operation{id: "get-ai-provider", method: http.MethodGet, path: path + "/{id}", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIRead, summary: "Get a language model", description: "Its endpoint, model and prices, and whether it is called at the moment."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*aiProviderOutput, error) {
			return answerAIProvider(s.svc.AIProvider(ctx, a, in.ID))
		})
	register(s, operation{id: "update-ai-provider", method: http.MethodPatch, path: path + "/{id}", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIWrite, summary: "Change a language model", description: "Changes what is given and leaves the rest. A provider that was misconfigured is called again.",
		example: UpdateAIProvider{Model: ptr("gpt-4.1"), TimeoutSeconds: ptr(10.0)}},
		func(ctx context.Context, a crm.Actor, in *updateAIProviderInput) (*aiProviderOutput, error) {
			c, err := aiChange(in.Body)
			if err != nil {
				return nil, err
			}
			return answerAIProvider(s.svc.UpdateAIProvider(ctx, a, in.ID, c))
		})
	register(s, operation{id: "delete-ai-provider", method: http.MethodDelete, path: path + "/{id}", tag: aiTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeAIWrite, summary: "Remove a language model", description: "Chains go on without it; what it was used for stays on record."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*struct{}, error) {
			return nil, s.svc.DeleteAIProvider(ctx, a, in.ID)
		})
	register(s, operation{id: "test-ai-provider", method: http.MethodPost, path: path + "/{id}/test", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIWrite, summary: "Test a language model", description: "Makes one small real call, which the provider may charge. A success clears the provider's recorded failures, and it is called again."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*testAIOutput, error) {
			test, err := s.svc.TestAIProvider(ctx, a, in.ID)
			out := &testAIOutput{AIProviderTest{OK: test.OK, Calls: []AICall{}}}
			for _, c := range test.Calls {
				out.Body.Calls = append(out.Body.Calls, renderAICall(c))
			}
			return out, err
		})
}

// aiChange reads what a caller sets.
func aiChange(b UpdateAIProvider) (service.AIProviderChange, error) {
	c := service.AIProviderChange{Name: b.Name, Kind: b.Kind, BaseURL: b.BaseURL, Model: b.Model, Key: b.APIKey, ContextTokens: b.ContextTokens}
	if b.TimeoutSeconds != nil {
		// Beyond any bound, so that what is out of range stays so.
		d := time.Duration(min(max(*b.TimeoutSeconds, -1), 1e6) * float64(time.Second))
		c.Timeout = &d
	}
	var f crm.Faults
	if b.Prices != nil {
		p := readPrices(*b.Prices, &f)
		c.Prices = &p
	}
	if b.ListPrices {
		if b.Prices != nil {
			f.Add("/listPrices", crm.CodeNotAllowed, "Give either prices or listPrices.")
		}
		c.Prices = new(*crm.TokenPrices)
	}
	return c, f.Err()
}

func readPrices(t TokenPrices, f *crm.Faults) *crm.TokenPrices {
	out := &crm.TokenPrices{}
	for _, p := range []struct {
		name, text, otherwise string
		into                  *int64
	}{{"input", t.Input, "", &out.Input}, {"cachedInput", t.CachedInput, t.Input, &out.CachedInput},
		{"cacheWrite", t.CacheWrite, t.Input, &out.CacheWrite}, {"output", t.Output, "", &out.Output}} {
		text := p.text
		if text == "" {
			text = p.otherwise
		}
		n, ok := crm.ParseMicros(text)
		if !ok && (p.text != "" || p.otherwise == "" && p.name != "cachedInput" && p.name != "cacheWrite") {
			f.Add("/prices/"+p.name, crm.CodeParameterInvalid, "%s is an amount such as 2.50, with up to 6 places, from 0 to 100000.", p.name)
		}
		*p.into = n
	}
	return out
}

func renderAIProvider(v service.AIProviderView) AIProvider {
	p, st := v.Provider, v.Standing
	out := AIProvider{ID: p.ID, Name: p.Name, Kind: p.Kind, BaseURL: p.BaseURL, Model: p.Model, APIKeyHint: p.KeyHint,
		TimeoutSeconds: p.Timeout.Seconds(), ContextTokens: p.ContextTokens, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
		Health: AIProviderHealth{State: st.State, Class: st.Class, Detail: st.Detail, Since: present(st.Since), Until: present(st.Until)}}
	if v.Prices == nil {
		return out
	}
	prices, source := *v.Prices, "own"
	if v.Listed {
		source = "list"
	}
	out.Prices = &AIProviderPrices{Currency: crm.AICurrency, Source: source, TokenPrices: TokenPrices{Input: crm.FormatMicros(prices.Input),
		CachedInput: crm.FormatMicros(prices.CachedInput), CacheWrite: crm.FormatMicros(prices.CacheWrite), Output: crm.FormatMicros(prices.Output)}}
	return out
}

// present is a time that is shown as null where there is none.
func present(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func answerAIProvider(v service.AIProviderView, err error) (*aiProviderOutput, error) {
	return &aiProviderOutput{renderAIProvider(v)}, err
}

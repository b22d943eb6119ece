package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/model"
)

var aiTag = tag{"AI", "The language models that assistants use, their cost, and the daily budget."}

// TokenPrices is what a million tokens cost.
type TokenPrices struct {
	Input       string `json:"input" doc:"US dollars per million prompt tokens." example:"2.50"`
	CachedInput string `json:"cachedInput,omitempty" doc:"US dollars per million cached prompt tokens; defaults to the input price." example:"1.25"`
	CacheWrite  string `json:"cacheWrite,omitempty" doc:"US dollars per million tokens written to the cache; defaults to the input price." example:"2.50"`
	Output      string `json:"output" doc:"US dollars per million tokens of the answer, including reasoning." example:"10.00"`
}

// AIProviderPrices are the prices by which calls are charged to the accounts.
type AIProviderPrices struct {
	TokenPrices
	Currency string `json:"currency" doc:"ISO 4217 code; always USD." example:"USD"`
	Source   string `json:"source" enum:"own,list" doc:"own: your prices. list: the published prices of the model's maker."`
}

// AIProviderHealth says whether a provider is called.
type AIProviderHealth struct {
	State  string     `json:"state" enum:"closed,open,rate_limited,out_of_quota,misconfigured" doc:"closed: the provider is called. open: it failed and is not called for a while. misconfigured: it needs another configuration or a successful test."`
	Class  string     `json:"class,omitempty" doc:"Class of the failure that caused the state."`
	Detail string     `json:"detail,omitempty" doc:"The provider's own message."`
	Since  *time.Time `json:"since" doc:"When this state began; null while nothing is known about the provider."`
	Until  *time.Time `json:"until" doc:"When the provider is called again; null if this does not happen automatically."`
}

// AIProvider is a language model behind an endpoint.
type AIProvider struct {
	ID             string            `json:"id" doc:"Identifier of the AI provider; begins with aip_."`
	Name           string            `json:"name" doc:"Display name."`
	Kind           string            `json:"kind" doc:"Protocol of the endpoint."`
	BaseURL        string            `json:"baseUrl" doc:"Base URL of the endpoint."`
	Model          string            `json:"model" doc:"Name of the model."`
	APIKeyHint     string            `json:"apiKeyHint" doc:"The last characters of the API key; empty without a key."`
	TimeoutSeconds float64           `json:"timeoutSeconds" doc:"Timeout of one call, in seconds."`
	ContextTokens  int               `json:"contextTokens,omitempty" doc:"Maximum number of tokens that the model accepts; absent if unknown."`
	Prices         *AIProviderPrices `json:"prices" doc:"null if the prices are unknown; costs are then unknown too."`
	Health         AIProviderHealth  `json:"health" doc:"Whether the provider is called at the moment."`
	CreatedAt      time.Time         `json:"createdAt" doc:"When the provider was added."`
	UpdatedAt      time.Time         `json:"updatedAt" doc:"When the configuration last changed."`
}

// FieldValues lists the values of fields, for the document.
func (AIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// CreateAIProvider is a new language model.
type CreateAIProvider struct {
	Name           string       `json:"name" doc:"Display name." example:"OpenAI"`
	Kind           string       `json:"kind" doc:"Protocol of the endpoint. openai means chat completions, which most servers support." example:"openai"`
	BaseURL        string       `json:"baseUrl,omitempty" doc:"Base URL with the API version; defaults to the address of the kind's own provider." example:"https://api.openai.com/v1"`
	Model          string       `json:"model" doc:"Name of the model at the endpoint." example:"gpt-4.1-mini"`
	APIKey         string       `json:"apiKey,omitempty" doc:"Stored encrypted and never shown." example:"sk-proj-4f9a7c21b8e3d650"`
	TimeoutSeconds *float64     `json:"timeoutSeconds,omitempty" doc:"Timeout of one call, in seconds: 1 to 20; 12 by default." example:"12"`
	ContextTokens  *int         `json:"contextTokens,omitempty" doc:"Maximum number of tokens that the model accepts, if you know it. A prompt that is too long for one model goes to a larger one."`
	Prices         *TokenPrices `json:"prices,omitempty" doc:"Your own prices, if the model is not listed or you pay a different price."`
}

// FieldValues lists the values of fields, for the document.
func (CreateAIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// UpdateAIProvider changes what is given and leaves the rest.
type UpdateAIProvider struct {
	Name           *string      `json:"name,omitempty" doc:"Display name."`
	Kind           *string      `json:"kind,omitempty" doc:"Protocol of the endpoint."`
	BaseURL        *string      `json:"baseUrl,omitempty" doc:"Base URL of the endpoint, including the API version."`
	Model          *string      `json:"model,omitempty" doc:"Name of the model at the endpoint."`
	APIKey         *string      `json:"apiKey,omitempty" doc:"A new API key; an empty text removes the key."`
	TimeoutSeconds *float64     `json:"timeoutSeconds,omitempty" doc:"Timeout of one call, in seconds: 1 to 20."`
	ContextTokens  *int         `json:"contextTokens,omitempty" doc:"Maximum number of tokens that the model accepts."`
	Prices         *TokenPrices `json:"prices,omitempty" doc:"Your own prices, instead of the published prices of the model's maker."`
	ListPrices     bool         `json:"listPrices,omitempty" doc:"Return to the published prices of the model's maker."`
}

// FieldValues lists the values of fields, for the document.
func (UpdateAIProvider) FieldValues() map[string]any {
	return map[string]any{"kind": crm.AIKinds}
}

// AIProviderTest is what came of a test.
type AIProviderTest struct {
	OK    bool     `json:"ok" doc:"Whether the model gave the expected answer."`
	Calls []AICall `json:"calls" nullable:"false" doc:"The calls; more than one if the endpoint needed another form of request."`
}

type (
	// AIProviderInput names a provider in the path.
	AIProviderInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the AI provider."`
	}
	createAIProviderInput struct{ Body CreateAIProvider }
	updateAIProviderInput struct {
		AIProviderInput
		Body UpdateAIProvider
	}
	aiProviderOutput struct{ Body AIProvider }
	testAIOutput     struct{ Body AIProviderTest }
)

func aiProviderRoutes(s *Server) {
	const path = "/v1/ai/providers"
	register(s, operation{id: "create-ai-provider", method: http.MethodPost, path: path, tag: aiTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeAIWrite, act: "ai_provider.created", summary: "Add an AI provider", description: "If one provider fails, the assistant asks the next one in its chain.",
		example: CreateAIProvider{Name: "OpenAI", Kind: "openai", Model: "gpt-4.1-mini", APIKey: "sk-proj-4f9a7c21b8e3d650"}},
		func(ctx context.Context, a crm.Actor, in *createAIProviderInput) (*aiProviderOutput, error) {
			b := in.Body
			c, err := aiChange(UpdateAIProvider{Name: &b.Name, Kind: &b.Kind, BaseURL: &b.BaseURL, Model: &b.Model, APIKey: &b.APIKey,
				TimeoutSeconds: b.TimeoutSeconds, ContextTokens: b.ContextTokens, Prices: b.Prices})
			if err != nil {
				return nil, err
			}
			return answerAIProvider(s.svc.Model.CreateAIProvider(ctx, a, c))
		})
	register(s, operation{id: "list-ai-providers", method: http.MethodGet, path: path, tag: aiTag, scope: crm.ScopeAIRead, summary: "List AI providers", description: "Oldest first, each with its health."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[AIProvider], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Model.AIProviders(ctx, a, p)
			return answerPage(list, renderAIProvider), err
		})
	register(s, operation{id: "get-ai-provider", method: http.MethodGet, path: path + "/{id}", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIRead, summary: "Get an AI provider", description: "Its endpoint, model, prices and health."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*aiProviderOutput, error) {
			return answerAIProvider(s.svc.Model.AIProvider(ctx, a, in.ID))
		})
	register(s, operation{id: "update-ai-provider", method: http.MethodPatch, path: path + "/{id}", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIWrite, act: "ai_provider.updated", summary: "Change an AI provider", description: "Changes only the fields you send. A misconfigured provider is called again.",
		example: UpdateAIProvider{Model: ptr("gpt-4.1"), TimeoutSeconds: ptr(10.0)}},
		func(ctx context.Context, a crm.Actor, in *updateAIProviderInput) (*aiProviderOutput, error) {
			c, err := aiChange(in.Body)
			if err != nil {
				return nil, err
			}
			return answerAIProvider(s.svc.Model.UpdateAIProvider(ctx, a, in.ID, c))
		})
	register(s, operation{id: "delete-ai-provider", method: http.MethodDelete, path: path + "/{id}", tag: aiTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeAIWrite, act: "ai_provider.deleted", summary: "Delete an AI provider", description: "Chains continue without it. Its recorded usage stays."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*struct{}, error) {
			return nil, s.svc.Model.DeleteAIProvider(ctx, a, in.ID)
		})
	register(s, operation{id: "test-ai-provider", method: http.MethodPost, path: path + "/{id}/test", tag: aiTag, errors: []int{404},
		scope: crm.ScopeAIWrite, summary: "Test an AI provider", description: "Makes one small real call, for which the provider may charge. If the call succeeds, the recorded failures are cleared and the provider is called again."},
		func(ctx context.Context, a crm.Actor, in *AIProviderInput) (*testAIOutput, error) {
			test, err := s.svc.Model.TestAIProvider(ctx, a, in.ID)
			out := &testAIOutput{AIProviderTest{OK: test.OK, Calls: []AICall{}}}
			for _, c := range test.Calls {
				out.Body.Calls = append(out.Body.Calls, renderAICall(c))
			}
			return out, err
		})
}

// aiChange reads what a caller sets.
func aiChange(b UpdateAIProvider) (model.AIProviderChange, error) {
	c := model.AIProviderChange{Name: b.Name, Kind: b.Kind, BaseURL: b.BaseURL, Model: b.Model, Key: b.APIKey, ContextTokens: b.ContextTokens}
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
			f.Add("/listPrices", crm.CodeNotAllowed, "Give either prices or listPrices, not both.")
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
			f.Add("/prices/"+p.name, crm.CodeParameterInvalid, "%s must be an amount such as 2.50, from 0 to 100000, with at most 6 decimal places.", p.name)
		}
		*p.into = n
	}
	return out
}

func renderAIProvider(v model.AIProviderView) AIProvider {
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

func answerAIProvider(v model.AIProviderView, err error) (*aiProviderOutput, error) {
	return &aiProviderOutput{renderAIProvider(v)}, err
}

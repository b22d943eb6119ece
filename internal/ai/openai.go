package ai

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// openAI speaks chat completions, as OpenAI and most other servers do. What an
// endpoint refuses to take it is not sent again: the form of the answer is
// asked for by schema, else as some JSON object, else by words.
type openAI struct {
	*wire
	form          atomic.Int32 // formSchema and on
	oldMaxTokens  atomic.Bool  // max_tokens is refused here, or the other one is
	noTemperature atomic.Bool
}

// Forms in which JSON is asked for, each less certain than the one before.
const (
	formSchema = iota
	formObject
	formWords
)

type openAIMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type openAIRequest struct {
	Model               string          `json:"model"`
	Messages            []openAIMessage `json:"messages"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	Temperature         *float64        `json:"temperature,omitempty"`
	ResponseFormat      any             `json:"response_format,omitempty"`
}

// Generate implements Provider.
func (p *openAI) Generate(ctx context.Context, r Request) (Response, error) {
	a, e := p.post(ctx, "/chat/completions", p.bearer(), p.request(r))
	if e != nil {
		return Response{}, e
	}
	f, failed := errorBody(a.body)
	if a.status != http.StatusOK || failed {
		if a.status == http.StatusOK {
			a.status = statusOf(f)
		}
		e := refused(a, f, time.Now())
		e.Adapted = e.Class == CallerFault && p.adapt(r, f)
		return Response{}, e
	}
	return p.read(r, a)
}

// bearer is the header that carries the key.
func (w *wire) bearer() map[string]string {
	header := map[string]string{}
	if w.Key != "" {
		header["Authorization"] = "Bearer " + w.Key
		if strings.HasSuffix(w.base.Hostname(), ".azure.com") {
			header["api-key"] = w.Key
		}
	}
	return header
}

func (p *openAI) request(r Request) openAIRequest {
	out := openAIRequest{Model: p.Model}
	system := r.System
	if len(r.Schema) > 0 {
		switch p.form.Load() {
		case formSchema:
			out.ResponseFormat = map[string]any{"type": "json_schema",
				"json_schema": map[string]any{"name": "answer", "strict": true, "schema": r.Schema}}
		case formObject:
			out.ResponseFormat = map[string]string{"type": "json_object"}
			system += schemaInWords(r.Schema)
		default:
			system += schemaInWords(r.Schema)
		}
	}
	if system != "" {
		out.Messages = append(out.Messages, openAIMessage{"system", system})
	}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, openAIMessage{string(m.Role), m.Text})
	}
	if p.newMaxTokens() {
		out.MaxCompletionTokens = r.maxTokens()
	} else {
		out.MaxTokens = r.maxTokens()
	}
	if !p.noTemperature.Load() {
		out.Temperature = r.Temperature
	}
	return out
}

// newMaxTokens reports whether the bound goes by its newer name, which
// OpenAI's newer models insist on and other servers do not know.
func (p *openAI) newMaxTokens() bool {
	host := p.base.Hostname()
	own := strings.HasSuffix(host, ".openai.com") || strings.HasSuffix(host, ".azure.com")
	return own != p.oldMaxTokens.Load()
}

func schemaInWords(schema json.RawMessage) string {
	return "\n\nAnswer with nothing but one JSON object of this JSON Schema:\n" + string(schema)
}

// adapt learns from a refusal what the endpoint does not take. It reports
// whether the next request will be another one.
func (p *openAI) adapt(r Request, f failure) bool {
	text := strings.ToLower(f.Message + " " + f.Code)
	switch {
	case strings.Contains(text, "max_tokens") || strings.Contains(text, "max_completion_tokens"):
		return p.oldMaxTokens.CompareAndSwap(false, true)
	case strings.Contains(text, "temperature"):
		return r.Temperature != nil && p.noTemperature.CompareAndSwap(false, true)
	case len(r.Schema) > 0 && (strings.Contains(text, "response_format") || strings.Contains(text, "json_schema") ||
		strings.Contains(text, "json_object") || strings.Contains(text, "schema") || strings.Contains(text, "structured output")):
		form := p.form.Load()
		return form < formWords && p.form.CompareAndSwap(form, form+1)
	}
	return false
}

func (p *openAI) read(r Request, a *answer) (Response, error) {
	var body struct {
		Model   string `json:"model"`
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
		Usage json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(a.body, &body) != nil {
		return Response{}, &Error{Class: BadOutput, StatusCode: a.status, Detail: "the answer is not the JSON of a chat completion"}
	}
	res := Response{Model: body.Model, Usage: openAIUsage(body.Usage)}
	if len(body.Choices) == 0 {
		return Response{}, useless(BadOutput, a.status, res, "the answer has no choice")
	}
	c := body.Choices[0]
	res.Text, res.Finish = c.Message.Content, c.FinishReason
	res = whole(r, res)
	switch {
	case c.FinishReason == "content_filter":
		return Response{}, useless(ContentPolicy, a.status, res, "the content filter stopped the answer")
	case c.Message.Refusal != "":
		return Response{}, useless(ContentPolicy, a.status, res, "the model declined: "+c.Message.Refusal)
	case c.FinishReason == "length":
		return Response{}, useless(BadOutput, a.status, res, "the answer was cut off at its longest")
	case res.Text == "":
		return Response{}, useless(BadOutput, a.status, res, "the answer is empty")
	}
	res.Finish = FinishStop
	return res, nil
}

// openAIUsage takes cached tokens out of the prompt's and reasoning out of the
// completion's, in which they are counted.
func openAIUsage(raw json.RawMessage) Usage {
	var u struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		PromptOf   struct {
			Cached  int `json:"cached_tokens"`
			Written int `json:"cache_write_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionOf struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
	if json.Unmarshal(raw, &u) != nil {
		return Usage{}
	}
	out := Usage{CacheRead: count(u.PromptOf.Cached), CacheWrite: count(u.PromptOf.Written), Reasoning: count(u.CompletionOf.Reasoning), Raw: raw}
	out.InputUncached = count(count(u.Prompt) - out.CacheRead - out.CacheWrite)
	out.Output = count(count(u.Completion) - out.Reasoning)
	return out
}

// count keeps a number of tokens within reason, whatever a server says.
func count(n int) int { return min(max(n, 0), 1_000_000_000) }

package ai

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// gemini speaks generateContent.
type gemini struct {
	*wire
	noSchema atomic.Bool // JSON is asked for by words
}

type geminiPart struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiConfig struct {
	MaxOutputTokens    int             `json:"maxOutputTokens"`
	Temperature        *float64        `json:"temperature,omitempty"`
	ResponseMIMEType   string          `json:"responseMimeType,omitempty"`
	ResponseJSONSchema json.RawMessage `json:"responseJsonSchema,omitempty"`
}

type geminiRequest struct {
	SystemInstruction *geminiContent  `json:"systemInstruction,omitempty"`
	Contents          []geminiContent `json:"contents"`
	GenerationConfig  geminiConfig    `json:"generationConfig"`
}

// Generate implements Provider.
func (p *gemini) Generate(ctx context.Context, r Request) (Response, error) {
	header := map[string]string{}
	if p.Key != "" {
		header["x-goog-api-key"] = p.Key
	}
	model := strings.TrimPrefix(p.Model, "models/")
	a, e := p.post(ctx, "/models/"+url.PathEscape(model)+":generateContent", header, p.request(r))
	if e != nil {
		return Response{}, e
	}
	f, failed := geminiError(a.body)
	if a.status != http.StatusOK || failed {
		if a.status == http.StatusOK {
			a.status = statusOf(f)
		}
		e := refused(a, f, time.Now())
		e.Adapted = e.Class == CallerFault && len(r.Schema) > 0 && strings.Contains(strings.ToLower(f.Message), "schema") &&
			p.noSchema.CompareAndSwap(false, true)
		return Response{}, e
	}
	return p.read(r, a)
}

func (p *gemini) request(r Request) geminiRequest {
	out := geminiRequest{Contents: []geminiContent{}, GenerationConfig: geminiConfig{MaxOutputTokens: r.maxTokens(), Temperature: r.Temperature}}
	system := r.System
	if len(r.Schema) > 0 {
		out.GenerationConfig.ResponseMIMEType = "application/json"
		if p.noSchema.Load() {
			system += schemaInWords(r.Schema)
		} else {
			out.GenerationConfig.ResponseJSONSchema = r.Schema
		}
	}
	if system != "" {
		out.SystemInstruction = &geminiContent{Parts: []geminiPart{{Text: system}}}
	}
	for _, m := range r.Messages {
		role := "user"
		if m.Role == Assistant {
			role = "model"
		}
		out.Contents = append(out.Contents, geminiContent{Role: role, Parts: []geminiPart{{Text: m.Text}}})
	}
	return out
}

func (p *gemini) read(r Request, a *answer) (Response, error) {
	var body struct {
		Model      string `json:"modelVersion"`
		Candidates []struct {
			FinishReason string        `json:"finishReason"`
			Content      geminiContent `json:"content"`
		} `json:"candidates"`
		PromptFeedback struct {
			BlockReason string `json:"blockReason"`
		} `json:"promptFeedback"`
		Usage json.RawMessage `json:"usageMetadata"`
	}
	if json.Unmarshal(a.body, &body) != nil {
		return Response{}, &Error{Class: BadOutput, StatusCode: a.status, Detail: "the answer is not the JSON of generateContent"}
	}
	res := Response{Model: body.Model, Usage: geminiUsage(body.Usage)}
	if body.PromptFeedback.BlockReason != "" {
		return Response{}, useless(ContentPolicy, a.status, res, "the prompt was blocked: "+body.PromptFeedback.BlockReason)
	}
	if len(body.Candidates) == 0 {
		return Response{}, useless(BadOutput, a.status, res, "the answer has no candidate")
	}
	c := body.Candidates[0]
	for _, part := range c.Content.Parts {
		if !part.Thought {
			res.Text += part.Text
		}
	}
	res = whole(r, res)
	switch c.FinishReason {
	case "STOP", "":
	case "MAX_TOKENS":
		return Response{}, useless(BadOutput, a.status, res, "the answer was cut off at its longest")
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII":
		return Response{}, useless(ContentPolicy, a.status, res, "the answer was stopped: "+c.FinishReason)
	default:
		return Response{}, useless(BadOutput, a.status, res, "the answer ended with "+cut(Printable(c.FinishReason), 40))
	}
	if res.Text == "" {
		return Response{}, useless(BadOutput, a.status, res, "the answer is empty")
	}
	res.Finish = FinishStop
	return res, nil
}

// geminiError reads an error with the details that tell its limits apart.
func geminiError(body []byte) (f failure, found bool) {
	if list := []json.RawMessage(nil); json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0] // some answers wrap the error in a list
	}
	f, found = errorBody(body)
	var outer struct {
		Error struct {
			Details []struct {
				Reason     string `json:"reason"`
				RetryDelay string `json:"retryDelay"`
				Violations []struct {
					QuotaID string `json:"quotaId"`
				} `json:"violations"`
			} `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return f, found
	}
	for _, d := range outer.Error.Details {
		f.Code += " " + d.Reason
		if pause, err := time.ParseDuration(d.RetryDelay); err == nil {
			f.Retry = bounded(float64(pause))
		}
		for _, v := range d.Violations {
			f.PerDay = f.PerDay || strings.Contains(v.QuotaID, "PerDay")
			f.PerMinute = f.PerMinute || strings.Contains(v.QuotaID, "PerMinute")
		}
	}
	return f, found
}

// geminiUsage takes cached tokens out of the prompt's, in which they are
// counted; thoughts are beside the candidates'.
func geminiUsage(raw json.RawMessage) Usage {
	var u struct {
		Prompt     int `json:"promptTokenCount"`
		Tool       int `json:"toolUsePromptTokenCount"`
		Cached     int `json:"cachedContentTokenCount"`
		Candidates int `json:"candidatesTokenCount"`
		Thoughts   int `json:"thoughtsTokenCount"`
	}
	if json.Unmarshal(raw, &u) != nil {
		return Usage{}
	}
	out := Usage{CacheRead: count(u.Cached), Output: count(u.Candidates), Reasoning: count(u.Thoughts), Raw: raw}
	out.InputUncached = count(count(u.Prompt) + count(u.Tool) - out.CacheRead)
	return out
}

package ai

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// anthropic speaks the messages API. JSON comes as the input of a tool that the
// model must use, which every model of theirs takes.
type anthropic struct {
	*wire
	noTemperature atomic.Bool
}

const (
	anthropicVersion = "2023-06-01"
	answerTool       = "answer"
)

type anthropicRequest struct {
	Model       string           `json:"model"`
	MaxTokens   int              `json:"max_tokens"`
	System      string           `json:"system,omitempty"`
	Messages    []openAIMessage  `json:"messages"`
	Temperature *float64         `json:"temperature,omitempty"`
	Tools       []map[string]any `json:"tools,omitempty"`
	ToolChoice  any              `json:"tool_choice,omitempty"`
}

// Generate implements Provider.
func (p *anthropic) Generate(ctx context.Context, r Request) (Response, error) {
	header := map[string]string{"anthropic-version": anthropicVersion}
	if p.Key != "" {
		header["x-api-key"] = p.Key
	}
	a, e := p.post(ctx, "/messages", header, p.request(r))
	if e != nil {
		return Response{}, e
	}
	f, failed := errorBody(a.body)
	if a.status != http.StatusOK || failed {
		if a.status == http.StatusOK {
			a.status = statusOf(f)
		}
		e := refused(a, f, time.Now())
		e.Adapted = e.Class == CallerFault && r.Temperature != nil && strings.Contains(strings.ToLower(f.Message), "temperature") &&
			p.noTemperature.CompareAndSwap(false, true)
		return Response{}, e
	}
	return p.read(r, a)
}

func (p *anthropic) request(r Request) anthropicRequest {
	out := anthropicRequest{Model: p.Model, MaxTokens: r.maxTokens(), System: r.System, Messages: []openAIMessage{}}
	if !p.noTemperature.Load() {
		out.Temperature = r.Temperature
	}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, openAIMessage{string(m.Role), m.Text})
	}
	if len(r.Schema) > 0 {
		out.Tools = []map[string]any{{"name": answerTool, "description": "Gives the answer.", "input_schema": r.Schema}}
		out.ToolChoice = map[string]string{"type": "tool", "name": answerTool}
	}
	return out
}

func (p *anthropic) read(r Request, a *answer) (Response, error) {
	var body struct {
		Model      string `json:"model"`
		StopReason string `json:"stop_reason"`
		Content    []struct {
			Type  string          `json:"type"`
			Text  string          `json:"text"`
			Input json.RawMessage `json:"input"`
		} `json:"content"`
		Usage json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(a.body, &body) != nil {
		return Response{}, &Error{Class: BadOutput, StatusCode: a.status, Detail: "the answer is not the JSON of a message"}
	}
	res := Response{Model: body.Model, Finish: body.StopReason, Usage: anthropicUsage(body.Usage)}
	for _, c := range body.Content {
		switch {
		case c.Type == "tool_use" && len(r.Schema) > 0:
			res.Text = string(c.Input)
		case c.Type == "text" && len(r.Schema) == 0:
			res.Text += c.Text
		case c.Type == "text" && res.Text == "":
			res.Text = c.Text // JSON in words, instead of the tool
		}
	}
	res = whole(r, res)
	switch {
	case body.StopReason == "refusal":
		return Response{}, useless(ContentPolicy, a.status, res, "the model declined to answer")
	case body.StopReason == "model_context_window_exceeded":
		return Response{}, useless(ContextLength, a.status, res, "the answer does not fit behind the prompt")
	case body.StopReason == "max_tokens":
		return Response{}, useless(BadOutput, a.status, res, "the answer was cut off at its longest")
	case res.Text == "":
		return Response{}, useless(BadOutput, a.status, res, "the answer is empty")
	}
	res.Finish = FinishStop
	return res, nil
}

// anthropicUsage: the input does not include what was read from or written to
// the cache. Thinking is part of the output and not told apart.
func anthropicUsage(raw json.RawMessage) Usage {
	var u struct {
		Input   int `json:"input_tokens"`
		Read    int `json:"cache_read_input_tokens"`
		Written int `json:"cache_creation_input_tokens"`
		Output  int `json:"output_tokens"`
	}
	if json.Unmarshal(raw, &u) != nil {
		return Usage{}
	}
	return Usage{InputUncached: count(u.Input), CacheRead: count(u.Read), CacheWrite: count(u.Written), Output: count(u.Output), Raw: raw}
}

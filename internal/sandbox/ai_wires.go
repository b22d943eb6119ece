package sandbox

import (
	"encoding/json"
	"net/http"
	"strings"
)

// partsText is the text of a content: a string, or a list of parts.
func partsText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(raw, &parts) // anything else has no text
	var all []string
	for _, p := range parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

type rawMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

func turnsOf(list []rawMessage) (out []turn) {
	for _, m := range list {
		out = append(out, turn{m.Role, partsText(m.Content)})
	}
	return out
}

// openAIWire is chat completions.
type openAIWire struct{}

func (openAIWire) read(_ *http.Request, raw []byte) *prompt {
	var in struct {
		Model          string       `json:"model"`
		Messages       []rawMessage `json:"messages"`
		Stream         bool         `json:"stream"`
		ResponseFormat struct {
			Type       string `json:"type"`
			JSONSchema struct {
				Schema map[string]any `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if json.Unmarshal(raw, &in) != nil {
		return nil
	}
	p := &prompt{model: in.Model, turns: turnsOf(in.Messages), stream: in.Stream,
		json: strings.HasPrefix(in.ResponseFormat.Type, "json"), schema: in.ResponseFormat.JSONSchema.Schema}
	p.schemaInWords()
	return p
}

// schemaInWords finds a schema that the instructions ask for, where the call
// brings none.
func (p *prompt) schemaInWords() {
	for _, t := range p.turns {
		if _, after, ok := strings.Cut(t.text, "JSON Schema:"); ok && p.schema == nil && t.role != "user" {
			_ = json.NewDecoder(strings.NewReader(after)).Decode(&p.schema) // what is none is none
			p.json = p.json || p.schema != nil
		}
	}
}

func (openAIWire) answer(c *completion) any {
	message := map[string]any{"role": "assistant", "content": c.content, "refusal": nil}
	finish := "stop"
	switch c.end {
	case endsTruncated:
		finish = "length"
	case endsFiltered:
		finish = "content_filter"
	case endsRefused:
		message["content"], message["refusal"] = nil, "I'm sorry, I cannot assist with that request."
	}
	out := map[string]any{
		"id": "chatcmpl-" + c.id, "object": "chat.completion", "created": c.at.Unix(), "model": c.model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}},
	}
	if c.usage != nil {
		out["usage"] = openAIUsage(c.usage)
	}
	return out
}

// openAIUsage counts cached tokens into the prompt's, reasoning into the
// completion's.
func openAIUsage(u *AIUsage) any {
	if u == nil {
		return nil
	}
	in, out := u.InputUncached+u.CacheRead+u.CacheWrite, u.Output+u.Reasoning
	return map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"prompt_tokens_details":     map[string]any{"cached_tokens": u.CacheRead, "cache_write_tokens": u.CacheWrite},
		"completion_tokens_details": map[string]any{"reasoning_tokens": u.Reasoning}}
}

func (openAIWire) failure(f *aiFailure, model string) any {
	e := map[string]any{"message": f.text(model), "type": f.openAI, "code": nil, "param": nil}
	if f.code != "" {
		e["code"] = f.code
	}
	if f.in200 {
		e["code"] = f.status
	}
	return map[string]any{"error": e}
}

// anthropicWire is messages. JSON is asked for as the input of a tool.
type anthropicWire struct{}

func (anthropicWire) read(_ *http.Request, raw []byte) *prompt {
	var in struct {
		Model    string          `json:"model"`
		System   json.RawMessage `json:"system"`
		Messages []rawMessage    `json:"messages"`
		Tools    []struct {
			Schema map[string]any `json:"input_schema"`
		} `json:"tools"`
		MaxTokens int `json:"max_tokens"`
	}
	if json.Unmarshal(raw, &in) != nil || in.MaxTokens < 1 || len(in.Messages) == 0 {
		return nil
	}
	p := &prompt{model: in.Model, turns: []turn{{"system", partsText(in.System)}}}
	p.turns = append(p.turns, turnsOf(in.Messages)...)
	if len(in.Tools) > 0 {
		p.json, p.schema = true, in.Tools[0].Schema
	}
	return p
}

func (anthropicWire) answer(c *completion) any {
	content, stop := []any{}, "end_turn"
	var input map[string]any
	switch isObject := json.Unmarshal([]byte(c.content), &input) == nil; {
	case c.content == "":
	case c.json && isObject:
		content, stop = append(content, map[string]any{"type": "tool_use", "id": "toolu_" + c.id, "name": "answer", "input": input}), "tool_use"
	default:
		content = append(content, map[string]any{"type": "text", "text": c.content})
	}
	switch c.end {
	case endsTruncated:
		stop = "max_tokens"
	case endsFiltered, endsRefused:
		stop = "refusal"
	}
	out := map[string]any{"id": "msg_" + c.id, "type": "message", "role": "assistant", "model": c.model,
		"content": content, "stop_reason": stop, "stop_sequence": nil}
	if u := c.usage; u != nil {
		out["usage"] = map[string]any{"input_tokens": u.InputUncached, "cache_read_input_tokens": u.CacheRead,
			"cache_creation_input_tokens": u.CacheWrite, "output_tokens": u.Output + u.Reasoning}
	}
	return out
}

func (anthropicWire) failure(f *aiFailure, model string) any {
	return map[string]any{"type": "error", "error": map[string]any{"type": f.anthropic, "message": f.text(model)}}
}

// geminiWire is generateContent.
type geminiWire struct{}

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text string `json:"text"`
	} `json:"parts"`
}

func (c geminiContent) text() string {
	var all []string
	for _, p := range c.Parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

func (geminiWire) read(r *http.Request, raw []byte) *prompt {
	var in struct {
		System   geminiContent   `json:"systemInstruction"`
		Contents []geminiContent `json:"contents"`
		Config   struct {
			MIMEType string         `json:"responseMimeType"`
			Schema   map[string]any `json:"responseJsonSchema"`
		} `json:"generationConfig"`
	}
	model, ok := strings.CutSuffix(r.PathValue("model"), ":generateContent")
	if json.Unmarshal(raw, &in) != nil || !ok || len(in.Contents) == 0 {
		return nil
	}
	p := &prompt{model: model, turns: []turn{{"system", in.System.text()}}, json: in.Config.MIMEType == "application/json", schema: in.Config.Schema}
	for _, c := range in.Contents {
		role := c.Role
		if role == "model" {
			role = "assistant"
		}
		p.turns = append(p.turns, turn{role, c.text()})
	}
	p.schemaInWords()
	return p
}

func (geminiWire) answer(c *completion) any {
	finish := "STOP"
	switch c.end {
	case endsTruncated:
		finish = "MAX_TOKENS"
	case endsFiltered:
		finish = "SAFETY"
	}
	out := map[string]any{"modelVersion": c.model, "responseId": c.id}
	if c.end == endsRefused {
		out["promptFeedback"] = map[string]any{"blockReason": "PROHIBITED_CONTENT"}
	} else {
		parts := []any{}
		if c.content != "" {
			parts = append(parts, map[string]any{"text": c.content})
		}
		out["candidates"] = []any{map[string]any{"index": 0, "finishReason": finish, "content": map[string]any{"role": "model", "parts": parts}}}
	}
	if u := c.usage; u != nil {
		// The prompt's tokens include the cached ones; thoughts are beside the candidates'.
		in := u.InputUncached + u.CacheRead
		out["usageMetadata"] = map[string]any{"promptTokenCount": in, "cachedContentTokenCount": u.CacheRead,
			"candidatesTokenCount": u.Output, "thoughtsTokenCount": u.Reasoning, "totalTokenCount": in + u.Output + u.Reasoning}
	}
	return out
}

func (geminiWire) failure(f *aiFailure, model string) any {
	status := f.status
	e := map[string]any{"code": status, "message": f.text(model), "status": f.gemini}
	var details []any
	if f.quotaID != "" {
		details = append(details, map[string]any{"@type": "type.googleapis.com/google.rpc.QuotaFailure",
			"violations": []any{map[string]any{"quotaId": f.quotaID}}})
	}
	if form, seconds, _ := strings.Cut(f.retry, ":"); form == "body" {
		details = append(details, map[string]any{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": seconds + "s"})
	}
	if f.reason != "" {
		details = append(details, map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": f.reason})
	}
	if details != nil {
		e["details"] = details
	}
	return map[string]any{"error": e}
}

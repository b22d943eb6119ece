package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// chatRequest is what the AI endpoint reads of an OpenAI-compatible call.
type chatRequest struct {
	Model          string        `json:"model"`
	Messages       []chatMessage `json:"messages"`
	Stream         bool          `json:"stream"`
	ResponseFormat struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Schema map[string]any `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// text returns the content, which is a string or a list of parts.
func (m chatMessage) text() string {
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.Content, &parts) // anything else has no text
	var all []string
	for _, p := range parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

// aiRoutes serves the endpoint at the root and under /ai/{name}/, so that one
// sandbox can stand for several AI providers with faults of their own.
func (s *Server) aiRoutes(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/ai/{name}"} {
		mux.HandleFunc("POST "+prefix+"/v1/chat/completions", s.serveChat)
		mux.HandleFunc("GET "+prefix+"/v1/models", s.serveModels)
	}
}

func (s *Server) serveModels(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []map[string]any{
		{"id": "sandbox-1", "object": "model", "owned_by": "sandbox"},
	}})
}

// serveChat answers from the passages of the prompt. It takes any API key.
func (s *Server) serveChat(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, w: w, r: r, began: s.Now(), version: defaultVersion}
	defer c.record()
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxJSONBody))
	c.raw = raw
	var req chatRequest
	if err != nil || json.Unmarshal(raw, &req) != nil || len(req.Messages) == 0 {
		c.chatError(http.StatusBadRequest, "The request must be JSON with a list of messages.")
		return
	}
	if !c.chatFault(&req) {
		return
	}
	c.effect = "completed"
	c.complete(&req)
}

// chatFault applies a scripted fault; it reports whether to go on.
func (c *call) chatFault(req *chatRequest) bool {
	f := c.aiFaults.take(func(m *Match) bool {
		return m.path(c.r.URL.Path) && (m.Model == "" || m.Model == req.Model)
	})
	if f == nil {
		return true
	}
	c.injected = f
	c.pause(time.Duration(f.DelayMs) * time.Millisecond)
	switch {
	case f.Drop != "":
		c.effect = "connection dropped"
		c.hangUp()
		return false
	case f.Status >= 400:
		c.chatError(f.Status, "scripted fault "+f.Details)
		return false
	}
	return true
}

func (c *call) chatError(status int, message string) {
	kind := "invalid_request_error"
	switch {
	case status == http.StatusTooManyRequests:
		kind = "rate_limit_error"
		c.w.Header().Set("Retry-After", "1")
	case status >= 500:
		kind = "server_error"
	}
	c.effect = "refused " + strconv.Itoa(status)
	c.writeChat(status, map[string]any{"error": map[string]any{"message": message, "type": kind, "code": nil, "param": nil}})
}

func (c *call) writeChat(status int, v any) {
	out, _ := json.Marshal(v) // only maps of plain values come here
	if c.injected != nil && c.injected.Malformed {
		out = out[:len(out)/2]
	}
	c.status, c.answer = status, out
	c.record()
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(out)
}

// complete answers a call whose messages are known to be readable.
func (c *call) complete(req *chatRequest) {
	answer := answerFrom(req)
	content := answer.text
	if strings.HasPrefix(req.ResponseFormat.Type, "json") {
		content = answer.json(req.ResponseFormat.JSONSchema.Schema)
	}
	prompt := 0
	for _, m := range req.Messages {
		prompt += 4 + tokens(m.text())
	}
	usage := map[string]any{
		"prompt_tokens": prompt, "completion_tokens": tokens(content), "total_tokens": prompt + tokens(content),
		"prompt_tokens_details": map[string]any{"cached_tokens": 0},
	}
	id := "chatcmpl-" + strconv.FormatUint(c.ids.traces.next(), 36)
	if req.Stream {
		c.stream(req, id, content, usage)
		return
	}
	c.writeChat(http.StatusOK, map[string]any{
		"id": id, "object": "chat.completion", "created": c.began.Unix(), "model": req.Model, "usage": usage,
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": content},
		}},
	})
}

// tokens estimates a count: about four characters each.
func tokens(s string) int { return (chars(s) + 3) / 4 }

// stream answers with server-sent events, a word at a time.
func (c *call) stream(req *chatRequest, id, content string, usage map[string]any) {
	var out bytes.Buffer
	event := func(choices []any, extra any) {
		v := map[string]any{"id": id, "object": "chat.completion.chunk", "created": c.began.Unix(), "model": req.Model, "choices": choices}
		if extra != nil {
			v["usage"] = extra
		}
		line, _ := json.Marshal(v)
		out.WriteString("data: " + string(line) + "\n\n")
	}
	for _, word := range strings.SplitAfter(content, " ") {
		event([]any{map[string]any{"index": 0, "delta": map[string]any{"content": word}}}, nil)
	}
	event([]any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": "stop"}}, nil)
	event([]any{}, usage)
	out.WriteString("data: [DONE]\n\n")
	c.status, c.answer = http.StatusOK, out.Bytes()
	c.record()
	c.w.Header().Set("Content-Type", "text/event-stream")
	body := out.Bytes()
	if c.injected != nil && c.injected.Malformed {
		body = body[:len(body)/2]
	}
	_, _ = c.w.Write(body)
}

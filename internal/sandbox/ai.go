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

// prompt is what the AI endpoint reads of a call, whichever wire it came by.
type prompt struct {
	model  string
	turns  []turn // system turns among them
	json   bool
	schema map[string]any
	stream bool
	// inputs are the texts to embed, of a call for embeddings; dimensions those
	// that are asked for.
	inputs     []string
	dimensions int
}

type turn struct{ role, text string }

// completion is what is answered, before a wire puts it into its own words.
type completion struct {
	id      string
	model   string
	at      time.Time
	content string
	json    bool
	end     ending
	usage   *AIUsage // nil: the provider tells none
}

// ending is how an answer ends.
type ending int

const (
	endsWhole ending = iota
	endsTruncated
	endsFiltered
	endsRefused
)

// wire is one provider's way to ask and answer.
type wire interface {
	// read returns nil for what is no request of this wire.
	read(r *http.Request, raw []byte) *prompt
	answer(c *completion) any
	// failure is an error's body.
	failure(f *aiFailure, model string) any
}

// aiRoutes serves the wires at the root and under /ai/{name}/, so that one
// sandbox can stand for several AI providers with faults of their own.
func (s *Server) aiRoutes(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/ai/{name}"} {
		mux.HandleFunc("POST "+prefix+"/v1/chat/completions", s.serveAI(openAIWire{}))
		mux.HandleFunc("POST "+prefix+"/v1/embeddings", s.serveAI(embeddingWire{}))
		mux.HandleFunc("POST "+prefix+"/v1/messages", s.serveAI(anthropicWire{}))
		mux.HandleFunc("POST "+prefix+"/v1beta/models/{model}", s.serveAI(geminiWire{}))
		mux.HandleFunc("GET "+prefix+"/v1/models", s.serveModels)
	}
}

func (s *Server) serveModels(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []map[string]any{
		{"id": "sandbox-1", "object": "model", "owned_by": "sandbox"},
	}})
}

// serveAI answers from the passages of the prompt. It takes any API key.
func (s *Server) serveAI(wire wire) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &aiCall{call: &call{Server: s, w: w, r: r, began: s.Now(), version: defaultVersion}, wire: wire, name: r.PathValue("name")}
		defer c.record()
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxJSONBody))
		c.raw = raw
		if err == nil {
			c.prompt = wire.read(r, raw)
		}
		if c.prompt == nil || len(c.prompt.turns)+len(c.prompt.inputs) == 0 {
			c.prompt = &prompt{}
			c.refuse(aiFailures["caller_fault"])
			return
		}
		c.serve()
	}
}

// aiCall is one call to an AI provider while it is served.
type aiCall struct {
	*call
	wire   wire
	name   string
	prompt *prompt
}

// serve answers, or does what a fault makes of it.
func (c *aiCall) serve() {
	f := c.aiFaults.take(func(m *Match) bool {
		return m.path(c.r.URL.Path) && (m.Model == "" || m.Model == c.prompt.model)
	})
	if f == nil {
		f = &Fault{}
	}
	c.injected = f
	c.pause(time.Duration(f.DelayMs) * time.Millisecond)
	failure := aiFailures[f.Fail]
	switch {
	case f.Fail == "hang":
		c.effect = "no answer until the caller gave up"
		c.pause(maxHang)
		c.hangUp()
	case f.Drop != "" || f.Fail == "reset":
		c.effect = "connection dropped"
		c.hangUp()
	case f.Fail == failSchemaForm && !c.prompt.json, f.Fail == failMaxTokens && !bytes.Contains(c.raw, []byte(`"max_tokens"`)):
		c.complete() // asked in the form that is taken
	case failure != nil:
		c.refuse(failure)
	case f.Status >= 400:
		c.refuse(statusFailure(f.Status, f.Details))
	default:
		c.complete()
	}
}

// maxHang bounds how long a call is left without an answer.
const maxHang = 10 * time.Minute

// refuse answers with an error.
func (c *aiCall) refuse(f *aiFailure) {
	c.effect = "refused " + strconv.Itoa(f.status)
	told := *f
	if fault := c.injected; fault != nil {
		told.retry = fault.RetryAfter
		if fault.Details != "" {
			told.message = fault.Details
		}
	}
	status := f.status
	if f.in200 {
		status = http.StatusOK
	}
	if status == http.StatusTooManyRequests {
		setRetryAfter(c.w.Header(), told.retry)
	}
	c.send(status, c.wire.failure(&told, c.prompt.model))
}

// complete answers the prompt.
func (c *aiCall) complete() {
	if c.prompt.inputs != nil {
		c.embed()
		return
	}
	c.effect = "completed"
	f := c.injected
	found := answerFrom(c.prompt)
	done := &completion{id: strconv.FormatUint(c.ids.traces.next(), 36), model: c.prompt.model, at: c.began, content: found.text, json: c.prompt.json}
	found.choices.mistaken = f.Fail == "mistaken"
	if c.prompt.json {
		done.content = found.json(c.prompt.schema)
	}
	switch f.Fail {
	case "truncated":
		done.end, done.content = endsTruncated, done.content[:len(done.content)/2]
	case "empty":
		done.content = ""
	case "content_filter":
		done.end, done.content = endsFiltered, ""
	case "refusal":
		done.end, done.content = endsRefused, ""
	case "wrong_schema":
		done.content = `{"something":"else"}`
	case "not_json":
		done.content = "Certainly! " + found.text
	case "hijacked":
		done.content = c.prompt.hijacked(found, f.Details)
	case "obey":
		done.content = c.prompt.obeyed(found)
	}
	done.usage = c.usage(done.content, f)
	if c.prompt.stream {
		c.stream(done)
		return
	}
	c.send(http.StatusOK, c.wire.answer(done))
}

// usage counts the tokens of a call, nil where the fault keeps them back.
func (c *aiCall) usage(content string, f *Fault) *AIUsage {
	if f.Fail == "no_usage" {
		return nil
	}
	n := 0
	for _, t := range c.prompt.turns {
		n += 4 + tokens(t.text)
	}
	for _, text := range c.prompt.inputs {
		n += tokens(text)
	}
	u := AIUsage{Calls: 1, CacheRead: min(f.CachedTokens, n), Output: tokens(content), Reasoning: f.ReasoningTokens}
	u.CacheWrite = min(f.CacheWriteTokens, n-u.CacheRead)
	if _, ok := c.wire.(geminiWire); ok {
		u.CacheWrite = 0 // it tells of none
	}
	u.InputUncached = n - u.CacheRead - u.CacheWrite
	if _, ok := c.wire.(anthropicWire); ok {
		u.Output, u.Reasoning = u.Output+u.Reasoning, 0 // it does not tell them apart
	}
	if !f.Malformed && f.Fail != "slow_body" {
		c.told.add(c.name, u)
	}
	return &u
}

// tokens estimates a count: about four characters each.
func tokens(s string) int { return (chars(s) + 3) / 4 }

// send writes an answer, cut or slowly where a fault says so.
func (c *aiCall) send(status int, v any) {
	out, _ := json.Marshal(v) // only maps of plain values come here
	if c.injected != nil && c.injected.Malformed {
		out = out[:len(out)/2]
	}
	c.status, c.answer = status, out
	c.record()
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	if f := c.injected; f != nil && (f.BodyDelayMs > 0 || f.Fail == "slow_body") {
		_, _ = c.w.Write(out[:len(out)/2])
		_ = http.NewResponseController(c.w).Flush()
		wait := time.Duration(f.BodyDelayMs) * time.Millisecond
		if wait == 0 {
			wait = maxHang
		}
		c.pause(wait)
		out = out[len(out)/2:]
	}
	_, _ = c.w.Write(out)
}

// stream answers with server-sent events, a word at a time; only the OpenAI
// wire streams here.
func (c *aiCall) stream(done *completion) {
	var out bytes.Buffer
	event := func(choices []any, usage any) {
		v := map[string]any{"id": "chatcmpl-" + done.id, "object": "chat.completion.chunk", "created": c.began.Unix(), "model": done.model, "choices": choices}
		if usage != nil {
			v["usage"] = usage
		}
		line, _ := json.Marshal(v)
		out.WriteString("data: " + string(line) + "\n\n")
	}
	for _, word := range strings.SplitAfter(done.content, " ") {
		event([]any{map[string]any{"index": 0, "delta": map[string]any{"content": word}}}, nil)
	}
	event([]any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": "stop"}}, nil)
	event([]any{}, openAIUsage(done.usage))
	out.WriteString("data: [DONE]\n\n")
	body := out.Bytes()
	c.status, c.answer = http.StatusOK, body
	c.record()
	c.w.Header().Set("Content-Type", "text/event-stream")
	if c.injected.Malformed {
		body = body[:len(body)/2]
	}
	_, _ = c.w.Write(body)
}

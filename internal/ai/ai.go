// Package ai asks language models. It knows the wires of their providers, what
// each failure means, which provider comes next, and what a call costs. It
// does not know the database or conversations.
package ai

import (
	"context"
	"encoding/json"
	"time"
)

// Role says who wrote a message of a prompt.
type Role string

// The roles. Instructions are Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of the conversation that a model is shown.
type Message struct {
	Role Role
	Text string
}

// Request is one question to a model, in no provider's own words.
type Request struct {
	// System are the instructions. What customers wrote and what the knowledge
	// says belongs into data blocks: RenderPassages, RenderMessage.
	System   string
	Messages []Message
	// Schema is the JSON Schema of an object that the answer must be; empty for
	// free text. Every property of it should be required.
	Schema json.RawMessage
	// MaxTokens bounds the answer; 0 means 1024.
	MaxTokens int
	// Temperature is left to the provider where it is nil.
	Temperature *float64
}

// Usage is what a call used, counted the same for every provider: no token is
// in two of the numbers.
type Usage struct {
	InputUncached int `json:"inputUncached"`
	CacheRead     int `json:"cacheRead"`
	CacheWrite    int `json:"cacheWrite"`
	Output        int `json:"output"` // the text, without Reasoning
	Reasoning     int `json:"reasoning"`
	// Estimated says that the provider told nothing and the numbers are ours.
	Estimated bool `json:"estimated"`
	// Raw is the provider's own account, as it came.
	Raw json.RawMessage `json:"raw,omitempty"`
}

// Total is every token that was read or written.
func (u Usage) Total() int {
	return u.InputUncached + u.CacheRead + u.CacheWrite + u.Output + u.Reasoning
}

// Response is the answer of a model.
type Response struct {
	// Text is the answer; with a schema it is JSON that satisfies it.
	Text string
	// Model is the model that answered, by the provider's own name for it.
	Model string
	// Finish is stop for a whole answer.
	Finish string
	Usage  Usage
}

// FinishStop is the Finish of an answer that is whole.
const FinishStop = "stop"

// Class says what a failure means, and so what is done about it.
type Class string

// The classes. The empty one is success.
const (
	OK Class = ""
	// Transient: 500, 502, 503, 504, 529, a connection that broke.
	Transient Class = "transient"
	// Timeout: no head, or no whole answer, within the time.
	Timeout Class = "timeout"
	// RateLimit: too many calls or tokens per time; RetryAfter says how long.
	RateLimit Class = "rate_limit"
	// Quota: there is no credit left.
	Quota Class = "quota"
	// Credential: the key is wrong, or may not do this.
	Credential Class = "credential"
	// Region: the provider does not serve where the call comes from.
	Region Class = "region"
	// ModelAccess: there is no such model or address for this key.
	ModelAccess Class = "model_access"
	// ModelGone: the model is not served any more.
	ModelGone Class = "model_gone"
	// ContextLength: the prompt is longer than the model takes.
	ContextLength Class = "context_length"
	// ContentPolicy: the provider or the model declined to answer.
	ContentPolicy Class = "content_policy"
	// CallerFault: the request is wrong and would fail everywhere.
	CallerFault Class = "caller_fault"
	// BadOutput: an answer that is empty, cut off, no JSON, not of the schema,
	// or refused by the caller's check.
	BadOutput Class = "bad_output"
	// Canceled: the caller gave up. It says nothing about the provider.
	Canceled Class = "canceled"
	// CircuitOpen: the provider was not called, because it failed lately, asked
	// for a pause, or needs another configuration. No attempt has it.
	CircuitOpen Class = "circuit_open"
)

// Classes are those that an attempt can have, in the order of the documentation.
var Classes = []Class{OK, Transient, Timeout, RateLimit, Quota, Credential, Region, ModelAccess, ModelGone,
	ContextLength, ContentPolicy, CallerFault, BadOutput, Canceled}

// Reason is the class as the event ai.failover_triggered names it.
func (c Class) Reason() string {
	switch c {
	case Timeout:
		return "timeout"
	case RateLimit, Quota:
		return "rate_limited"
	case Credential, Region, ModelAccess, ModelGone:
		return "auth"
	case ContextLength, ContentPolicy, CallerFault, BadOutput:
		return "invalid_response"
	case CircuitOpen:
		return "circuit_open"
	}
	return "server_error"
}

// Error is why a call gave no answer.
type Error struct {
	Class      Class
	StatusCode int           // 0 when there was no answer
	RetryAfter time.Duration // of RateLimit; 0 when the provider did not say
	// Detail is the provider's own sentence, cut short. It is for operators; it
	// never has the key in it.
	Detail string
	// Adapted says that the adapter has learnt what this endpoint does not take,
	// and will ask otherwise: the same call may succeed now.
	Adapted bool
	// Unsent says that the provider never saw the request, so that nobody pays.
	Unsent bool
	// Usage is what a failed call used all the same: a truncated answer is paid.
	Usage Usage
	// Model is the model that gave a useless answer, where it said so.
	Model string
}

func (e *Error) Error() string {
	if e.Detail == "" {
		return "ai: " + string(e.Class)
	}
	return "ai: " + string(e.Class) + ": " + e.Detail
}

// Provider is one model behind one endpoint. Its errors are *Error. It makes
// exactly one call: trying again is for the Chain.
type Provider interface {
	Generate(ctx context.Context, r Request) (Response, error)
}

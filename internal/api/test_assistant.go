package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/reply"
)

// TestAssistant is a question for an assistant that nobody is sent the answer to.
type TestAssistant struct {
	Question string        `json:"question" doc:"The contact's message." example:"When do you open on Saturday?"`
	Revision int           `json:"revision,omitempty" minimum:"1" doc:"Number of the revision to test; by default the newest, even if it is a draft."`
	Before   []TestMessage `json:"before,omitempty" nullable:"false" doc:"The conversation so far, oldest first; at most 30 messages."`
}

// TestMessage is a message of a made-up conversation.
type TestMessage struct {
	From string `json:"from" enum:"customer,assistant" doc:"Author of the message."`
	Text string `json:"text" doc:"Text of the message."`
}

// AssistantTestResult is what the assistant would do, and how it came to that.
type AssistantTestResult struct {
	Revision    int                     `json:"revision" doc:"Number of the revision that was tested."`
	OnDuty      bool                    `json:"onDuty" doc:"Whether the assistant would reply now, according to its hours and the settings."`
	State       crm.TurnState           `json:"state" enum:"replied,handed_off,silent" doc:"What the assistant would do: reply, hand the conversation off to people, or stay silent."`
	Text        string                  `json:"text" doc:"Text that the contact would get."`
	Decision    crm.TurnResult          `json:"decision" doc:"The decision and its basis."`
	Passages    []TestPassage           `json:"passages" nullable:"false" doc:"The passages that were found, best first."`
	Meaning     SearchMeaning           `json:"meaning" doc:"Whether the search also used meaning."`
	Evidence    []crm.KnowledgeCitation `json:"evidence" nullable:"false" doc:"The passages that people would get with a hand-off, or that the answer cites."`
	Prompt      *TestPrompt             `json:"prompt,omitempty" doc:"The prompt for the model; absent if no model was asked."`
	Cache       string                  `json:"cache" enum:"unused,off,miss,hit" doc:"Whether the answer came from the cache. off: such questions are never cached."`
	TokensSaved int                     `json:"tokensSaved" doc:"Tokens that a cache hit saved; otherwise 0."`
	Answer      *TestAnswer             `json:"answer,omitempty" doc:"The model's answer."`
	Gate        *TestGate               `json:"gate,omitempty" doc:"The rule of the output gate that the answer broke; absent if the answer passed."`
	Cost        string                  `json:"cost" doc:"Cost of the calls with a known price." example:"0.001250"`
	Currency    string                  `json:"currency" doc:"ISO 4217 code of the cost." example:"USD"`
}

// TestPassage is a passage that was found.
type TestPassage struct {
	ID         string  `json:"id" doc:"Identifier of the passage; begins with psg_."`
	SourceID   string  `json:"sourceId" doc:"The source of the passage."`
	Title      string  `json:"title" doc:"The headings above the passage."`
	Question   string  `json:"question,omitempty" doc:"The question that the passage answers; absent for other passages."`
	Text       string  `json:"text" doc:"Text of the passage."`
	Language   string  `json:"language" doc:"Language of the passage, two letters; empty if unknown."`
	Hash       string  `json:"hash" doc:"SHA-256 of the whole passage, in hex."`
	Score      float64 `json:"score" doc:"Rank score within one search; higher is better."`
	Confidence float64 `json:"confidence" doc:"Share of the question that the passage covers, from 0 to 1."`
	PassageRanks
	Flagged bool `json:"flagged" doc:"Whether the passage seems to address a model instead of people."`
}

// TestPrompt is what a model is asked.
type TestPrompt struct {
	System   string        `json:"system" doc:"The instructions, including the passages."`
	Messages []TestMessage `json:"messages" nullable:"false" doc:"The conversation as the model saw it, oldest first."`
}

// TestAnswer is a model's answer before the output gate.
type TestAnswer struct {
	Action    string   `json:"action" doc:"The action that the model chose."`
	Text      string   `json:"text" doc:"Text of the answer; empty for a hand-off."`
	Citations []string `json:"citations" nullable:"false" doc:"Identifiers of the passages that the answer cites."`
	Language  string   `json:"language" doc:"Language of the answer, two letters."`
	Reason    string   `json:"reason" doc:"The model's reason for this action, in its own words."`
}

// FieldValues lists the values of fields, for the document.
func (TestAnswer) FieldValues() map[string]any {
	return map[string]any{"action": crm.ModelActions}
}

// TestGate is why an answer was refused.
type TestGate struct {
	Rule   string `json:"rule" doc:"Name of the rule."`
	Detail string `json:"detail" doc:"The part of the answer that broke the rule."`
}

// AssistantSettings count for all assistants of the workspace.
type AssistantSettings struct {
	Stopped               bool       `json:"stopped" doc:"true: no assistant replies in the whole workspace."`
	StoppedPhoneNumberIDs []string   `json:"stoppedPhoneNumberIds" nullable:"false" doc:"Phone numbers on which no assistant replies."`
	HandBackSeconds       int        `json:"handBackSeconds" doc:"Seconds until a conversation returns to the assistant automatically; 0 for never."`
	UpdatedAt             *time.Time `json:"updatedAt" doc:"When the settings last changed; null if they never changed."`
}

// UpdateAssistantSettings changes what is given and leaves the rest.
type UpdateAssistantSettings struct {
	Stopped               *bool    `json:"stopped,omitempty" doc:"true stops every assistant at once."`
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds,omitempty" nullable:"false" doc:"The complete new list of phone numbers on which no assistant replies."`
	HandBackSeconds       *int     `json:"handBackSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"Seconds until a conversation returns to the assistant automatically; 0 for never."`
}

// AssistantCache tells of the remembered answers.
type AssistantCache struct {
	Answers int `json:"answers" doc:"Number of cached answers."`
}

type (
	testAssistantInput struct {
		AssistantInput
		Body TestAssistant
	}
	testAssistantOutput     struct{ Body AssistantTestResult }
	assistantSettingsInput  struct{ Body UpdateAssistantSettings }
	assistantSettingsOutput struct{ Body AssistantSettings }
	assistantCacheOutput    struct{ Body AssistantCache }
)

func testAssistantRoutes(s *Server) {
	register(s, operation{id: "test-assistant", method: http.MethodPost, path: "/v1/assistants/{id}/test", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, summary: "Test an assistant",
		description: "Answers a question as the assistant would, and shows the passages, prompt, cache, calls, answer and output gate. Nothing is sent. Calls to AI providers are real: they cost money and count toward the budget.",
		example:     TestAssistant{Question: "When do you open on Saturday?"}},
		func(ctx context.Context, a crm.Actor, in *testAssistantInput) (*testAssistantOutput, error) {
			test := reply.AssistantTest{Question: in.Body.Question, Revision: in.Body.Revision}
			for _, m := range in.Body.Before {
				test.Before = append(test.Before, reply.TestMessage{FromCustomer: m.From == "customer", Text: m.Text})
			}
			r, err := s.svc.Evaluation.TestAssistant(ctx, a, in.ID, test)
			if err != nil {
				return nil, err
			}
			return &testAssistantOutput{renderTestResult(r)}, nil
		})
	register(s, operation{id: "get-assistant-settings", method: http.MethodGet, path: "/v1/assistant-settings", tag: assistantsTag,
		scope: crm.ScopeAssistantsRead, summary: "Get the assistant settings", description: "The emergency stop, the phone numbers without an assistant, and the time after which a conversation returns to the assistant."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*assistantSettingsOutput, error) {
			return answerAssistantSettings(s.svc.Assistant.AssistantSettings(ctx, a))
		})
	register(s, operation{id: "update-assistant-settings", method: http.MethodPatch, path: "/v1/assistant-settings", tag: assistantsTag,
		scope: crm.ScopeAssistantsWrite, act: "assistant_settings.updated", summary: "Change the assistant settings",
		description: "A stop takes effect at once, even for replies in progress.",
		example:     UpdateAssistantSettings{Stopped: ptr(true)}},
		func(ctx context.Context, a crm.Actor, in *assistantSettingsInput) (*assistantSettingsOutput, error) {
			b := in.Body
			return answerAssistantSettings(s.svc.Assistant.UpdateAssistantSettings(ctx, a, assistant.AssistantSettingsChange{Stopped: b.Stopped, StoppedNumberIDs: b.StoppedPhoneNumberIDs, HandBackSeconds: b.HandBackSeconds}))
		})
	register(s, operation{id: "get-assistant-cache", method: http.MethodGet, path: "/v1/assistant-cache", tag: assistantsTag,
		scope: crm.ScopeAssistantsRead, summary: "Count cached answers", description: "See AI usage for cache hits and savings."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*assistantCacheOutput, error) {
			state, err := s.svc.Reply.CacheState(ctx, a)
			return &assistantCacheOutput{AssistantCache(state)}, err
		})
	register(s, operation{id: "delete-assistant-cache", method: http.MethodDelete, path: "/v1/assistant-cache", tag: assistantsTag, status: http.StatusNoContent,
		scope: crm.ScopeAssistantsWrite, act: "assistant_cache.cleared", summary: "Delete all cached answers", description: "Every assistant then answers from the knowledge and the models again. Use this if a cached answer is wrong."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*struct{}, error) {
			return nil, s.svc.Reply.ClearCache(ctx, a)
		})
}

func answerAssistantSettings(v crm.AssistantSettings, err error) (*assistantSettingsOutput, error) {
	return &assistantSettingsOutput{AssistantSettings{v.Stopped, append([]string{}, v.StoppedNumberIDs...), v.HandBackSeconds, v.UpdatedAt}}, err
}

func renderTestResult(r reply.AssistantTestResult) AssistantTestResult {
	out := AssistantTestResult{Revision: r.Revision.Number, OnDuty: r.OnDuty, State: r.State, Text: r.Text, Decision: r.Result, Meaning: renderMeaning(r.Trace.Meaning), Passages: []TestPassage{},
		Evidence: append([]crm.KnowledgeCitation{}, r.Found...), Cache: "unused", TokensSaved: r.Saved,
		Cost: fmt.Sprintf("%d.%06d", r.CostMicros/1_000_000, r.CostMicros%1_000_000), Currency: crm.AICurrency}
	if out.Decision.Citations == nil {
		out.Decision.Citations = []crm.KnowledgeCitation{}
	}
	if out.Decision.Attempts == nil {
		out.Decision.Attempts = []crm.TurnAttempt{}
	}
	for _, p := range r.Trace.Passages {
		out.Passages = append(out.Passages, TestPassage{ID: p.ID, SourceID: p.SourceID, Title: p.Title, Question: p.Question, Text: p.Text, Language: p.Language,
			Hash: hex.EncodeToString(p.Hash[:8]), Score: p.Score, Confidence: p.Confidence, PassageRanks: ranksOf(p), Flagged: p.Flagged})
	}
	if r.Trace.System != "" {
		out.Prompt = &TestPrompt{System: r.Trace.System, Messages: []TestMessage{}}
		for _, m := range r.Trace.Messages {
			from := "assistant"
			if m.Role == "user" {
				from = "customer"
			}
			out.Prompt.Messages = append(out.Prompt.Messages, TestMessage{from, m.Text})
		}
	}
	if r.Trace.Cache != "" {
		out.Cache = r.Trace.Cache
	}
	if a := r.Trace.Answer; a != nil {
		out.Answer = &TestAnswer{a.Action, a.Text, append([]string{}, a.Citations...), a.Language, a.Reason}
	}
	if g := r.Trace.Refusal; g != nil {
		out.Gate = &TestGate{g.Rule, g.Detail}
	}
	return out
}

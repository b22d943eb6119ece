package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// TestAssistant is a question for an assistant that nobody is sent the answer to.
type TestAssistant struct {
	Question string        `json:"question" doc:"What a customer would write." example:"When do you open on Saturday?"`
	Revision int           `json:"revision,omitempty" minimum:"1" doc:"Which revision answers; the newest otherwise, also when it is a draft."`
	Before   []TestMessage `json:"before,omitempty" nullable:"false" doc:"What was said before, oldest first; at most 30 messages."`
}

// TestMessage is a message of a made-up conversation.
type TestMessage struct {
	From string `json:"from" enum:"customer,assistant" doc:"Who wrote it."`
	Text string `json:"text" doc:"What was written."`
}

// AssistantTestResult is what the assistant would do, and how it came to that.
type AssistantTestResult struct {
	Revision    int                     `json:"revision" doc:"Number of the revision that was asked."`
	OnDuty      bool                    `json:"onDuty" doc:"Whether its hours and the settings would let it answer now."`
	State       crm.TurnState           `json:"state" enum:"replied,handed_off,silent" doc:"What the assistant would do: reply, hand the conversation to people, or stay silent."`
	Text        string                  `json:"text" doc:"What the customer would get."`
	Decision    crm.TurnResult          `json:"decision" doc:"What was decided, and from what."`
	Passages    []TestPassage           `json:"passages" nullable:"false" doc:"What was found in the knowledge, best first."`
	Meaning     SearchMeaning           `json:"meaning" doc:"Whether the knowledge was searched by meaning too."`
	Evidence    []crm.KnowledgeCitation `json:"evidence" nullable:"false" doc:"What people would be given with a hand-off, or what the answer cites."`
	Prompt      *TestPrompt             `json:"prompt,omitempty" doc:"What the model was asked; left out where none was."`
	Cache       string                  `json:"cache" enum:"unused,off,miss,hit" doc:"Whether the answer comes from the cache; off for questions that are never remembered."`
	TokensSaved int                     `json:"tokensSaved" doc:"Tokens that a cache hit saved; else 0."`
	Answer      *TestAnswer             `json:"answer,omitempty" doc:"What the model wrote."`
	Gate        *TestGate               `json:"gate,omitempty" doc:"The rule of the output gate that the answer broke; left out when it passed."`
	Cost        string                  `json:"cost" doc:"What the calls cost, as far as their prices are known." example:"0.001250"`
	Currency    string                  `json:"currency" doc:"ISO 4217 code of the cost." example:"USD"`
}

// TestPassage is a passage that was found.
type TestPassage struct {
	ID         string  `json:"id" doc:"Identifier of the passage; begins with psg_."`
	SourceID   string  `json:"sourceId" doc:"The source that it belongs to."`
	Title      string  `json:"title" doc:"The headings above it."`
	Question   string  `json:"question,omitempty" doc:"The question that it answers; absent for other passages."`
	Text       string  `json:"text" doc:"What it says."`
	Language   string  `json:"language" doc:"Its language, in two letters; empty if unknown."`
	Hash       string  `json:"hash" doc:"SHA-256 of all that it says, in hex."`
	Score      float64 `json:"score" doc:"Orders the passages of one search; higher is better."`
	Confidence float64 `json:"confidence" doc:"How much of what is asked it speaks of, from 0 to 1."`
	PassageRanks
	Flagged bool `json:"flagged" doc:"It looks as if it speaks to a model rather than to people."`
}

// TestPrompt is what a model is asked.
type TestPrompt struct {
	System   string        `json:"system" doc:"The instructions, with the passages."`
	Messages []TestMessage `json:"messages" nullable:"false" doc:"The conversation that was shown to the model, oldest first."`
}

// TestAnswer is a model's answer before the output gate.
type TestAnswer struct {
	Action    string   `json:"action" doc:"What the model wants to do."`
	Text      string   `json:"text" doc:"The answer's text; empty for a hand-off."`
	Citations []string `json:"citations" nullable:"false" doc:"Identifiers of the passages that the answer rests on."`
	Language  string   `json:"language" doc:"Language of the answer, in two letters."`
	Reason    string   `json:"reason" doc:"Why the model chose this action, in its words."`
}

// FieldValues lists the values of fields, for the document.
func (TestAnswer) FieldValues() map[string]any {
	return map[string]any{"action": crm.ModelActions}
}

// TestGate is why an answer was refused.
type TestGate struct {
	Rule   string `json:"rule" doc:"Name of the rule."`
	Detail string `json:"detail" doc:"What in the answer broke it."`
}

// AssistantSettings count for all assistants of the workspace.
type AssistantSettings struct {
	Stopped               bool       `json:"stopped" doc:"No assistant answers, at once."`
	StoppedPhoneNumberIDs []string   `json:"stoppedPhoneNumberIds" nullable:"false" doc:"No assistant answers for these phone numbers."`
	HandBackSeconds       int        `json:"handBackSeconds" doc:"After how long the word goes back to the assistant by itself; 0 for never."`
	UpdatedAt             *time.Time `json:"updatedAt" doc:"When these settings changed last; null if they never did."`
}

// UpdateAssistantSettings changes what is given and leaves the rest.
type UpdateAssistantSettings struct {
	Stopped               *bool    `json:"stopped,omitempty" doc:"Stops every assistant at once."`
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds,omitempty" nullable:"false" doc:"All phone numbers that no assistant answers for from now on."`
	HandBackSeconds       *int     `json:"handBackSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"How long until a conversation goes back to the assistant by itself; 0 for never."`
}

// AssistantCache tells of the remembered answers.
type AssistantCache struct {
	Answers int `json:"answers" doc:"How many are remembered."`
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

func (s *Server) assistantTrialRoutes() {
	register(s, operation{id: "test-assistant", method: http.MethodPost, path: "/v1/assistants/{id}/test", tag: assistantsTag, errors: []int{404},
		scope: crm.ScopeAssistantsWrite, summary: "Try an assistant",
		description: "Answers a question as the assistant would and shows how: passages, prompt, cache, calls, answer and gate. Nothing is sent; calls to AI providers are made and accounted for.",
		example:     TestAssistant{Question: "When do you open on Saturday?"}},
		func(ctx context.Context, a crm.Actor, in *testAssistantInput) (*testAssistantOutput, error) {
			trial := service.AssistantTrial{Question: in.Body.Question, Revision: in.Body.Revision}
			for _, m := range in.Body.Before {
				trial.Before = append(trial.Before, service.TrialMessage{FromCustomer: m.From == "customer", Text: m.Text})
			}
			r, err := s.svc.TryAssistant(ctx, a, in.ID, trial)
			if err != nil {
				return nil, err
			}
			return &testAssistantOutput{renderTrial(r)}, nil
		})
	register(s, operation{id: "get-assistant-settings", method: http.MethodGet, path: "/v1/assistant-settings", tag: assistantsTag,
		scope: crm.ScopeAssistantsRead, summary: "Get the settings of all assistants", description: "The emergency stop, the phone numbers without an assistant, and when a conversation goes back to the assistant."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*assistantSettingsOutput, error) {
			return answerAssistantSettings(s.svc.AssistantSettings(ctx, a))
		})
	register(s, operation{id: "update-assistant-settings", method: http.MethodPatch, path: "/v1/assistant-settings", tag: assistantsTag,
		scope: crm.ScopeAssistantsWrite, summary: "Change the settings of all assistants",
		description: "Stopping assistants counts at once, also for replies that are being written.",
		example:     UpdateAssistantSettings{Stopped: ptr(true)}},
		func(ctx context.Context, a crm.Actor, in *assistantSettingsInput) (*assistantSettingsOutput, error) {
			b := in.Body
			return answerAssistantSettings(s.svc.UpdateAssistantSettings(ctx, a, service.AssistantSettingsChange{Stopped: b.Stopped, StoppedNumberIDs: b.StoppedPhoneNumberIDs, HandBackSeconds: b.HandBackSeconds}))
		})
	register(s, operation{id: "get-assistant-cache", method: http.MethodGet, path: "/v1/assistant-cache", tag: assistantsTag,
		scope: crm.ScopeAssistantsRead, summary: "Count the remembered answers", description: "How often they were used, and what that saved, is in the usage of AI providers."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*assistantCacheOutput, error) {
			state, err := s.svc.CacheState(ctx, a)
			return &assistantCacheOutput{AssistantCache(state)}, err
		})
	register(s, operation{id: "delete-assistant-cache", method: http.MethodDelete, path: "/v1/assistant-cache", tag: assistantsTag, status: http.StatusNoContent,
		scope: crm.ScopeAssistantsWrite, summary: "Forget every remembered answer", description: "Every assistant's next answer comes from the knowledge and the models again. Use it when an answer that was remembered is wrong."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*struct{}, error) {
			return nil, s.svc.ClearCache(ctx, a)
		})
}

func answerAssistantSettings(v crm.AssistantSettings, err error) (*assistantSettingsOutput, error) {
	return &assistantSettingsOutput{AssistantSettings{v.Stopped, append([]string{}, v.StoppedNumberIDs...), v.HandBackSeconds, v.UpdatedAt}}, err
}

func renderTrial(r service.AssistantTrialResult) AssistantTestResult {
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

// Package reply answers what customers write: turns, remembered answers, and
// the hand-off to people.
package reply

import (
	"log/slog"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/model"
)

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// CacheMiss counts questions that were not remembered.
	CacheMiss func()
	// Failover is told of every AI provider that was left.
	Failover func(reason string)
	// HandOff is told of every conversation that was given to people.
	HandOff func(reason string)
	// Turn is told of every turn that was decided, with why or from what source.
	Turn func(state crm.TurnState, reason string)
}

// Replies has the use cases of automated replies.
type Replies struct {
	db      *db.DB
	calls   *core.Calls
	box     *secret.Box
	log     *slog.Logger
	metrics Metrics

	account      *account.Accounts
	model        *model.Models
	library      *library.Library
	assistant    *assistant.Assistants
	conversation *conversation.Conversations

	replies  replyCache
	summing  core.Gate
	said     saidLately
	thinking thinking
}

// New returns the use cases, and lets them hear of answers.
func New(
	p core.Parts, metrics Metrics,
	account *account.Accounts, model *model.Models, library *library.Library,
	assistant *assistant.Assistants, conversations *conversation.Conversations,
) *Replies {
	s := &Replies{
		db: p.DB, calls: p.Calls, box: p.Box, log: p.Log, metrics: metrics,
		account: account, model: model, library: library, assistant: assistant, conversation: conversations,
		thinking: newThinking(),
		replies:  replyCache{recent: core.NewRecent[string, cachedReply](recentReplies)},
		said:     saidLately{core.NewRecent[[16]byte, bool](recentTexts)},
	}
	conversation.SetKeeper(p.DB, "reply", s.hearAnswer)
	return s
}

func (s *Replies) now() time.Time { return s.db.Source().Now() }

// jobAnswerTurn is the kind of the jobs of this room.
const jobAnswerTurn jobs.JobKind = "answer_turn"

// Package evaluation measures revisions of assistants, and publishes them.
package evaluation

import (
	"log/slog"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/service/reply"
)

// Evaluations has the use cases about measuring and publishing.
type Evaluations struct {
	db    *db.DB
	box   *secret.Box
	log   *slog.Logger
	calls *core.Calls

	account      *account.Accounts
	contact      *contact.Contacts
	model        *model.Models
	assistant    *assistant.Assistants
	conversation *conversation.Conversations
	reply        *reply.Replies

	runs *longrun.Runner
}

// New returns the use cases.
func New(
	p core.Parts,
	account *account.Accounts, contact *contact.Contacts, model *model.Models,
	assistant *assistant.Assistants, conversation *conversation.Conversations, reply *reply.Replies,
) *Evaluations {
	s := &Evaluations{
		db: p.DB, box: p.Box, log: p.Log, calls: p.Calls,
		account: account, contact: contact, model: model, assistant: assistant, conversation: conversation,
		reply: reply,
	}
	s.runs = longrun.New(p.DB, p.Log, s.evaluationRuns())
	return s
}

func (s *Evaluations) now() time.Time { return s.db.Source().Now() }

// JobEvaluate is the kind of the jobs of this room.
const JobEvaluate jobs.JobKind = "evaluate"

// Package library keeps what assistants answer from: sources, passages,
// meaning, and the questions that found no evidence.
package library

import (
	"cmp"
	"log/slog"
	"time"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/model"
)

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to what customers name.
	Guard *egress.Guard
	// Media keeps the bytes of files.
	Media *blob.Store
	// KnowledgeMemory bounds the indexes of knowledge that this process keeps, in
	// bytes; 0 means 256 MiB.
	KnowledgeMemory int64
}

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// Search is told how long a search through the knowledge took, in seconds.
	Search func(seconds float64)
}

// Library has the use cases about knowledge.
type Library struct {
	db      *db.DB
	box     *secret.Box
	log     *slog.Logger
	calls   *core.Calls
	opt     Options
	metrics Metrics

	access *access.Access
	media  *media.Media
	model  *model.Models

	embeds, indexes *longrun.Runner

	knowledge knowledgeIndexes
	vectors   questionVectors
}

// New returns the use cases.
func New(p core.Parts, opt Options, metrics Metrics, access *access.Access, media *media.Media, model *model.Models) *Library {
	s := &Library{vectors: questionVectors{core.NewRecent[[32]byte, questionVector](recentVectors)}, db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, opt: opt, metrics: metrics, access: access, media: media, model: model, knowledge: knowledgeIndexes{most: cmp.Or(opt.KnowledgeMemory, defaultKnowledgeMemory)}}
	s.embeds, s.indexes = longrun.New(p.DB, p.Log, s.embeddingRuns()), longrun.New(p.DB, p.Log, s.indexRuns())
	return s
}

func (s *Library) now() time.Time { return s.db.Source().Now() }

// The kinds of jobs of this room.
const (
	jobIndexKnowledge jobs.JobKind = "index_knowledge"
	jobCountGap       jobs.JobKind = "count_gap"
	jobEmbedKnowledge jobs.JobKind = "embed_knowledge"
)

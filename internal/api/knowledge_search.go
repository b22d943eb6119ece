package api

import (
	"context"
	"encoding/hex"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// KnowledgePassage is a piece of knowledge that is found and cited by itself.
type KnowledgePassage struct {
	ID       string `json:"id" doc:"Stays the same while the passage is only edited."`
	SourceID string `json:"sourceId" doc:"The source that it belongs to."`
	Revision int64  `json:"revision" doc:"Of the source since which the passage is as it is."`
	URL      string `json:"url,omitempty" doc:"The page that it is from."`
	Title    string `json:"title,omitempty" doc:"The headings above it."`
	Question string `json:"question,omitempty" doc:"What it answers."`
	Text     string `json:"text" doc:"What it says."`
	Language string `json:"language,omitempty" doc:"Its language, in two letters; absent if unknown."`
	Hash     string `json:"hash" doc:"Over all that it says, in hex."`
	Flagged  bool   `json:"flagged" doc:"It speaks to a model rather than to people, or hides characters."`
}

// SearchKnowledge is a question as a customer would ask it.
type SearchKnowledge struct {
	Question  string   `json:"question" minLength:"1" maxLength:"4000" doc:"What a customer would ask." example:"how much is delivery"`
	Language  string   `json:"language,omitempty" maxLength:"2" doc:"Two letters; passages in it go before others." example:"en"`
	SourceIDs []string `json:"sourceIds,omitempty" nullable:"false" maxItems:"100" doc:"Search these sources only."`
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"50" doc:"6 by default, as for an assistant."`
}

// FoundPassage is a passage with how well it fits a question.
type FoundPassage struct {
	Passage    KnowledgePassage `json:"passage" doc:"The passage that was found."`
	Score      float64          `json:"score" doc:"Orders the passages of one search."`
	Confidence float64          `json:"confidence" doc:"How much of what the question asks the passage speaks of, by its words, from 0 to 1."`
	PassageRanks
}

// FoundKnowledge is what an assistant would find.
type FoundKnowledge struct {
	Data     []FoundPassage `json:"data" nullable:"false" doc:"Best first."`
	Evidence bool           `json:"evidence" doc:"Whether a passage reaches the floor; else the question counts as one without evidence."`
	Floor    float64        `json:"floor" doc:"The confidence below which a passage is no evidence by its words."`
	Meaning  SearchMeaning  `json:"meaning" doc:"Whether it was searched by meaning too."`
}

// KnowledgeSettings are of the knowledge as a whole.
type KnowledgeSettings struct {
	Version  int64      `json:"version" doc:"Rises with every change of what is found."`
	Sources  int64      `json:"sources" doc:"How many sources there are."`
	Passages int64      `json:"passages" doc:"How many passages can be found."`
	Synonyms [][]string `json:"synonyms" nullable:"false" doc:"Groups of words or phrases that stand for each other."`
	// Embeddings are null while they were never set up.
	Embeddings *KnowledgeEmbeddings `json:"embeddings" doc:"How knowledge is also found by its meaning; null while they were never set up."`
}

// UpdateKnowledgeSettings changes what is given and leaves the rest.
type UpdateKnowledgeSettings struct {
	Synonyms   [][]string                 `json:"synonyms,omitempty" nullable:"false" doc:"All groups from now on: words or phrases that stand for each other."`
	Embeddings *UpdateKnowledgeEmbeddings `json:"embeddings,omitempty" doc:"Let knowledge also be found by its meaning."`
}

type (
	passagesInput struct {
		PageInput
		SourceID string `query:"sourceId" maxLength:"64" doc:"Passages of this source only."`
		Flagged  bool   `query:"flagged" doc:"Flagged passages only."`
	}
	searchKnowledgeInput   struct{ Body SearchKnowledge }
	searchKnowledgeOutput  struct{ Body FoundKnowledge }
	updateKnowledgeInput   struct{ Body UpdateKnowledgeSettings }
	knowledgeSettingOutput struct{ Body KnowledgeSettings }
)

func (s *Server) knowledgeSearchRoutes() {
	register(s, operation{id: "list-knowledge-passages", method: http.MethodGet, path: "/v1/knowledge/passages", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List passages", description: "What is found, source by source, in the order of the source."},
		func(ctx context.Context, a crm.Actor, in *passagesInput) (*pageOutput[KnowledgePassage], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.KnowledgePassages(ctx, a, store.PassageFilter{SourceID: in.SourceID, Flagged: in.Flagged}, p)
			return answerPage(list, renderPassage), err
		})
	register(s, operation{id: "search-knowledge", method: http.MethodPost, path: "/v1/knowledge/search", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "Search knowledge", description: "What an assistant would find for a question, with scores.",
		example: SearchKnowledge{Question: "when do you open"}},
		func(ctx context.Context, a crm.Actor, in *searchKnowledgeInput) (*searchKnowledgeOutput, error) {
			b := in.Body
			list, meaning, err := s.svc.SearchKnowledge(ctx, a, b.Question, knowledge.Options{Limit: b.Limit, Language: b.Language, Sources: b.SourceIDs})
			return &searchKnowledgeOutput{renderFound(list, meaning)}, err
		})
	register(s, operation{id: "get-knowledge-settings", method: http.MethodGet, path: "/v1/knowledge/settings", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "Get the settings of knowledge", description: "Synonyms, search by meaning, and how much knowledge there is."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*knowledgeSettingOutput, error) {
			k, err := s.svc.KnowledgeSettings(ctx, a)
			return s.answerKnowledgeSettings(ctx, a, k, err)
		})
	register(s, operation{id: "update-knowledge-settings", method: http.MethodPatch, path: "/v1/knowledge/settings", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeWrite, summary: "Change the settings of knowledge", description: "They hold from the next question on. Passages get their vectors in the background and are found by their words until then.",
		example: UpdateKnowledgeSettings{Synonyms: [][]string{{"opening hours", "timings"}, {"refund", "money back"}}}},
		func(ctx context.Context, a crm.Actor, in *updateKnowledgeInput) (*knowledgeSettingOutput, error) {
			k, err := s.svc.UpdateKnowledgeSettings(ctx, a, knowledgeChange(in.Body))
			return s.answerKnowledgeSettings(ctx, a, k, err)
		})
}

func renderPassage(p crm.KnowledgePassage) KnowledgePassage {
	return KnowledgePassage{ID: p.ID, SourceID: p.SourceID, Revision: p.Revision, URL: p.URL, Title: p.Title, Question: p.Question, Text: p.Text, Language: p.Language,
		Hash: hex.EncodeToString(p.Hash), Flagged: p.Flagged}
}

func renderFound(list []knowledge.Passage, meaning service.Meaning) FoundKnowledge {
	out := FoundKnowledge{Data: make([]FoundPassage, 0, len(list)), Evidence: knowledge.Confident(list), Floor: knowledge.Floor, Meaning: renderMeaning(meaning)}
	for _, p := range list {
		out.Data = append(out.Data, FoundPassage{Score: p.Score, Confidence: p.Confidence, PassageRanks: ranksOf(p), Passage: KnowledgePassage{ID: p.ID, SourceID: p.SourceID, Revision: p.Revision,
			Title: p.Title, Question: p.Question, Text: p.Text, Language: p.Language, Hash: hex.EncodeToString(p.Hash[:]), Flagged: p.Flagged}})
	}
	return out
}

func ranksOf(p knowledge.Passage) PassageRanks {
	return PassageRanks{p.WordRank, p.VectorRank, p.Similarity, p.Lift, p.ByMeaning}
}

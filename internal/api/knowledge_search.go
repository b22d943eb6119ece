package api

import (
	"context"
	"encoding/hex"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/library"
)

// KnowledgePassage is a part of a source that is found and cited by itself.
type KnowledgePassage struct {
	ID       string `json:"id" doc:"Does not change while the passage is only edited."`
	SourceID string `json:"sourceId" doc:"The source of the passage."`
	Revision int64  `json:"revision" doc:"Source revision since which the passage is unchanged."`
	URL      string `json:"url,omitempty" doc:"The web page of the passage."`
	Title    string `json:"title,omitempty" doc:"The headings above the passage."`
	Question string `json:"question,omitempty" doc:"The question that the passage answers."`
	Text     string `json:"text" doc:"Text of the passage."`
	Language string `json:"language,omitempty" doc:"Language of the passage, two letters; absent if unknown."`
	Hash     string `json:"hash" doc:"SHA-256 of the whole passage, in hex."`
	Flagged  bool   `json:"flagged" doc:"Whether the passage seems to address a model instead of people, or hides characters."`
}

// SearchKnowledge is a question as a customer would ask it.
type SearchKnowledge struct {
	Question  string   `json:"question" minLength:"1" maxLength:"4000" doc:"The contact's question." example:"how much is delivery"`
	Language  string   `json:"language,omitempty" maxLength:"2" doc:"Two letters. Passages in this language come first." example:"en"`
	SourceIDs []string `json:"sourceIds,omitempty" nullable:"false" maxItems:"100" doc:"Only search these sources."`
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"50" doc:"6 by default, the same as for an assistant."`
}

// FoundPassage is a passage with how well it fits a question.
type FoundPassage struct {
	Passage    KnowledgePassage `json:"passage" doc:"The passage."`
	Score      float64          `json:"score" doc:"Rank score within one search."`
	Confidence float64          `json:"confidence" doc:"Share of the question that the passage covers by its words, from 0 to 1."`
	PassageRanks
}

// FoundKnowledge is what an assistant would find.
type FoundKnowledge struct {
	Data     []FoundPassage `json:"data" nullable:"false" doc:"The passages, best first."`
	Evidence bool           `json:"evidence" doc:"Whether a passage has enough confidence. If not, the question is without evidence."`
	Floor    float64        `json:"floor" doc:"Passages with a confidence below this value are not evidence by their words."`
	Meaning  SearchMeaning  `json:"meaning" doc:"Whether the search also used meaning."`
}

// KnowledgeSettings are of the knowledge as a whole.
type KnowledgeSettings struct {
	Version  int64      `json:"version" doc:"Rises whenever the searchable knowledge changes."`
	Sources  int64      `json:"sources" doc:"Number of sources."`
	Passages int64      `json:"passages" doc:"Number of searchable passages."`
	Synonyms [][]string `json:"synonyms" nullable:"false" doc:"Groups of words or phrases with the same meaning."`
	// Embeddings are null while they were never set up.
	Embeddings *KnowledgeEmbeddings `json:"embeddings" doc:"Settings of search by meaning; null if they were never set up."`
}

// UpdateKnowledgeSettings changes what is given and leaves the rest.
type UpdateKnowledgeSettings struct {
	Synonyms   [][]string                 `json:"synonyms,omitempty" nullable:"false" doc:"The complete new list of groups of words or phrases with the same meaning."`
	Embeddings *UpdateKnowledgeEmbeddings `json:"embeddings,omitempty" doc:"Settings of search by meaning."`
}

type (
	passagesInput struct {
		PageInput
		SourceID string `query:"sourceId" maxLength:"64" doc:"Only passages of this source."`
		Flagged  bool   `query:"flagged" doc:"Only flagged passages."`
	}
	searchKnowledgeInput   struct{ Body SearchKnowledge }
	searchKnowledgeOutput  struct{ Body FoundKnowledge }
	updateKnowledgeInput   struct{ Body UpdateKnowledgeSettings }
	knowledgeSettingOutput struct{ Body KnowledgeSettings }
)

func knowledgeSearchRoutes(s *Server) {
	register(s, operation{id: "list-knowledge-passages", method: http.MethodGet, path: "/v1/knowledge/passages", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List passages", description: "All searchable passages, by source and in the order of the source."},
		func(ctx context.Context, a crm.Actor, in *passagesInput) (*pageOutput[KnowledgePassage], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Library.KnowledgePassages(ctx, a, library.PassageFilter{SourceID: in.SourceID, Flagged: in.Flagged}, p)
			return answerPage(list, renderPassage), err
		})
	register(s, operation{id: "search-knowledge", method: http.MethodPost, path: "/v1/knowledge/search", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "Search knowledge", description: "Finds passages as an assistant would, with scores.",
		example: SearchKnowledge{Question: "when do you open"}},
		func(ctx context.Context, a crm.Actor, in *searchKnowledgeInput) (*searchKnowledgeOutput, error) {
			b := in.Body
			list, meaning, err := s.svc.Library.SearchKnowledge(ctx, a, b.Question, knowledge.Options{Limit: b.Limit, Language: b.Language, Sources: b.SourceIDs})
			return &searchKnowledgeOutput{renderFound(list, meaning)}, err
		})
	register(s, operation{id: "get-knowledge-settings", method: http.MethodGet, path: "/v1/knowledge/settings", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "Get the knowledge settings", description: "Synonyms, search by meaning, and the size of the knowledge."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*knowledgeSettingOutput, error) {
			k, err := s.svc.Library.KnowledgeSettings(ctx, a)
			return s.answerKnowledgeSettings(ctx, a, k, err)
		})
	register(s, operation{id: "update-knowledge-settings", method: http.MethodPatch, path: "/v1/knowledge/settings", tag: knowledgeTag,
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_settings.updated", summary: "Change the knowledge settings", description: "The settings apply from the next question on. Vectors are computed in the background; until then passages are found by their words.",
		example: UpdateKnowledgeSettings{Synonyms: [][]string{{"opening hours", "timings"}, {"refund", "money back"}}}},
		func(ctx context.Context, a crm.Actor, in *updateKnowledgeInput) (*knowledgeSettingOutput, error) {
			k, err := s.svc.Library.UpdateKnowledgeSettings(ctx, a, knowledgeChange(in.Body))
			return s.answerKnowledgeSettings(ctx, a, k, err)
		})
}

func renderPassage(p crm.KnowledgePassage) KnowledgePassage {
	return KnowledgePassage{ID: p.ID, SourceID: p.SourceID, Revision: p.Revision, URL: p.URL, Title: p.Title, Question: p.Question, Text: p.Text, Language: p.Language,
		Hash: hex.EncodeToString(p.Hash), Flagged: p.Flagged}
}

func renderFound(list []knowledge.Passage, meaning library.Meaning) FoundKnowledge {
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

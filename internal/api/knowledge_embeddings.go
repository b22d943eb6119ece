package api

import (
	"context"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// KnowledgeEmbeddings say how knowledge is also found by its meaning.
type KnowledgeEmbeddings struct {
	Enabled      bool             `json:"enabled" doc:"Whether knowledge is searched by meaning too."`
	BaseURL      string           `json:"baseUrl" doc:"Where vectors are made."`
	Model        string           `json:"model" doc:"The model that makes vectors."`
	APIKeyHint   string           `json:"apiKeyHint" doc:"The end of the key; empty without one."`
	Dimensions   int              `json:"dimensions,omitempty" doc:"Those that are asked of the model; left out where they are left to it."`
	TimeoutMs    int64            `json:"timeoutMs" doc:"What a question waits for its vector at most."`
	EvidenceLift float64          `json:"evidenceLift" doc:"The lift from which on a passage is evidence by its meaning alone; 0 for never."`
	State        string           `json:"state" enum:"off,embedding,ready" doc:"embedding while passages have no vector yet: these are found by their words."`
	Embedded     int64            `json:"embedded" doc:"How many texts have a vector, those counted that the model does not take."`
	Health       AIProviderHealth `json:"health" doc:"While it is not closed, questions are answered by words alone."`
	CreatedAt    time.Time        `json:"createdAt" doc:"When it was set up."`
	UpdatedAt    time.Time        `json:"updatedAt" doc:"When it changed last."`
}

// UpdateKnowledgeEmbeddings changes what is given and leaves the rest.
type UpdateKnowledgeEmbeddings struct {
	Enabled      *bool    `json:"enabled,omitempty" doc:"true when they are set up first. Switched off, all vectors are removed."`
	BaseURL      *string  `json:"baseUrl,omitempty" doc:"Up to and with the version of its API; OpenAI's own by default. Any endpoint that speaks as OpenAI's embeddings will do." example:"https://api.openai.com/v1"`
	Model        *string  `json:"model,omitempty" doc:"Required at first. With another one, everything is embedded anew." example:"text-embedding-3-small"`
	APIKey       *string  `json:"apiKey,omitempty" doc:"Kept encrypted and never shown; empty removes it. Required with another baseUrl." example:"sk-proj-4f9a7c21b8e3d650"`
	Dimensions   *int     `json:"dimensions,omitempty" doc:"Asked of the model, where it can make shorter vectors; 0 leaves them to it. Up to 4096." example:"1024"`
	TimeoutMs    *int64   `json:"timeoutMs,omitempty" doc:"What a question waits for its vector at most: 100 to 2000, 500 by default." example:"500"`
	EvidenceLift *float64 `json:"evidenceLift,omitempty" doc:"The lift from which on a passage is evidence by its meaning alone, for a model to answer from: 0, for never, to 1; 0.5 by default." example:"0.5"`
}

// SearchMeaning says whether a search went by meaning too.
type SearchMeaning struct {
	Used       bool   `json:"used" doc:"Whether the vector of the question took part."`
	Reason     string `json:"reason,omitempty" doc:"Why not: off, embedding (no passage has a vector yet), disabled, budget, circuit_open, or the class of the call's failure." example:"timeout"`
	Remembered bool   `json:"remembered" doc:"The question's vector was known: no call was made."`
}

// PassageRanks are the places of a passage.
type PassageRanks struct {
	WordRank   int     `json:"wordRank,omitempty" doc:"Its place by words, from 1; left out where it has none."`
	VectorRank int     `json:"vectorRank,omitempty" doc:"Its place by meaning, from 1; left out where it has none."`
	Similarity float64 `json:"similarity,omitempty" doc:"The cosine of its vector and the question's."`
	Lift       float64 `json:"lift,omitempty" doc:"How far that stands above the mean of all passages, from 0 to 1."`
	ByMeaning  bool    `json:"byMeaning,omitempty" doc:"It is evidence by its meaning alone."`
}

func renderMeaning(m service.Meaning) SearchMeaning {
	return SearchMeaning{m.Used, m.Reason, m.Remembered}
}

func renderEmbeddings(v service.EmbeddingsView) *KnowledgeEmbeddings {
	if v.ID == "" {
		return nil
	}
	st := v.Standing
	return &KnowledgeEmbeddings{Enabled: v.Enabled, BaseURL: v.BaseURL, Model: v.Model, APIKeyHint: v.KeyHint, Dimensions: v.Dimensions, TimeoutMs: v.Timeout.Milliseconds(),
		EvidenceLift: float64(v.EvidencePermille) / 1000, State: v.State, Embedded: v.Embedded, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt,
		Health: AIProviderHealth{State: st.State, Class: st.Class, Detail: st.Detail, Since: present(st.Since), Until: present(st.Until)}}
}

func knowledgeChange(b UpdateKnowledgeSettings) service.KnowledgeSettingsChange {
	c := service.KnowledgeSettingsChange{Synonyms: b.Synonyms}
	if e := b.Embeddings; e != nil {
		c.Embeddings = &service.EmbeddingsChange{Enabled: e.Enabled, BaseURL: e.BaseURL, Model: e.Model, Key: e.APIKey, Dimensions: e.Dimensions}
		if e.TimeoutMs != nil {
			d := time.Duration(min(max(*e.TimeoutMs, -1), 1e9)) * time.Millisecond
			c.Embeddings.Timeout = &d
		}
		if e.EvidenceLift != nil {
			n := int(math.Round(min(max(*e.EvidenceLift, -1), 1e6) * 1000))
			c.Embeddings.EvidencePermille = &n
		}
	}
	return c
}

// answerKnowledgeSettings answers with the settings, and the embeddings as they
// are now.
func (s *Server) answerKnowledgeSettings(ctx context.Context, a crm.Actor, k crm.KnowledgeSettings, err error) (*knowledgeSettingOutput, error) {
	if err != nil {
		return nil, err
	}
	e, err := s.svc.Embeddings(ctx, a)
	out := KnowledgeSettings{Version: k.Version, Sources: k.Sources, Passages: k.Passages, Synonyms: k.Synonyms, Embeddings: renderEmbeddings(e)}
	if out.Synonyms == nil {
		out.Synonyms = [][]string{}
	}
	return &knowledgeSettingOutput{out}, err
}

package api

import (
	"context"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/library"
)

// KnowledgeEmbeddings say how knowledge is also found by its meaning.
type KnowledgeEmbeddings struct {
	Enabled      bool             `json:"enabled" doc:"Whether search also uses meaning."`
	BaseURL      string           `json:"baseUrl" doc:"Base URL of the embeddings endpoint."`
	Model        string           `json:"model" doc:"Name of the embeddings model."`
	APIKeyHint   string           `json:"apiKeyHint" doc:"The last characters of the API key; empty without a key."`
	Dimensions   int              `json:"dimensions,omitempty" doc:"Number of dimensions requested from the model; absent if the model decides."`
	TimeoutMs    int64            `json:"timeoutMs" doc:"Longest wait for a question's vector, in milliseconds."`
	EvidenceLift float64          `json:"evidenceLift" doc:"A passage with at least this lift is evidence by its meaning alone; 0 for never."`
	State        string           `json:"state" enum:"off,embedding,ready" doc:"embedding: some passages have no vector yet. They are found by their words."`
	Embedded     int64            `json:"embedded" doc:"Number of texts with a vector, including texts that the model does not accept."`
	Embedding    *Run             `json:"embedding" doc:"How passages get their vectors. Its items are texts; state is ready when it has ended. null while embeddings are off."`
	Health       AIProviderHealth `json:"health" doc:"While the state is not closed, search uses only words."`
	CreatedAt    time.Time        `json:"createdAt" doc:"When the embeddings were set up."`
	UpdatedAt    time.Time        `json:"updatedAt" doc:"When the settings last changed."`
}

// UpdateKnowledgeEmbeddings changes what is given and leaves the rest.
type UpdateKnowledgeEmbeddings struct {
	Enabled      *bool    `json:"enabled,omitempty" doc:"true when you set them up first. false removes all vectors."`
	BaseURL      *string  `json:"baseUrl,omitempty" doc:"Base URL including the API version; OpenAI by default. Any endpoint with an OpenAI-compatible embeddings API works." example:"https://api.openai.com/v1"`
	Model        *string  `json:"model,omitempty" doc:"Name of the model; required at first. With a new name all vectors are computed again." example:"text-embedding-3-small"`
	APIKey       *string  `json:"apiKey,omitempty" doc:"Stored encrypted, never shown; empty removes it. Required if you change baseUrl." example:"sk-proj-4f9a7c21b8e3d650"`
	Dimensions   *int     `json:"dimensions,omitempty" doc:"Number of dimensions to request, for models that can shorten vectors: up to 4096; 0 lets the model decide." example:"1024"`
	TimeoutMs    *int64   `json:"timeoutMs,omitempty" doc:"Longest wait for a question's vector, in milliseconds: 100 to 2000; 500 by default." example:"500"`
	EvidenceLift *float64 `json:"evidenceLift,omitempty" doc:"A passage with at least this lift is evidence for an answer by a model, by its meaning alone: 0 to 1, where 0 means never; 0.5 by default." example:"0.5"`
}

// SearchMeaning says whether a search went by meaning too.
type SearchMeaning struct {
	Used       bool   `json:"used" doc:"Whether the vector of the question was used."`
	Reason     string `json:"reason,omitempty" doc:"Why it was not used: off, embedding (no passage has a vector yet), disabled, budget, circuit_open, or the class of the failed call." example:"timeout"`
	Remembered bool   `json:"remembered" doc:"true: the vector of the question was cached, so no call was made."`
}

// PassageRanks are the places of a passage.
type PassageRanks struct {
	WordRank   int     `json:"wordRank,omitempty" doc:"Rank by words, starting at 1; absent if there is none."`
	VectorRank int     `json:"vectorRank,omitempty" doc:"Rank by meaning, starting at 1; absent if there is none."`
	Similarity float64 `json:"similarity,omitempty" doc:"Cosine similarity of the passage and the question."`
	Lift       float64 `json:"lift,omitempty" doc:"How far the similarity is above the mean of all passages, from 0 to 1."`
	ByMeaning  bool    `json:"byMeaning,omitempty" doc:"Whether the passage is evidence by its meaning alone."`
}

func renderMeaning(m library.Meaning) SearchMeaning {
	return SearchMeaning{m.Used, m.Reason, m.Remembered}
}

func renderEmbeddings(v library.EmbeddingsView) *KnowledgeEmbeddings {
	if v.ID == "" {
		return nil
	}
	st := v.Standing
	out := &KnowledgeEmbeddings{Enabled: v.Enabled, BaseURL: v.BaseURL, Model: v.Model, APIKeyHint: v.KeyHint, Dimensions: v.Dimensions, TimeoutMs: v.Timeout.Milliseconds(),
		EvidenceLift: float64(v.EvidencePermille) / 1000, State: v.State(), Embedded: v.Embedded, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt,
		Health: AIProviderHealth{State: st.State, Class: st.Class, Detail: st.Detail, Since: present(st.Since), Until: present(st.Until)}}
	if v.Enabled {
		out.Embedding = renderStarted(v.Embedding)
	}
	return out
}

func knowledgeChange(b UpdateKnowledgeSettings) library.KnowledgeSettingsChange {
	c := library.KnowledgeSettingsChange{Synonyms: b.Synonyms}
	if e := b.Embeddings; e != nil {
		c.Embeddings = &library.EmbeddingsChange{Enabled: e.Enabled, BaseURL: e.BaseURL, Model: e.Model, Key: e.APIKey, Dimensions: e.Dimensions}
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
	e, err := s.svc.Library.Embeddings(ctx, a)
	if k.Embedding != nil { // as the change left it
		e.Embedding = *k.Embedding
	}
	out := KnowledgeSettings{Version: k.Version, Sources: k.Sources, Passages: k.Passages, Synonyms: k.Synonyms, Embeddings: renderEmbeddings(e)}
	if out.Synonyms == nil {
		out.Synonyms = [][]string{}
	}
	return &knowledgeSettingOutput{out}, err
}

package testshop

import (
	"context"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service"
	"service.example/crm/internal/testkit"
)

// EmbeddingsKey is the key that Embed sends with every call.
const EmbeddingsKey = "sk-embed-0123456789abcdef"

// Shelf is a workspace's knowledge in a test.
type Shelf struct {
	*testkit.Kit
	T       *testing.T
	Service *service.Service
	Actor   crm.Actor
}

// NewShelf is the knowledge of the kit's workspace.
func NewShelf(t *testing.T, k *testkit.Kit) *Shelf {
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	k.Must(err)
	return &Shelf{Kit: k, T: t, Service: k.App.Service, Actor: actor}
}

// Add makes a source.
func (l *Shelf) Add(s crm.KnowledgeSource) crm.KnowledgeSource {
	l.T.Helper()
	out, err := l.Service.Library.CreateKnowledgeSource(context.Background(), l.Actor, s)
	l.Must(err)
	return out
}

// Pair makes a source of a question and its answer.
func (l *Shelf) Pair(question, answer string) crm.KnowledgeSource {
	l.T.Helper()
	return l.Add(crm.KnowledgeSource{Kind: crm.SourceQuestion, Question: question, Content: answer})
}

// Settled waits until the newest revision of a source has come to an end.
func (l *Shelf) Settled(id string) (s crm.KnowledgeSource) {
	l.T.Helper()
	l.Eventually("the source is indexed", func() bool {
		var err error
		s, err = l.Service.Library.KnowledgeSource(context.Background(), l.Actor, id)
		l.Must(err)
		return s.State == crm.SourceReady || s.State == crm.SourceFailed
	})
	return s
}

// Find searches the knowledge.
func (l *Shelf) Find(question string) []knowledge.Passage {
	l.T.Helper()
	list, err := l.Service.Library.FindKnowledge(context.Background(), l.WorkspaceID, question, knowledge.Options{})
	l.Must(err)
	return list
}

// Embeddings changes the embeddings and returns what the API tells of the embeddings after a change.
func (l *Shelf) Embeddings(change map[string]any) map[string]any {
	l.T.Helper()
	r := l.Do(http.MethodPatch, "/v1/knowledge/settings", l.Key, map[string]any{"embeddings": change})
	if r.Status != http.StatusOK {
		l.T.Fatalf("%d %s", r.Status, r.Body)
	}
	e, _ := r.JSON()["embeddings"].(map[string]any)
	return e
}

// Embed sets embeddings up on the simulator and waits for the vectors.
func (l *Shelf) Embed() {
	l.T.Helper()
	l.Embeddings(map[string]any{"baseUrl": l.App.Sandbox.URL + "/ai/vectors/v1", "model": "embed-1", "apiKey": EmbeddingsKey, "timeoutMs": 2000, "evidenceLift": 0.3})
	l.Embedded()
}

// Embedded waits until every passage has a vector.
func (l *Shelf) Embedded() {
	l.T.Helper()
	l.Eventually("everything is embedded", func() bool {
		e := l.Do(http.MethodGet, "/v1/knowledge/settings", l.Key, nil).JSON()["embeddings"].(map[string]any)
		return e["state"] == "ready"
	})
}

// Search is the answer of the API to a question.
func (l *Shelf) Search(question string) (found []map[string]any, meaning map[string]any, evidence bool) {
	l.T.Helper()
	r := l.Do(http.MethodPost, "/v1/knowledge/search", l.Key, map[string]any{"question": question})
	if r.Status != http.StatusOK {
		l.T.Fatalf("%d %s", r.Status, r.Body)
	}
	body := r.JSON()
	for _, f := range body["data"].([]any) {
		found = append(found, f.(map[string]any))
	}
	return found, body["meaning"].(map[string]any), body["evidence"].(bool)
}

// Meant is Search by meaning, however slow the machine is: a question whose
// vector comes too late is asked again.
func (l *Shelf) Meant(question string) (found []map[string]any, meaning map[string]any, evidence bool) {
	l.T.Helper()
	l.Eventually("the question has its vector", func() bool {
		if found, meaning, evidence = l.Search(question); meaning["used"] == true {
			return true
		}
		l.Advance(time.Minute) // the breaker may be open
		return false
	})
	return found, meaning, evidence
}

// Stock adds knowledge that some questions have only their meaning in common with.
func (l *Shelf) Stock() {
	l.T.Helper()
	for title, text := range map[string]string{"Refunds": "Refunds take five working days.", "Parking": "Parking is free for guests.", "Breakfast": "Breakfast is served until ten.",
		"Pool": "Towels lie beside the pool.", "Keys": "The lobby keeps spare keys."} {
		l.Settled(l.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: title, Content: text}).ID)
	}
}

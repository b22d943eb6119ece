package decide

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// keyVersion changes with what a cache key is made of.
const keyVersion = 1

// CacheKey is everything that an answer depends on, and no more. Provider and
// model are not in it: an answer of the next one in the chain is as good.
type CacheKey struct {
	WorkspaceID string
	// Generation grows when the workspace's answers are deleted.
	Generation  int64
	AssistantID string
	Config      crm.AssistantConfig
	Language    string
	Question    string
	Before      []Said
	Passages    []knowledge.Passage
}

// Sum is the key: an HMAC under the workspace's own secret, so that a key tells
// nothing of the question and fits no other workspace.
func (k CacheKey) Sum(secret []byte) string {
	type part struct{ ID, Hash string }
	evidence := []part{}
	for _, p := range k.Passages {
		if len(evidence) == MaxPassages {
			break
		}
		evidence = append(evidence, part{p.ID, hex.EncodeToString(p.Hash[:])})
	}
	// What does not change the answer is left away.
	c := k.Config
	c.Hours, c.BurstPauseMs, c.CacheSeconds, c.Limits = nil, 0, 0, crm.ReplyLimits{}
	history := "standalone"
	if said := history8(k.Before); len(said) > 0 {
		digest := sha256.Sum256(mustJSON(said))
		history = hex.EncodeToString(digest[:])
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(mustJSON([]any{keyVersion, PromptVersion, k.WorkspaceID, k.Generation, k.AssistantID, c, k.Language, knowledge.Normalise(k.Question), history, evidence}))
	return hex.EncodeToString(mac.Sum(nil))
}

// history8 is what of the history a prompt shows.
func history8(before []Said) []string {
	var out []string
	for _, m := range history(before) {
		out = append(out, string(m.Role), m.Text)
	}
	return out
}

func mustJSON(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic("assistant: " + err.Error()) // plain values only
	}
	return out
}

var personalNumber = regexp.MustCompile(`\d{5,}`)

// Personal reports whether a question names somebody or something of theirs:
// then its answer is never kept.
func Personal(question string) bool {
	text := knowledge.Normalise(question)
	return personalNumber.MatchString(text) || emailForm.MatchString(text) || phoneForm.MatchString(text)
}

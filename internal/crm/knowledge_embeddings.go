package crm

import "time"

// Embeddings say whether and how a workspace's knowledge is also found by its
// meaning: by vectors that an endpoint makes of passages and questions. Its key
// is sealed and never shown.
type Embeddings struct {
	WorkspaceID string
	ID          string // "" while they were never set up
	Enabled     bool
	BaseURL     string // with the version of the API; "" for OpenAI's own
	Model       string
	KeyHint     string // the last characters of the key; "" without one
	// Dimensions are asked of the model; 0 leaves them to it.
	Dimensions int
	// Timeout bounds what a question waits for its vector.
	Timeout time.Duration
	// EvidencePermille is the lift, in thousandths, from which on a passage is
	// evidence by its meaning alone; 0 for never.
	EvidencePermille int
	// Revision grows with every change of how the endpoint is called, Space with
	// every change after which vectors cannot be compared with those before.
	Revision, Space int64
	// FoundDimensions are those of the vectors of the space; 0 while it has none.
	FoundDimensions int
	// Version grows with every change of the vectors.
	Version              int64
	CreatedAt, UpdatedAt time.Time
	// Embedding is how far passages have got their vectors.
	Embedding Run
}

// Bounds of embeddings, and what they are where nothing is said.
const (
	MaxDimensions           = 4096
	MinQuestionTimeout      = 100 * time.Millisecond
	MaxQuestionTimeout      = 2 * time.Second
	DefaultQuestionTimeout  = 500 * time.Millisecond
	DefaultEvidencePermille = 500
)

// Validate adds every fault of the settings, with pointers below /embeddings.
// The rules say which addresses the deployment lets through.
func (e *Embeddings) Validate(rules EndpointRules, faults *Faults) {
	var f Faults
	switch {
	case e.Model == "":
		f.Add("/model", CodeRequired, "model is required: its name at the endpoint.")
	case len(e.Model) > maxAIModel || !aiModel.MatchString(e.Model):
		f.Add("/model", CodeParameterInvalid, "model may have at most %d letters, digits and . _ : / @ + -, and must begin with a letter or digit.", maxAIModel)
	}
	if e.BaseURL != "" {
		checkAIBaseURL(e.BaseURL, rules, &f)
	}
	if e.Dimensions < 0 || e.Dimensions > MaxDimensions {
		f.Add("/dimensions", CodeOutOfRange, "dimensions must be from 0 (the model decides) to %d.", MaxDimensions)
	}
	if e.Timeout < MinQuestionTimeout || e.Timeout > MaxQuestionTimeout {
		f.Add("/timeoutMs", CodeOutOfRange, "timeoutMs must be from %d to %d.", MinQuestionTimeout.Milliseconds(), MaxQuestionTimeout.Milliseconds())
	}
	if e.EvidencePermille < 0 || e.EvidencePermille > 1000 {
		f.Add("/evidenceLift", CodeOutOfRange, "evidenceLift must be from 0 (never) to 1.")
	}
	faults.Below("/embeddings", f)
}

// KnowledgeVector is the vector of what a passage says: a byte for each
// dimension, or empty for a passage that the model does not take.
type KnowledgeVector struct {
	Hash    []byte
	Version int64
	Vector  []byte
}

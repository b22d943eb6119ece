package ai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"
)

// Bounds of a call for embeddings.
const (
	// MaxTexts is how many texts go with one call.
	MaxTexts = 32
	// MaxDimensions is how many dimensions a vector has at most.
	MaxDimensions = 4096
	// A number of a vector has up to 24 characters, with the comma.
	maxEmbeddings = MaxTexts*MaxDimensions*24 + 64<<10
)

// Embeddings are the vectors of texts, in their order and all of one length.
type Embeddings struct {
	Vectors [][]float32
	Model   string // that made them, by the endpoint's own name for it
	Usage   Usage
}

// Embedder has texts embedded by an endpoint that speaks as OpenAI does. It is
// safe for concurrent use. It makes exactly one call: trying again is for who
// asks.
type Embedder struct {
	*wire
	dimensions int
}

// NewEmbedder returns the embedder of an endpoint of the kind OpenAI.
// dimensions are asked for and insisted on; 0 leaves them to the model.
func NewEmbedder(client *http.Client, e Endpoint, dimensions int) (*Embedder, error) {
	e.Kind = OpenAI
	w, err := newWire(client, e)
	if err != nil {
		return nil, err
	}
	w.most = maxEmbeddings
	return &Embedder{w, dimensions}, nil
}

type embeddingRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Format     string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions,omitempty"`
}

// Embed returns a vector for each text, of which there are 1 to MaxTexts, none
// empty. Its errors are *Error.
func (m *Embedder) Embed(ctx context.Context, texts []string) (Embeddings, error) {
	if len(texts) == 0 || len(texts) > MaxTexts {
		return Embeddings{}, &Error{Class: CallerFault, Detail: fmt.Sprintf("a call takes 1 to %d texts", MaxTexts)}
	}
	a, e := m.post(ctx, "/embeddings", m.bearer(), embeddingRequest{m.Model, texts, "float", m.dimensions})
	if e != nil {
		return Embeddings{}, e
	}
	f, failed := errorBody(a.body)
	if a.status != http.StatusOK || failed {
		if a.status == http.StatusOK {
			a.status = statusOf(f)
		}
		return Embeddings{}, refused(a, f, time.Now())
	}
	out, err := readEmbeddings(a.body, len(texts), m.dimensions)
	if err != nil {
		return Embeddings{}, &Error{Class: BadOutput, StatusCode: a.status, Detail: err.Error(), Usage: out.Usage, Model: out.Model}
	}
	if out.Usage.Total() == 0 {
		for _, t := range texts {
			out.Usage.InputUncached += EstimateTokens(t)
		}
		out.Usage.Estimated = true
	}
	return out, nil
}

// readEmbeddings reads the vectors of n texts. Whatever is not exactly that, as
// many numbers in each, all of them finite and not all zero, is refused.
func readEmbeddings(body []byte, n, dimensions int) (out Embeddings, err error) {
	var in struct {
		Model string `json:"model"`
		Data  []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Usage json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(body, &in) != nil {
		return out, errors.New("the answer is not the JSON of embeddings")
	}
	out.Model, out.Usage = cut(Printable(in.Model), standingDetail), openAIUsage(in.Usage)
	if len(in.Data) != n {
		return out, fmt.Errorf("the answer has %d vectors for %d texts", len(in.Data), n)
	}
	out.Vectors = make([][]float32, n)
	for i, d := range in.Data {
		at := i // a server that gives no index keeps the order
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= n || out.Vectors[at] != nil {
			return out, fmt.Errorf("the answer has no vector, or two, for some text")
		}
		if dimensions == 0 {
			dimensions = len(d.Embedding)
		}
		if err := checkEmbedding(d.Embedding, dimensions); err != nil {
			return out, err
		}
		out.Vectors[at] = d.Embedding
	}
	return out, nil
}

func checkEmbedding(v []float32, dimensions int) error {
	if len(v) == 0 || len(v) > MaxDimensions || len(v) != dimensions {
		return fmt.Errorf("a vector has %d dimensions, %d (at most %d) are wanted", len(v), dimensions, MaxDimensions)
	}
	zero := true
	for _, f := range v {
		if f64 := float64(f); math.IsNaN(f64) || math.IsInf(f64, 0) {
			return errors.New("a vector has a number that is not finite")
		}
		zero = zero && f == 0
	}
	if zero {
		return errors.New("a vector is zero: it has no direction")
	}
	return nil
}

// EmbedTarget is an embedder with what is known of it.
type EmbedTarget struct {
	// ID and Revision name one configuration, for its health.
	ID       string
	Revision int64
	Model    string
	Embedder *Embedder
	// Timeout bounds the call.
	Timeout time.Duration
	// Dimensions are those that vectors must have, because others have them that
	// they are compared with; 0 for any.
	Dimensions int
}

// Embed makes one call, unless the target's health keeps it from being called:
// that is the class CircuitOpen, without an attempt. The result has the attempt
// and the changes of the target's standing; its error is an *Error. It returns
// within the time-out.
func (h *Health) Embed(ctx context.Context, t EmbedTarget, texts []string) (out Embeddings, r Result, err error) {
	known := Target{ID: t.ID, Revision: t.Revision}
	g, ok := h.acquire(known)
	if !ok {
		return out, r, &Error{Class: CircuitOpen, Detail: "the endpoint is not called: it failed lately, asked for a pause, or needs another configuration"}
	}
	own, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	given := left(own)
	a := Attempt{TargetID: t.ID, Revision: t.Revision, Model: t.Model, StartedAt: h.src.Now(), Probe: g.probe}
	began := time.Now()
	out, err = embed(own, t.Embedder, texts)
	if n := t.Dimensions; err == nil && n > 0 && len(out.Vectors[0]) != n {
		err = &Error{Class: BadOutput, StatusCode: http.StatusOK, Usage: out.Usage, Model: out.Model,
			Detail: fmt.Sprintf("a vector has %d dimensions, those before have %d", len(out.Vectors[0]), n)}
		out = Embeddings{}
	}
	a.Latency = time.Since(began)
	var e *Error
	if errors.As(err, &e) {
		if errors.Is(ctx.Err(), context.Canceled) {
			e.Class = Canceled // whatever it looks like: the caller gave up
		}
		a.Class, a.StatusCode, a.Detail, a.Usage, a.Answered = e.Class, e.StatusCode, cut(e.Detail, standingDetail), e.Usage, e.Model
	} else {
		a.Answered, a.Usage = out.Model, out.Usage
	}
	r.Attempts = append(r.Attempts, a)
	if changed := h.report(known, g, verdictOnTarget(e, given >= t.Timeout/2), e); changed != nil {
		r.Changes = append(r.Changes, *changed)
	}
	return out, r, err
}

// embed keeps a panic of the reading from taking the process with it.
func embed(ctx context.Context, m *Embedder, texts []string) (out Embeddings, err error) {
	defer func() {
		if v := recover(); v != nil {
			out, err = Embeddings{}, &Error{Class: BadOutput, Detail: fmt.Sprintf("the answer could not be read: %v", v)}
		}
	}()
	return m.Embed(ctx, texts)
}

// EmbedPause is how long to wait before texts are embedded again after a
// failure: as long as the endpoint asked, or until it may work again.
func (h *Health) EmbedPause(t EmbedTarget, e *Error) time.Duration {
	s := h.Standing(t.ID, t.Revision)
	wait := time.Duration(0)
	switch {
	case !s.Until.IsZero():
		wait = s.Until.Sub(h.src.Now())
	case s.State == Misconfigured:
		wait = quotaPause
	}
	return min(max(wait, e.RetryAfter, time.Second), longestLimit)
}

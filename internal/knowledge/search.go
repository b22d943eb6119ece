package knowledge

import (
	"cmp"
	"slices"
)

// Floor is the confidence below which a passage is no evidence for an answer.
// It was calibrated on the questions marked tune of the question file.
const Floor = 0.4

// Options say how to search.
type Options struct {
	// Limit is how many passages come back at most; 0 means 6.
	Limit int
	// Language, where it is known, goes before others.
	Language string
	// Sources are the only ones to search; nil means all.
	Sources []string
	// Vector is that of the query, where passages have vectors of the same model.
	Vector Vector
	// MeaningFloor is the lift from which on a passage is evidence by its meaning
	// alone; 0 for never.
	MeaningFloor float64
}

const (
	defaultLimit = 6
	maxTerms     = 48   // words of a query that count
	maxQuery     = 4000 // bytes of it that are read
	candidates   = 64   // passages whose confidence is worked out
	languageGain = 1.15 // what the asked language counts for
	unknownShare = 0.6  // what a word that no passage knows weighs in the confidence
	singleShare  = 0.35 // a character beside the pair of it, in scripts without spaces
	synonymShare = 0.9
)

// term is a word of the query with the words of the index that stand for it.
type term struct {
	weight  float64 // its idf, for the confidence
	matches []alike
}

// Search returns the passages that speak most of what a query asks, best
// first. It is deterministic: equal indexes give equal results.
func (x *Index) Search(query string, o Options) []Passage {
	if o.Limit <= 0 {
		o.Limit = defaultLimit
	}
	query = head(query, maxQuery)
	language := cmp.Or(o.Language, Language(query))
	a := x.account()
	defer x.accounts.Put(a)
	asked := x.terms(query, o.Language, a)
	for _, t := range asked {
		x.add(a, t)
	}
	var allowed map[string]bool
	if o.Sources != nil {
		allowed = make(map[string]bool, len(o.Sources))
		for _, s := range o.Sources {
			allowed[s] = true
		}
	}
	var hits []hit
	for _, d := range a.seen {
		score := float64(a.total[d])
		a.total[d] = 0
		doc := x.docs[d]
		if allowed != nil && !allowed[doc.SourceID] {
			continue
		}
		if language != "" && doc.Language == language {
			score *= languageGain
		}
		hits = append(hits, hit{d, score})
	}
	a.seen = a.seen[:0]
	hits = best(hits, max(candidates, o.Limit))
	found := byWords(hits[:min(len(hits), o.Limit)])
	if o.Vector.Dimensions() > 0 && x.vectors != nil {
		found = x.fuse(hits, o, allowed)
	}
	out := make([]Passage, 0, len(found))
	for _, r := range found {
		p := x.docs[r.doc].Passage
		p.Score, p.Confidence = r.score, x.confidence(x.docs[r.doc], asked)
		p.WordRank, p.VectorRank, p.Similarity, p.Lift = r.byWords, r.byMeaning, r.similarity, r.lift
		p.ByMeaning = o.MeaningFloor > 0 && r.lift >= o.MeaningFloor && r.byMeaning > 0 && r.byMeaning <= meaningRanks
		out = append(out, p)
	}
	return out
}

// Confident reports whether the passages are evidence: whether one of them
// speaks of enough of what was asked, or is evidence by its meaning.
func Confident(passages []Passage) bool {
	return slices.ContainsFunc(passages, func(p Passage) bool { return p.Confidence >= Floor || p.ByMeaning })
}

// Evidence returns the passages that may support an answer, in order; none
// means that the question found no evidence.
func Evidence(passages []Passage) []Passage {
	if !Confident(passages) {
		return nil
	}
	var out []Passage
	for _, p := range passages {
		if p.Confidence >= Floor/2 || p.ByMeaning {
			out = append(out, p)
		}
	}
	return out
}

type hit struct {
	doc   uint32
	score float64
}

// best returns the n best hits in order; equal ones by document.
func best(hits []hit, n int) []hit {
	order := func(a, b hit) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Compare(a.doc, b.doc)
	}
	if len(hits) > 4*n { // all below a bound that the n-th reaches need no order
		scores := make([]float64, len(hits))
		for i, h := range hits {
			scores[i] = h.score
		}
		slices.Sort(scores)
		least := scores[len(scores)-n]
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.score < least })
	}
	slices.SortFunc(hits, order)
	return hits[:min(len(hits), n)]
}

// account is the memory of one search.
type account struct {
	total, term []float32 // per document; zero between searches and terms
	seen        []uint32  // documents with a total
	touched     []uint32  // documents with a term
	shared      []uint8   // per word, trigrams that it shares with the one asked for; zero between words
	written     []uint32  // words that share some
}

func (x *Index) account() *account {
	if a, _ := x.accounts.Get().(*account); a != nil {
		return a
	}
	return &account{total: make([]float32, len(x.docs)), term: make([]float32, len(x.docs)), shared: make([]uint8, len(x.names))}
}

// add counts a word of the query: in each passage the best of what stands for it.
func (x *Index) add(a *account, t term) {
	for _, m := range t.matches {
		list := x.of(m.word)
		weight := float32(m.like * x.idf(len(list)) * (bm25K + 1))
		for _, p := range list {
			doc, count := p.at()
			v := weight * count / (count + x.norms[doc])
			if have := a.term[doc]; v > have {
				if have == 0 {
					a.touched = append(a.touched, doc)
				}
				a.term[doc] = v
			}
		}
	}
	for _, doc := range a.touched {
		if a.total[doc] == 0 {
			a.seen = append(a.seen, doc)
		}
		a.total[doc] += a.term[doc]
		a.term[doc] = 0
	}
	a.touched = a.touched[:0]
}

// confidence is the share of the query that a passage speaks of.
func (x *Index) confidence(d *document, asked []term) float64 {
	var have, all float64
	for _, t := range asked {
		all += t.weight
		most := 0.0
		for _, m := range t.matches {
			if m.like > most {
				if _, ok := slices.BinarySearch(d.words, m.word); ok {
					most = m.like
				}
			}
		}
		have += t.weight * most
	}
	if all == 0 {
		return 0
	}
	return have / all
}

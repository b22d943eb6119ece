package knowledge

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
)

// The weights of where a word stands, as how often it counts.
const (
	weightText     = 1
	weightTitle    = 2
	weightQuestion = 3
)

// The constants of BM25: how soon repetition stops to count, and how much long
// passages are held back.
const (
	bm25K = 1.2
	bm25B = 0.5
)

// Index is an immutable snapshot of passages, safe for concurrent use. Indexes
// that follow each other share what did not change.
type Index struct {
	docs       []*document
	byID       map[string]int32
	vocabulary map[string]uint32 // also holds words that only earlier snapshots had
	names      []string          // the vocabulary by number
	used       int               // words that have postings

	starts    []uint32 // where the postings of a word begin; one more than words
	postings  []posting
	norms     []float32 // per document, the length part of BM25
	fuzzy     trigrams
	synonyms  synonyms
	languages []string // of the passages
	accounts  sync.Pool
	vectors   []Vector // per document; nil where none has one
	embedded  int      // documents with a vector
}

type document struct {
	Passage
	words  []uint32 // sorted
	counts []uint8  // weighted frequencies, as many as words
	length uint16   // sum of the frequencies
}

type posting struct {
	doc uint32 // 24 bits of document, 8 bits of frequency
}

func makePosting(doc int, count uint8) posting    { return posting{uint32(doc)<<8 | uint32(count)} }
func (p posting) at() (doc uint32, count float32) { return p.doc >> 8, float32(p.doc & 0xff) }

// MaxPassages is how many passages an index takes.
const MaxPassages = 1 << 20

// With returns an index in which the passages are added or, by id, replaced,
// and those of the sources named in gone are removed first. Only the new ones
// are cut into words.
func (x *Index) With(add []Passage, gone []string, groups [][]string) *Index {
	drop := make(map[string]bool, len(gone))
	for _, id := range gone {
		drop[id] = true
	}
	replaced := make(map[string]bool, len(add))
	for _, p := range add {
		replaced[p.ID] = true
	}
	n := &Index{vocabulary: maps.Clone(x.vocabulary), names: slices.Clone(x.names)}
	if n.vocabulary == nil || len(x.names) > 1000 && x.used*2 < len(x.names) { // mostly words of former texts
		n.vocabulary, n.names = map[string]uint32{}, nil
		for _, d := range x.docs {
			if !drop[d.SourceID] && !replaced[d.ID] {
				n.docs = append(n.docs, n.analyse(d.Passage))
			}
		}
	} else {
		for _, d := range x.docs {
			if !drop[d.SourceID] && !replaced[d.ID] {
				n.docs = append(n.docs, d)
			}
		}
	}
	for _, p := range add {
		n.docs = append(n.docs, n.analyse(p))
	}
	slices.SortFunc(n.docs, func(a, b *document) int { return cmp.Compare(a.ID, b.ID) })
	n.docs = slices.CompactFunc(n.docs, func(a, b *document) bool { return a.ID == b.ID })
	n.docs = n.docs[:min(len(n.docs), MaxPassages)]
	n.finish(groups)
	return n
}

// analyse cuts a passage into words.
func (x *Index) analyse(p Passage) *document {
	p.Score, p.Confidence, p.WordRank, p.VectorRank, p.Similarity, p.Lift, p.ByMeaning = 0, 0, 0, 0, 0, 0, false
	language := p.Language
	if language == "" {
		language = Language(p.Question + " " + p.Title + " " + p.Text)
	}
	counts := map[uint32]int{}
	length := 0
	add := func(text string, weight int) {
		terms(text, language, func(term string) {
			id, known := x.vocabulary[term]
			if !known {
				id = uint32(len(x.names))
				term = cloneWord(term)
				x.vocabulary[term] = id
				x.names = append(x.names, term)
			}
			counts[id] += weight
			length += weight
		})
	}
	add(p.Text, weightText)
	add(p.Title, weightTitle)
	add(p.Question, weightQuestion)
	d := &document{Passage: p, words: make([]uint32, 0, len(counts)), counts: make([]uint8, 0, len(counts)), length: uint16(min(length, math.MaxUint16))}
	for id := range counts {
		d.words = append(d.words, id)
	}
	slices.Sort(d.words)
	for _, id := range d.words {
		d.counts = append(d.counts, uint8(min(counts[id], math.MaxUint8)))
	}
	return d
}

// cloneWord keeps a word without the text that it was cut from.
func cloneWord(s string) string { return string([]byte(s)) }

// finish builds what is looked up in from the documents.
func (x *Index) finish(groups [][]string) {
	x.byID = make(map[string]int32, len(x.docs))
	x.starts = make([]uint32, len(x.names)+1)
	languages, total := map[string]bool{}, 0
	for i, d := range x.docs {
		x.byID[d.ID] = int32(i)
		for _, w := range d.words {
			x.starts[w+1]++
		}
		total += int(d.length)
		if l := d.Language; l != "" {
			languages[l] = true
		}
	}
	x.languages = slices.Sorted(maps.Keys(languages))
	for w := range x.names {
		if x.starts[w+1] > 0 {
			x.used++
		}
		x.starts[w+1] += x.starts[w]
	}
	x.postings = make([]posting, x.starts[len(x.names)])
	next := slices.Clone(x.starts)
	x.norms = make([]float32, len(x.docs))
	average := float64(max(total, 1)) / float64(max(len(x.docs), 1))
	for i, d := range x.docs {
		for k, w := range d.words {
			x.postings[next[w]] = makePosting(i, d.counts[k])
			next[w]++
		}
		x.norms[i] = float32(bm25K * (1 - bm25B + bm25B*float64(d.length)/average))
	}
	x.fuzzy = newTrigrams(x)
	x.synonyms = newSynonyms(groups)
}

// Len is the number of passages.
func (x *Index) Len() int { return len(x.docs) }

// Size is about how many bytes of memory the index takes.
func (x *Index) Size() int64 {
	const (
		perDocument = 420 // the structs, the entries of maps and slices
		perWord     = 96  // its name, its number and its place in the map
		perVector   = 96  // its place here and in the map of who keeps it
	)
	n := int64(len(x.postings))*4 + int64(len(x.starts))*4 + int64(len(x.fuzzy.keys))*12 + int64(len(x.fuzzy.words))*4
	for _, w := range x.names {
		n += perWord + int64(len(w))
	}
	for _, d := range x.docs {
		n += perDocument + int64(len(d.ID)+len(d.SourceID)+len(d.Title)+len(d.Question)+len(d.Text)+5*len(d.words))
	}
	for _, v := range x.vectors {
		n += perVector + int64(len(v.codes))
	}
	return n
}

// Passage returns a passage by its id.
func (x *Index) Passage(id string) (Passage, bool) {
	i, ok := x.byID[id]
	if !ok {
		return Passage{}, false
	}
	return x.docs[i].Passage, true
}

// of returns the postings of a word.
func (x *Index) of(word uint32) []posting { return x.postings[x.starts[word]:x.starts[word+1]] }

// fewPassages is how many passages an index is taken to have at least: in a
// handful of them every word would seem common.
const fewPassages = 100

// idf is how much a word that is in n passages tells.
func (x *Index) idf(n int) float64 {
	return math.Log(1 + (float64(max(len(x.docs), fewPassages))-float64(n)+0.5)/(float64(n)+0.5))
}

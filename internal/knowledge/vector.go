package knowledge

import "math"

// MaxDimensions bounds the vectors of texts.
const MaxDimensions = 4096

// Vector is the direction of a text's embedding, with a byte for each
// dimension: a quarter of what floats take, and its cosines are within 0.01 of
// theirs. The zero value is no vector.
type Vector struct {
	codes []int8
	scale float32 // one over the length of the codes
}

// NewVector returns the vector of an embedding. It is false for one without a
// direction, with a number that is none, or of more than MaxDimensions.
func NewVector(embedding []float32) (Vector, bool) {
	most := float32(0)
	for _, f := range embedding {
		most = max(most, float32(math.Abs(float64(f)))) // also NaN
	}
	if len(embedding) > MaxDimensions || !(most > 0) || math.IsInf(float64(most), 0) {
		return Vector{}, false
	}
	codes := make([]int8, len(embedding))
	for i, f := range embedding {
		codes[i] = int8(math.Round(float64(f) / float64(most) * math.MaxInt8))
	}
	return Vector{codes, scaleOf(codes)}, true
}

// ReadVector reads what Bytes wrote. It is false for what has no direction.
func ReadVector(stored []byte) (Vector, bool) {
	codes := make([]int8, len(stored))
	for i, b := range stored {
		codes[i] = int8(b)
	}
	v := Vector{codes, scaleOf(codes)}
	return v, v.scale > 0 && len(codes) <= MaxDimensions
}

func scaleOf(codes []int8) float32 {
	n := product(codes, codes)
	if n == 0 {
		return 0
	}
	return float32(1 / math.Sqrt(float64(n)))
}

// Bytes is the vector as it is stored: a byte for each dimension.
func (v Vector) Bytes() []byte {
	out := make([]byte, len(v.codes))
	for i, c := range v.codes {
		out[i] = byte(c)
	}
	return out
}

// Dimensions is how many the vector has; 0 for none.
func (v Vector) Dimensions() int { return len(v.codes) }

// Similarity is the cosine of two vectors, from -1 to 1; 0 where they cannot be
// compared.
func (v Vector) Similarity(o Vector) float64 {
	if len(v.codes) != len(o.codes) {
		return 0
	}
	return float64(product(v.codes, o.codes)) * float64(v.scale) * float64(o.scale)
}

// product is the dot product of equally long codes; 4096 products of two bytes
// fit well.
func product(a, b []int8) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := (*[8]int8)(a), (*[8]int8)(b) // their bounds are known, which makes it faster by a quarter
		s0 += int32(x[0])*int32(y[0]) + int32(x[4])*int32(y[4])
		s1 += int32(x[1])*int32(y[1]) + int32(x[5])*int32(y[5])
		s2 += int32(x[2])*int32(y[2]) + int32(x[6])*int32(y[6])
		s3 += int32(x[3])*int32(y[3]) + int32(x[7])*int32(y[7])
		a, b = a[8:], b[8:]
	}
	for i := range min(len(a), len(b)) {
		s0 += int32(a[i]) * int32(b[i])
	}
	return s0 + s1 + s2 + s3
}

// WithVectors returns an index of the same passages with the vectors that of
// finds for their hashes.
func (x *Index) WithVectors(of func(hash [32]byte) (Vector, bool)) *Index {
	n := &Index{docs: x.docs, byID: x.byID, vocabulary: x.vocabulary, names: x.names, used: x.used, starts: x.starts, postings: x.postings, norms: x.norms,
		fuzzy: x.fuzzy, synonyms: x.synonyms, languages: x.languages}
	vectors := make([]Vector, len(x.docs))
	for i, d := range x.docs {
		if v, ok := of(d.Hash); ok {
			vectors[i] = v
			n.embedded++
		}
	}
	if n.embedded > 0 {
		n.vectors = vectors
	}
	return n
}

// Embedded is how many passages have a vector.
func (x *Index) Embedded() int { return x.embedded }

const (
	// rankK says how much less a later rank counts than an earlier one.
	rankK = 20
	// nearLift is the lift from which on a passage has a rank by meaning: some
	// passage is always nearest, also to a question that has nothing to do with
	// any of them.
	nearLift = 0.2
	// meaningRanks are the ranks by meaning that may be evidence by it.
	meaningRanks = 3
)

// ranked is a passage with its places in both lists; 0 is none.
type ranked struct {
	hit
	byWords, byMeaning int
	similarity, lift   float64
}

// byWords are hits as they are ranked without vectors.
func byWords(hits []hit) []ranked {
	out := make([]ranked, len(hits))
	for i, h := range hits {
		out[i] = ranked{hit: h, byWords: i + 1}
	}
	return out
}

// fuse joins the ranking by words with that by meaning: each gives half of the
// score, by the ranks alone. A passage that has no vector yet counts as if its
// meaning said what its words say. The best passage by words stays in, whatever
// the vectors say.
func (x *Index) fuse(hits []hit, o Options, allowed map[string]bool) []ranked {
	similar, lift := x.similar(o.Vector)
	var near []hit
	for i, d := range x.docs {
		if x.vectors[i].codes != nil && lift(similar[i]) >= nearLift && (allowed == nil || allowed[d.SourceID]) {
			near = append(near, hit{uint32(i), similar[i]})
		}
	}
	all := map[uint32]*ranked{}
	for i, h := range hits {
		share := 0.5
		if x.vectors[h.doc].codes == nil {
			share = 1
		}
		all[h.doc] = &ranked{hit: hit{h.doc, share / float64(rankK+i)}, byWords: i + 1}
	}
	for i, h := range best(near, max(candidates, o.Limit)) {
		r := all[h.doc]
		if r == nil {
			r = &ranked{hit: hit{doc: h.doc}}
			all[h.doc] = r
		}
		r.score, r.byMeaning = r.score+0.5/float64(rankK+i), i+1
	}
	list := make([]hit, 0, len(all))
	for _, r := range all {
		list = append(list, r.hit)
	}
	list = best(list, o.Limit)
	out := make([]ranked, 0, len(list))
	first := len(hits) == 0
	for _, h := range list {
		out = append(out, *all[h.doc])
		first = first || h.doc == hits[0].doc
	}
	if !first {
		out[len(out)-1] = *all[hits[0].doc]
	}
	for i := range out {
		if x.vectors[out[i].doc].codes != nil {
			out[i].similarity, out[i].lift = similar[out[i].doc], lift(similar[out[i].doc])
		}
	}
	return out
}

// similar returns how similar each passage is, and what its lift is: how far it
// stands above the mean of all, of what there is above that. Models differ in
// how similar they find texts that have nothing in common; lifts can be compared.
func (x *Index) similar(v Vector) (list []float64, lift func(float64) float64) {
	list = make([]float64, len(x.docs))
	sum := 0.0
	for i := range x.vectors {
		if x.vectors[i].codes != nil {
			list[i] = v.Similarity(x.vectors[i])
			sum += list[i]
		}
	}
	mean := sum / float64(max(x.embedded, 1))
	return list, func(s float64) float64 {
		if mean >= 1-1e-6 {
			return 0
		}
		return max(0, (s-mean)/(1-mean))
	}
}

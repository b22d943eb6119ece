package knowledge

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// resultsWithoutVectors is over everything that the question file finds, as it
// was before there were vectors: passages, order, and every bit of score and
// confidence.
const resultsWithoutVectors = "626434999d986d49289126599bd3ddebf20afea81d8de98b3358d193b5dee227"

func TestWithoutVectorsNothingChanged(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	passages, list := questionFile(t)
	x := newIndex(passages, nil)
	if got := sumOf(x, append(list, unanswered(t)...), Options{}); got != resultsWithoutVectors {
		t.Errorf("the results are %s", got)
	}
}

// sumOf is a hash over all that the questions find.
func sumOf(x *Index, list []asked, o Options) string {
	h := sha256.New()
	for _, q := range list {
		for _, p := range x.Search(q.question, o) {
			h.Write([]byte(p.ID))
			_ = binary.Write(h, binary.BigEndian, []uint64{math.Float64bits(p.Score), math.Float64bits(p.Confidence)})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Vectors that are there but are not asked with, and a question's vector where
// the passages have none, change nothing either.
func TestVectorsThatDoNotTakePart(t *testing.T) {
	passages, list := questionFile(t)
	plain := newIndex(passages, nil)
	r := rand.New(rand.NewPCG(1, 1))
	with := plain.WithVectors(func([32]byte) (Vector, bool) { return NewVector(noise(r, 64)) })
	question, _ := NewVector(noise(r, 64))
	other, _ := NewVector(noise(r, 32))
	want := sumOf(plain, list, Options{})
	for name, got := range map[string]string{"no question": sumOf(with, list, Options{}), "no passages": sumOf(plain, list, Options{Vector: question, MeaningFloor: 0.1}),
		"other dimensions": sumOf(plain.WithVectors(func([32]byte) (Vector, bool) { return Vector{}, false }), list, Options{Vector: other, MeaningFloor: 0.1})} {
		if got != want {
			t.Errorf("%s: the results have changed", name)
		}
	}
	if with.Embedded() != len(passages) || plain.Embedded() != 0 || with.Size()-plain.Size() != int64(len(passages))*(64+96) {
		t.Errorf("%d and %d have vectors of %d bytes", with.Embedded(), plain.Embedded(), with.Size()-plain.Size())
	}
	if again := with.With(nil, nil, nil); again.Embedded() != 0 {
		t.Error("an index of other passages has vectors")
	}
}

func noise(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// A byte for each dimension keeps cosines within 0.01.
func TestVectorsAreExactEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	worst := 0.0
	for range 2000 {
		n := []int{64, 256, 384, 768, 1536, 3072}[r.IntN(6)]
		a, b := noise(r, n), noise(r, n)
		near := r.Float64()
		for i := range b {
			b[i] = float32(near)*a[i] + float32(1-near)*b[i]
		}
		if n > 64 && r.IntN(2) == 0 { // as some models have them
			a[3], b[3] = a[3]*20, b[3]*20
		}
		v, ok := NewVector(a)
		w, fine := NewVector(b)
		if !ok || !fine {
			t.Fatal("a vector was refused")
		}
		worst = max(worst, math.Abs(v.Similarity(w)-cosine(a, b)))
		if back, ok := ReadVector(v.Bytes()); !ok || !reflect.DeepEqual(back, v) {
			t.Fatal("a vector is read as another one")
		}
	}
	t.Logf("the worst error is %.4f", worst)
	if worst > 0.01 {
		t.Errorf("the worst error is %.4f", worst)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, bad := range [][]float32{nil, {}, {0, 0}, {1, nan}, {nan}, {inf, 1}, make([]float32, MaxDimensions+1)} {
		if v, ok := NewVector(bad); ok {
			t.Errorf("%v is a vector: %v", bad[:min(len(bad), 3)], v)
		}
	}
	for _, bad := range [][]byte{nil, {0, 0}, make([]byte, MaxDimensions+1)} {
		if _, ok := ReadVector(bad); ok {
			t.Errorf("%d bytes are a vector", len(bad))
		}
	}
	if a, _ := NewVector([]float32{1, 2}); a.Similarity(Vector{}) != 0 {
		t.Error("vectors of other dimensions are compared")
	}
}

// hotel is an index of few passages with the vectors that are given by id.
func hotel(vectors map[string][]float32) *Index {
	var list []Passage
	for id, text := range map[string]string{"a": "Refunds take five days.", "b": "Parking is free for guests.", "c": "The pool opens at nine.", "d": "Dogs are welcome."} {
		p := passage(id, "s", "", "", text, "en")
		p.Hash = [32]byte{id[0]}
		list = append(list, p)
	}
	return newIndex(list, nil).WithVectors(func(h [32]byte) (Vector, bool) { return NewVector(vectors[string(h[0])]) })
}

var corners = map[string][]float32{"a": {1, 0, 0, 0}, "b": {0, 1, 0, 0}, "c": {0, 0, 1, 0}, "d": {0, 0, 0, 1}}

func TestMeaningFindsWhatWordsDoNot(t *testing.T) {
	near, _ := NewVector([]float32{1, 0.1, 0.1, 0.1})
	const question = "xylophone"
	x := hotel(corners)
	if got := x.Search(question, Options{}); len(got) > 0 {
		t.Fatalf("words find %+v", got)
	}
	got := x.Search(question, Options{Vector: near, MeaningFloor: 0.5})
	if len(got) != 1 || got[0].ID != "a" || !got[0].ByMeaning || got[0].Confidence != 0 || got[0].VectorRank != 1 || got[0].WordRank != 0 || !Confident(got) || len(Evidence(got)) != 1 {
		t.Errorf("meaning finds %+v", got)
	}
	// Where it may not be evidence it is found all the same.
	if got := x.Search(question, Options{Vector: near}); len(got) != 1 || got[0].ByMeaning || Confident(got) {
		t.Errorf("without a floor %+v", got)
	}
	if got := x.Search(question, Options{Vector: near, MeaningFloor: 0.5, Sources: []string{"another"}}); len(got) > 0 {
		t.Errorf("another source has %+v", got)
	}
	// What is as near to everything is near to nothing.
	if even, _ := NewVector([]float32{1, 1, 1, 1}); len(x.Search(question, Options{Vector: even, MeaningFloor: 0.1})) > 0 {
		t.Error("a question about everything found something")
	}
	// A single passage, and passages that all say the same, stand above no mean.
	if got := hotel(map[string][]float32{"a": corners["a"]}).Search(question, Options{Vector: near, MeaningFloor: 0.1}); len(got) > 0 {
		t.Errorf("one passage is %+v", got)
	}
	same := map[string][]float32{"a": {1, 1, 1, 1}, "b": {1, 1, 1, 1}, "c": {1, 1, 1, 1}}
	if even, _ := NewVector([]float32{1, 1, 1, 1}); len(hotel(same).Search(question, Options{Vector: even, MeaningFloor: 0.1})) > 0 {
		t.Error("one of equal passages is evidence")
	}
}

// Both lists count: what is first in both is first, what words find best stays
// in, and what has no vector yet is not pushed back by those that have one.
func TestFusion(t *testing.T) {
	question := "is parking free"
	away, _ := NewVector([]float32{1, 0, 0, 0})
	got := hotel(corners).Search(question, Options{Vector: away, Limit: 1})
	if len(got) != 1 || got[0].ID != "b" || got[0].WordRank != 1 || got[0].VectorRank != 0 || got[0].Confidence == 0 {
		t.Errorf("the best by words went: %+v", got)
	}
	toPool, _ := NewVector([]float32{0, 0.8, 0.2, 0})
	if got := hotel(corners).Search(question, Options{Vector: toPool}); got[0].ID != "b" || got[0].WordRank != 1 || got[0].VectorRank != 1 || got[0].Similarity < 0.9 || got[0].Lift < 0.5 {
		t.Errorf("found %+v", got)
	}
	part := map[string][]float32{"a": corners["a"], "c": corners["c"], "d": corners["d"]}
	if got := hotel(part).Search(question, Options{Vector: away}); got[0].ID != "b" || got[0].Similarity != 0 || got[1].ID != "a" {
		t.Errorf("what has no vector yet: %+v", got)
	}
}

// How a fusion with a model would do that tells a question's passage from the
// others more or less well. The vectors are made up: this measures the fusion,
// and no model. A model that tells nothing does no harm.
func TestFusionByQualityOfTheModel(t *testing.T) {
	passages, list := questionFile(t)
	none := unanswered(t)
	const dimensions = 384
	for _, m := range []struct {
		name                string
		common, right       float32 // what all texts have in common, and a question with its passage
		five, ev, falseMost float64
	}{
		{"tells nothing", 0, 0, 0.95, 0.87, 0.14},
		{"tells nothing, all alike", 1.5, 0, 0.95, 0.87, 0.14},
		{"tells some", 0.5, 0.5, 0.95, 0.87, 0.14},
		{"tells well", 0.5, 1.2, 0.99, 0.95, 0.14},
		{"tells well, all alike", 1.5, 1.2, 0.97, 0.9, 0.14},
	} {
		r := rand.New(rand.NewPCG(7, 7))
		base := noise(r, dimensions)
		blend := func(own []float32, passage []float32) []float32 {
			out := make([]float32, dimensions)
			for i := range out {
				out[i] = own[i] + m.common*base[i]
				if passage != nil {
					out[i] += m.right * passage[i]
				}
			}
			return out
		}
		own := map[string][]float32{}
		vectors := map[[32]byte]Vector{}
		for _, p := range passages {
			own[p.ID] = noise(r, dimensions)
			vectors[p.Hash], _ = NewVector(blend(own[p.ID], nil))
		}
		x := newIndex(passages, nil).WithVectors(func(h [32]byte) (Vector, bool) { v, ok := vectors[h]; return v, ok })
		s, s0 := score{}, score{}
		for _, q := range append(list, none...) {
			if q.tune {
				continue
			}
			v, _ := NewVector(blend(noise(r, dimensions), own[q.want]))
			found := x.Search(q.question, Options{Limit: 5, Vector: v, MeaningFloor: 0.5})
			into := &s
			if q.want == "" {
				into = &s0
			}
			into.all++
			switch slices.IndexFunc(found, func(p Passage) bool { return p.ID == q.want }) {
			case 0:
				into.first++
				fallthrough
			case 1, 2, 3, 4:
				into.five++
			}
			if Confident(found) {
				into.evidence++
			}
		}
		t.Logf("%-26s first %.3f, among five %.3f, taken for evidence %.3f; of what nothing answers %.3f", m.name, s.of(s.first), s.of(s.five), s.of(s.evidence), s0.of(s0.evidence))
		if s.of(s.five) < m.five || s.of(s.evidence) < m.ev || s0.of(s0.evidence) > m.falseMost {
			t.Errorf("%s: worse than before", m.name)
		}
	}
}

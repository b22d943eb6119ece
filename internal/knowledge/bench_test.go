package knowledge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// manyPassages are n passages of about 170 words in seven languages: sentences of
// the question file, and between them words of a large vocabulary, common and
// rare as in real texts.
func manyPassages(tb testing.TB, n int) []Passage {
	base, _ := questionFile(tb)
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 8, 60_000)
	syllables := strings.Fields("ba ke lo mi nu ra se ti vo zan pel dor gim hask fen tal wor")
	word := func() string {
		k := zipf.Uint64() + 17
		var b strings.Builder
		for ; k > 0; k /= 17 {
			b.WriteString(syllables[k%17])
		}
		return b.String()
	}
	out := make([]Passage, n)
	for i := range out {
		p := base[i%len(base)]
		text := []string{p.Text}
		for range 100 {
			text = append(text, word())
		}
		other := base[r.IntN(len(base))]
		if other.Language == p.Language {
			text = append(text, other.Text)
		}
		out[i] = Passage{ID: fmt.Sprintf("psg_%026d", i), SourceID: fmt.Sprintf("kns_%026d", i/20), Title: fmt.Sprint(p.Title, " ", i), Text: strings.Join(text, " "), Language: p.Language}
	}
	return out
}

// BenchmarkSearch prints how long a search over 10,000 passages takes and how
// much memory their index has.
func BenchmarkSearch(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	x := newIndex(manyPassages(b, 10_000), nil)
	build := time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	_, questions := questionFile(b)
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		x.Search(questions[i%len(questions)].question, Options{})
		took = append(took, time.Since(began))
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[min(int(math.Ceil(q*float64(len(took)))), len(took)-1)].Microseconds()) / 1000
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB")
	b.ReportMetric(float64(x.Size())/(1<<20), "estimated-MiB")
	b.ReportMetric(float64(len(x.names)), "words")
	b.ReportMetric(build.Seconds(), "build-s")
	runtime.KeepAlive(x)
}

// BenchmarkWith prints how long it takes to follow the edit of one passage.
func BenchmarkWith(b *testing.B) {
	list := manyPassages(b, 10_000)
	x := newIndex(list, nil)
	b.ResetTimer()
	for i := range b.N {
		p := list[i%len(list)]
		p.Text += " edited"
		x = x.With([]Passage{p}, nil, nil)
	}
}

// BenchmarkSearchWithVectors prints what vectors of 1,024 dimensions add to a
// search over 10,000 passages, in time and memory.
func BenchmarkSearchWithVectors(b *testing.B) {
	plain := newIndex(manyPassages(b, 10_000), nil)
	r := rand.New(rand.NewPCG(3, 3))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := map[[32]byte]Vector{}
	for i, d := range plain.docs {
		d.Hash = [32]byte{byte(i), byte(i >> 8)}
		kept[d.Hash], _ = NewVector(noise(r, 1024))
	}
	x := plain.WithVectors(func(h [32]byte) (Vector, bool) { v, ok := kept[h]; return v, ok })
	runtime.GC()
	runtime.ReadMemStats(&after)
	question, _ := NewVector(noise(r, 1024))
	_, questions := questionFile(b)
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		x.Search(questions[i%len(questions)].question, Options{Vector: question, MeaningFloor: 0.5})
		took = append(took, time.Since(began))
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[min(int(math.Ceil(q*float64(len(took)))), len(took)-1)].Microseconds()) / 1000
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-added")
	b.ReportMetric(float64(x.Size()-plain.Size())/(1<<20), "estimated-MiB")
	runtime.KeepAlive(kept)
	runtime.KeepAlive(plain)
}

package crm

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Times are counted in bins, each 4 % wider than the one before: what a bin stands for
// is at most 2 % off what is in it. Bin 0 has what took less than a second.
const (
	binWidth   = 1.04
	firstBin   = float64(time.Second / time.Millisecond)
	lastBin    = 500 // some nine years
	TimesError = 0.02
)

// Histogram counts times by bins. Histograms of parts sum to that of the whole.
type Histogram map[int]int64

// binOf is where a time belongs, in milliseconds.
func binOf(ms int64) int {
	if float64(ms) < firstBin {
		return 0
	}
	return min(1+int(math.Log(float64(ms)/firstBin)/math.Log(binWidth)), lastBin)
}

// binValue is the time that a bin stands for, in milliseconds.
func binValue(bin int) int64 {
	if bin == 0 {
		return int64(firstBin / 2)
	}
	return int64(math.Round(firstBin * math.Pow(binWidth, float64(bin)-0.5)))
}

// Count adds a time, in milliseconds, n times.
func (h Histogram) Count(ms, n int64) { h.increase(binOf(ms), n) }

// Add adds another histogram.
func (h Histogram) Add(o Histogram) {
	for bin, n := range o {
		h.increase(bin, n)
	}
}

func (h Histogram) increase(bin int, n int64) {
	if h[bin] += n; h[bin] == 0 {
		delete(h, bin)
	}
}

// Percentile is the time within which a part of all was done, from 0 to 1, in
// milliseconds; at most 2 % off from one second on. 0 where there is nothing.
func (h Histogram) Percentile(part float64) int64 {
	all := int64(0)
	for _, n := range h {
		all += n
	}
	rank := max(int64(math.Ceil(part*float64(all))), 1)
	for _, bin := range slices.Sorted(maps.Keys(h)) {
		if rank -= h[bin]; rank <= 0 {
			return binValue(bin)
		}
	}
	return 0
}

// String is the form in which a histogram is stored: its bins in order, each as the
// distance from the one before, with its count after a colon.
func (h Histogram) String() string {
	var b strings.Builder
	last := 0
	for _, bin := range slices.Sorted(maps.Keys(h)) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(bin - last))
		if h[bin] != 1 {
			b.WriteByte(':')
			b.WriteString(strconv.FormatInt(h[bin], 10))
		}
		last = bin
	}
	return b.String()
}

// AddText adds what String wrote.
func (h Histogram) AddText(text string) error {
	last := 0
	for text != "" {
		var item string
		item, text, _ = strings.Cut(text, " ")
		distance, count, counted := strings.Cut(item, ":")
		step, err := strconv.Atoi(distance)
		n := int64(1)
		if err == nil && counted {
			n, err = strconv.ParseInt(count, 10, 64)
		}
		if err != nil {
			return fmt.Errorf("crm: %q is no histogram", item)
		}
		last += step
		h.increase(last, n)
	}
	return nil
}

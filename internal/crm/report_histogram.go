package crm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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

// Histogram counts times by bins, without empty ones at its end. Histograms of parts sum
// to that of the whole.
type Histogram []int64

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
func (h *Histogram) Count(ms, n int64) { h.increase(binOf(ms), n) }

// Add adds another histogram.
func (h *Histogram) Add(o Histogram) {
	for bin, n := range o {
		if n != 0 {
			h.increase(bin, n)
		}
	}
}

func (h *Histogram) increase(bin int, n int64) {
	if bin >= len(*h) {
		*h = slices.Grow(*h, bin+1-len(*h))[:bin+1]
	}
	(*h)[bin] += n
	for last := len(*h); last > 0 && (*h)[last-1] == 0; last-- {
		*h = (*h)[:last-1]
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
	for bin, n := range h {
		if rank -= n; rank <= 0 {
			return binValue(bin)
		}
	}
	return 0
}

// String is the form in which a histogram is stored: its bins in order, each as the
// distance from the one before, with its count after a colon unless that is one.
func (h Histogram) String() string {
	var b []byte
	last := 0
	for bin, n := range h {
		if n == 0 {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(bin-last), 10)
		if n != 1 {
			b = strconv.AppendInt(append(b, ':'), n, 10)
		}
		last = bin
	}
	return string(b)
}

// AddText adds what String wrote.
func (h *Histogram) AddText(text string) error {
	bin, at := int64(0), 0
	for at < len(text) {
		step, n, next, ok := readBin(text, at)
		if bin += step; !ok || bin < 0 || bin > lastBin {
			return fmt.Errorf("crm: %q is no histogram", text)
		}
		h.increase(int(bin), n)
		at = next
	}
	return nil
}

// readBin reads a bin of a text, and where the next one begins.
func readBin(text string, at int) (step, n int64, next int, ok bool) {
	var part [2]int64
	sign, which, digits := int64(1), 0, 0
	for ; at < len(text) && text[at] != ' '; at++ {
		switch c := text[at]; {
		case c == ':' && which == 0 && digits > 0:
			which, digits = 1, 0
		case c == '-' && which == 1 && digits == 0:
			sign = -1
		case c >= '0' && c <= '9' && digits < 18:
			part[which], digits = 10*part[which]+int64(c-'0'), digits+1
		default:
			return 0, 0, at, false
		}
	}
	if n = sign * part[1]; which == 0 {
		n = 1
	}
	return part[0], n, at + 1, digits > 0
}

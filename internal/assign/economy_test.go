package assign

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/rates"
)

// contactOf is somebody who waits in the simulated queue, and where their number is.
type contactOf struct {
	Queued
	phone string
	takes time.Duration // to answer
}

// busyDay are the contacts of a day on which more write than people can answer at once.
// Of every four an assistant hands one off that had answered yesterday, so that much of
// the window has passed when they begin to wait.
func busyDay(seed uint64, start time.Time) (out []contactOf) {
	r := rand.New(rand.NewPCG(seed, 84))
	phones := []string{"+4915112345678", "+14155550123", "+919876543210", "+5511987654321", "+48512345678"}
	for at := time.Duration(0); at < 8*time.Hour; at += time.Duration(r.ExpFloat64() * float64(70*time.Second)) {
		since := start.Add(at)
		c := contactOf{phone: phones[r.IntN(len(phones))], takes: 4*time.Minute + time.Duration(r.IntN(240))*time.Second}
		wrote := since
		if r.IntN(4) == 0 {
			wrote = since.Add(-20*time.Hour - time.Duration(r.IntN(3*60+30))*time.Minute)
		}
		c.ConversationID, c.Priority = fmt.Sprintf("cnv_%04d", len(out)), crm.PriorityNormal
		c.WaitingSince, c.ClosesAt = since.UnixMilli(), wrote.Add(crm.WindowLength).UnixMilli()
		out = append(out, c)
	}
	return out
}

// outcome is what a day of a queue came to.
type outcome struct {
	lost    int // windows that closed before anybody was free
	longest time.Duration
	cost    crm.PriceSum // of a utility template to each of them
	markets map[string]int
}

// work lets so many people answer all contacts of a day, in the order of the queue, on a
// clock of its own.
func work(day []contactOf, people int, order Ageing) (out outcome) {
	out.markets = map[string]int{}
	free := make([]int64, people)
	var line []contactOf
	for next := 0; next < len(day) || len(line) > 0; {
		who := slices.Index(free, slices.Min(free))
		if len(line) == 0 {
			free[who] = max(free[who], day[next].WaitingSince)
		}
		for ; next < len(day) && day[next].WaitingSince <= free[who]; next++ {
			line = append(line, day[next])
		}
		first := 0
		for i := range line {
			if order.Compare(line[i].Queued, line[first].Queued) < 0 {
				first = i
			}
		}
		c, now := line[first], free[who]
		line = slices.Delete(line, first, first+1)
		free[who] = now + c.takes.Milliseconds()
		out.longest = max(out.longest, time.Duration(now-c.WaitingSince)*time.Millisecond)
		if now >= c.ClosesAt {
			at := time.UnixMilli(now)
			out.lost++
			out.cost.Add(rates.Listed().Templates(c.phone, "USD", at).Utility)
			out.markets[rates.Listed().Market(c.phone, at)]++
		}
	}
	return out
}

// With the same contacts and the same people, fewer windows close before the answer when
// the queue goes by them, and templates cost less. Nobody waits longer for that than the
// boost says.
func TestTheWindowBoostSavesTemplates(t *testing.T) {
	fifo := Ageing{Boost: DefaultAgeing.Boost}
	start := time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)
	var lost [2]int
	var paid [2]int64
	for seed := range uint64(20) {
		day := busyDay(seed, start)
		without, with := work(day, 4, fifo), work(day, 4, DefaultAgeing)
		if with.lost > without.lost {
			t.Errorf("day %d: %d windows are lost with the boost, %d without", seed, with.lost, without.lost)
		}
		if with.longest > without.longest+DefaultAgeing.Window {
			t.Errorf("day %d: somebody waits %v, without the boost at most %v", seed, with.longest, without.longest)
		}
		for i, of := range []outcome{without, with} {
			lost[i] += of.lost
			paid[i] += costOf(t, of)
		}
	}
	t.Logf("windows lost: %d without the boost, %d with it; templates %s and %s USD", lost[0], lost[1], crm.FormatMicros(paid[0]), crm.FormatMicros(paid[1]))
	if lost[0] < 100 || 2*lost[1] > lost[0] || paid[1] >= paid[0] {
		t.Errorf("the boost saves too little: %d of %d windows are lost, %d of %d paid", lost[1], lost[0], paid[1], paid[0])
	}
}

// costOf is what the templates of a day cost, in millionths, after it was added up in
// another way: by market, with fractions.
func costOf(t *testing.T, of outcome) (micros int64) {
	t.Helper()
	want, unknown := new(big.Rat), 0
	for market, n := range of.markets {
		price := map[string]string{"Germany": "0.0550", "North America": "0.0034", "India": "0.0014", "Brazil": "0.0068"}[market]
		if price == "" {
			unknown += n
			continue
		}
		each, _ := new(big.Rat).SetString(price)
		want.Add(want, each.Mul(each, big.NewRat(int64(n), 1)))
	}
	got := new(big.Rat)
	for _, sum := range of.cost.Sums {
		amount, _ := new(big.Rat).SetString(sum.Amount())
		got.Add(got, amount)
		micros += sum.Micros
	}
	if got.Cmp(want) != 0 || of.cost.Unknown != unknown {
		t.Errorf("%v costs %s and %d are unknown, want %s and %d", of.markets, got.FloatString(6), of.cost.Unknown, want.FloatString(6), unknown)
	}
	return micros
}

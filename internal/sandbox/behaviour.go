package sandbox

import "time"

const (
	// growthPause is after how long an account may reach more people (outbound.md 9.3).
	growthPause = 6 * time.Hour
	// Of the people that a number wrote to, so many at least, and such a part of them, block
	// it when its quality is medium or low. (The provider does not tell its figures.)
	mediumBlocks, mediumPercent = 5, 2
	lowBlocks, lowPercent       = 10, 5
)

// tierSteps are the tiers in the order in which an account climbs them.
var tierSteps = []string{"TIER_250", "TIER_2K", "TIER_10K", "TIER_100K", tierUnlimited}

// grow lets an account that has reached half of the people whom it may reach climb to the
// next tier some hours later, if people take its numbers well and it is verified. a.mu is
// held.
func grow(s *Server, a *account, most int) {
	if 2*len(a.business.reached) < most || a.business.growing {
		return
	}
	a.business.growing = true
	from := a.business.tier
	s.timers.after(growthPause, taskFunc(func() {
		well := true
		for _, p := range a.list() {
			p.mu.Lock()
			well = well && (p.state.quality == "" || p.state.quality == "GREEN" || p.state.quality == "UNKNOWN")
			p.mu.Unlock()
		}
		a.mu.Lock()
		a.business.growing = false
		well = well && a.business.verification == "" && a.business.tier == from
		a.mu.Unlock()
		if next := nextTier(from); well && next != "" {
			setTier(s, a, next)
		}
	}))
}

// nextTier is the first one that lets more people be reached; "" behind the last.
func nextTier(from string) string {
	for _, tier := range tierSteps {
		if n := tiers[tier]; n == 0 || n > tiers[from] {
			return tier
		}
	}
	return ""
}

// heardOf is what people do with the messages of a number.
type heardOf struct {
	people, blocks int
	quality        string // by them
}

// judgeBlocks moves the quality of each number that wrote to a customer who blocks it, or
// does so no more.
func judgeBlocks(s *Server, who *customer, change int) {
	numbers := map[*phone]bool{}
	for _, m := range who.messages() {
		numbers[m.from] = true
	}
	for p := range numbers {
		p.mu.Lock()
		h := &p.heard
		h.blocks = max(0, h.blocks+change)
		before := h.quality
		switch part := 100 * h.blocks; {
		case h.blocks >= lowBlocks && part >= lowPercent*h.people:
			h.quality = "RED"
		case h.blocks >= mediumBlocks && part >= mediumPercent*h.people:
			h.quality = "YELLOW"
		default:
			h.quality = "GREEN"
		}
		now := h.quality
		p.mu.Unlock()
		if now != before && (now != "GREEN" || before != "") {
			rate(s, p, now)
		}
	}
}

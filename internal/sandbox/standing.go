package sandbox

import (
	"strings"
	"time"
)

// standingBanned is the status of a number from which nothing is sent any more.
const standingBanned = "BANNED"

// Words with which the control API says how a number and its account stand
// (outbound.md 5.2, 6.1, 9.3).
var (
	qualities        = []string{"GREEN", "YELLOW", "RED", "UNKNOWN"}
	standings        = []string{"CONNECTED", "FLAGGED", "RESTRICTED", "RATE_LIMITED", standingBanned}
	accountStandings = []string{"ACTIVE", "DISABLED"}
	tiers            = map[string]int{"TIER_50": 50, "TIER_250": 250, "TIER_1K": 1000, "TIER_2K": 2000, "TIER_10K": 10_000, "TIER_100K": 100_000, tierUnlimited: 0}
)

const (
	tierUnlimited = "TIER_UNLIMITED"
	tierPeriod    = 24 * time.Hour
)

// status is the account's, as its node shows it.
func (b *business) status() string {
	if b.banned {
		return "DISABLED"
	}
	return "ACTIVE"
}

// limit is the tier of the account.
func (b *business) limit() string {
	if b.tier == "" {
		return tierUnlimited
	}
	return b.tier
}

// locked refuses what is sent from an account or a number that was banned.
func (p *phone) locked() *graphError {
	p.account.mu.RLock()
	banned := p.account.business.banned
	p.account.mu.RUnlock()
	if !banned {
		p.mu.Lock()
		banned = p.state.standing == standingBanned
		p.mu.Unlock()
	}
	if banned {
		return refuse(131031, "Business Account locked: the account or its phone number was disabled for a violation of the policies.")
	}
	return nil
}

// reach counts a customer whom the account writes to first, and reports whether its tier
// has room for them (outbound.md 9.3).
func (a *account) reach(s *Server, who *customer, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	most := tiers[a.business.tier]
	if most == 0 {
		return true
	}
	if at, known := a.business.reached[who]; known && now.Sub(at) < tierPeriod {
		return true
	}
	if len(a.business.reached) >= most {
		for earlier, at := range a.business.reached {
			if now.Sub(at) >= tierPeriod {
				delete(a.business.reached, earlier)
			}
		}
	}
	if len(a.business.reached) >= most {
		return false
	}
	if a.business.reached == nil {
		a.business.reached = map[*customer]time.Time{}
	}
	a.business.reached[who] = now
	grow(s, a, most)
	return true
}

// rate gives a number a quality, and tells of one that is low, or is not any more.
func rate(s *Server, p *phone, quality string) {
	p.mu.Lock()
	before := p.state.quality
	p.state.quality = quality
	p.mu.Unlock()
	event := ""
	switch {
	case quality == "RED" && before != "RED":
		event = "FLAGGED"
	case quality != "RED" && before == "RED":
		event = "UNFLAGGED"
	default:
		return
	}
	p.account.mu.RLock()
	tier := p.account.business.limit()
	p.account.mu.RUnlock()
	tellAccount(s, p.account, "phone_number_quality_update", object{{"display_phone_number", p.number}, {"event", event}, {"current_limit", tier}})
}

// setTier says how many people an account may write to first in a day, and tells of it.
func setTier(s *Server, a *account, tier string) {
	a.mu.Lock()
	a.business.tier = tier
	if tiers[tier] == 0 {
		a.business.reached = nil
	}
	a.mu.Unlock()
	told := any(tier)
	if n := tiers[tier]; n > 0 {
		told = n
	}
	tellAccount(s, a, "business_capability_update", object{{"max_daily_conversations_per_business", told}, {"max_phone_numbers_per_business", a.maxNumbers()}})
}

// ban disables an account or reinstates it, and tells of it.
func ban(s *Server, a *account, banned bool) {
	a.mu.Lock()
	changed := a.business.banned != banned
	a.business.banned = banned
	a.mu.Unlock()
	state := map[bool]string{true: "DISABLE", false: "REINSTATE"}[banned]
	if changed {
		tellAccount(s, a, "account_update", object{{"event", "DISABLED_UPDATE"}, {"ban_info", object{{"waba_ban_state", state}, {"waba_ban_date", s.Now().UTC().Format("January 2, 2006")}}}})
	}
}

// stand gives a number a status; CONNECTED ends one that it was given.
func (p *phone) stand(status string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.standing = status; status == "CONNECTED" {
		p.state.standing = ""
	}
}

// maxNumbers is how many numbers an account has room for: few, until the provider knows
// who the business is (outbound.md 5.1).
func (a *account) maxNumbers() int {
	if a.isVerified() {
		return 20
	}
	return 2
}

// listedInAnyCase is listed for words that may be written in small letters, too.
func listedInAnyCase(field string, value *string, list []string) *badInput {
	if value != nil {
		*value = strings.ToUpper(*value)
	}
	return listed(field, value, list)
}

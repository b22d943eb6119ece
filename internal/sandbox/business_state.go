package sandbox

import (
	"slices"
	"time"
)

// business is what the provider knows of the business behind an account; account.mu
// guards it.
type business struct {
	verification string                  // empty for verified
	review       string                  // of the account; empty for approved
	unpaid       bool                    // no payment method is attached
	banned       bool                    // the account is disabled
	tier         string                  // how many people it may write to first in a day; empty for any number
	reached      map[*customer]time.Time // customers whom it wrote to first, while there is a tier
	growing      bool                    // to the next tier
}

var (
	verifications = []string{"not_verified", "pending", "pending_submission", "pending_need_more_info", "verified", "rejected", "failed", "expired", "revoked", "ineligible"}
	reviews       = []string{"PENDING", "APPROVED", "REJECTED", "DEFERRED"}
)

// members are the fields of an account that say how its business stands.
func (b *business) members() object {
	verification, review, funding := b.verification, b.review, "500000000000001"
	orString(&verification, "verified")
	orString(&review, statusApproved)
	if b.unpaid {
		funding = "0"
	}
	return object{{"business_verification_status", verification}, {"account_review_status", review}, {"primary_funding_id", funding}}
}

// isVerified reports whether the provider knows who the business is.
func (a *account) isVerified() bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.business.verification == "" || a.business.verification == "verified"
}

// isUnpaid reports whether no payment method is attached.
func (a *account) isUnpaid() bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.business.unpaid
}

// tokenState is what debug_token says of the one token.
type tokenState struct {
	invalid bool
	kind    string
	scopes  []string
	expires time.Time // zero for never
}

// knownToken returns how one of the tokens stands: the first one, or one that was added.
func knownToken(s *Server, token string) (state *tokenState, known bool) {
	if token == s.cfg.Token {
		return s.tokenState.Load(), true
	}
	if v, ok := s.tokens.Load(token); ok {
		return v.(*tokenState), true
	}
	return nil, false
}

// maxTokens bounds the tokens that are added.
const maxTokens = 100

// neededScopes are what a token for this API needs.
var neededScopes = []string{"whatsapp_business_management", "whatsapp_business_messaging"}

// good reports whether the token may be used at a time.
func (t *tokenState) good(now time.Time) bool {
	return t == nil || !t.invalid && (t.expires.IsZero() || now.Before(t.expires))
}

// may reports whether the token has a permission.
func (t *tokenState) may(scope string) bool {
	return t == nil || t.scopes == nil || slices.Contains(t.scopes, scope)
}

func (t *tokenState) about() (kind string, scopes []string, expires int64) {
	kind, scopes = "SYSTEM_USER", neededScopes
	if t == nil {
		return kind, scopes, 0
	}
	if t.scopes != nil {
		scopes = slices.Clone(t.scopes)
	}
	orKeep(&kind, t.kind)
	if !t.expires.IsZero() {
		expires = t.expires.Unix()
	}
	return kind, scopes, expires
}

package sandbox

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// later runs do after a wait on the simulator's clock; at once where none is named.
func later(s *Server, after string, do func()) *badInput {
	if after == "" {
		do()
		return nil
	}
	d, err := time.ParseDuration(after)
	if err != nil || d <= 0 || d > 365*24*time.Hour {
		return &badInput{"after", `must be a positive duration like "48h"`}
	}
	s.timers.after(d, taskFunc(do))
	return nil
}

// listed reports a value that is not in a list; none is fine.
func listed(field string, value *string, list []string) *badInput {
	if value != nil && !slices.Contains(list, *value) {
		return &badInput{field, "must be one of " + strings.Join(list, ", ")}
	}
	return nil
}

func firstBad(list ...*badInput) *badInput {
	for _, bad := range list {
		if bad != nil {
			return bad
		}
	}
	return nil
}

// controlAccount is POST /_sandbox/accounts/{id}: the provider verifies a business,
// reviews an account, sees that it can pay, disables it, or limits whom it may write to.
func controlAccount(s *Server) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		var in struct {
			Verification *string `json:"businessVerification"`
			Review       *string `json:"review"`
			Payment      *bool   `json:"payment"`
			Status       *string `json:"status"`
			Tier         *string `json:"tier"`
			After        string  `json:"after"`
		}
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		a, _ := s.book.node(r.PathValue("id")).(*account)
		if a == nil {
			return nil, &badInput{"id", "must be the id of a messaging account"}
		}
		if bad := firstBad(listed("businessVerification", in.Verification, verifications), listed("review", in.Review, reviews),
			listedInAnyCase("status", in.Status, accountStandings), listedInAnyCase("tier", in.Tier, slices.Sorted(maps.Keys(tiers)))); bad != nil {
			return nil, bad
		}
		bad := later(s, in.After, func() {
			a.mu.Lock()
			set(&a.business.verification, in.Verification)
			set(&a.business.review, in.Review)
			if in.Payment != nil {
				a.business.unpaid = !*in.Payment
			}
			a.mu.Unlock()
			if in.Review != nil {
				tellAccount(s, a, "account_review_update", object{{"decision", *in.Review}})
			}
			if in.Status != nil {
				ban(s, a, *in.Status == "DISABLED")
			}
			if in.Tier != nil {
				setTier(s, a, *in.Tier)
			}
		})
		return map[string]any{"id": a.id, "after": in.After}, bad
	}
}

// controlNumber is POST /_sandbox/numbers/{own}: the provider decides on a display
// name or on the badge, rates a number or bans it, or somebody uses it on a phone.
func controlNumber(s *Server) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		var in struct {
			Name         *string `json:"name"`
			Reason       string  `json:"reason"`
			Badge        *string `json:"badge"`
			Verification *string `json:"verification"`
			OnApp        *bool   `json:"onApp"`
			Quality      *string `json:"quality"`
			Status       *string `json:"status"`
			After        string  `json:"after"`
		}
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		p := s.book.phone(r.PathValue("own"))
		if p == nil {
			return nil, &badInput{"own", "must name one of the business numbers, by number or id"}
		}
		if bad := firstBad(listed("name", in.Name, []string{statusApproved, statusDeclined, statusPending}), listed("badge", in.Badge, []string{"APPROVED", "REJECTED"}),
			listed("verification", in.Verification, []string{"VERIFIED", "NOT_VERIFIED", "EXPIRED"}),
			listedInAnyCase("quality", in.Quality, qualities), listedInAnyCase("status", in.Status, standings)); bad != nil {
			return nil, bad
		}
		bad := later(s, in.After, func() {
			p.mu.Lock()
			set(&p.state.onApp, in.OnApp)
			if v := in.Verification; v != nil {
				p.state.verified, p.state.expired = *v == "VERIFIED", *v == "EXPIRED"
			}
			p.mu.Unlock()
			if in.Name != nil {
				orString(&in.Reason, "NAME_FORMAT_UNACCEPTABLE")
				decideName(s, p, *in.Name, in.Reason)
			}
			if in.Badge != nil {
				decideBadge(s, p, *in.Badge)
			}
			if in.Quality != nil {
				rate(s, p, *in.Quality)
			}
			if in.Status != nil {
				p.stand(*in.Status)
			}
		})
		return map[string]any{"id": p.id, "after": in.After}, bad
	}
}

// controlToken is POST /_sandbox/token: what the provider says of the token, or of a
// further one, which is added.
func controlToken(s *Server) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		var in struct {
			Token     string   `json:"token"`
			Valid     *bool    `json:"valid"`
			Type      string   `json:"type"`
			Scopes    []string `json:"scopes"`
			ExpiresIn string   `json:"expiresIn"`
		}
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		next := &tokenState{invalid: in.Valid != nil && !*in.Valid, kind: in.Type, scopes: in.Scopes}
		if in.ExpiresIn != "" {
			d, err := time.ParseDuration(in.ExpiresIn)
			if err != nil || d <= 0 {
				return nil, &badInput{"expiresIn", `must be a positive duration like "240h"`}
			}
			next.expires = s.Now().Add(d)
		}
		if bad := storeToken(s, in.Token, next); bad != nil {
			return nil, bad
		}
		kind, scopes, expires := next.about()
		return map[string]any{"valid": !next.invalid, "type": kind, "scopes": scopes, "expiresAt": expires}, nil
	}
}

// storeToken keeps how a token stands; "" is the first one.
func storeToken(s *Server, token string, state *tokenState) *badInput {
	if token == "" || token == s.cfg.Token {
		s.tokenState.Store(state)
		return nil
	}
	if len(token) > 200 {
		return &badInput{"token", "has at most 200 characters"}
	}
	n := 0
	s.tokens.Range(func(any, any) bool { n++; return n < maxTokens })
	if _, known := s.tokens.Load(token); !known && n >= maxTokens {
		return &badInput{"token", "no more than 100 tokens are kept"}
	}
	s.tokens.Store(token, state)
	return nil
}

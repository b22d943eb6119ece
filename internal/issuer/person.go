package issuer

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Bounds of what a provider says of a person.
const (
	maxSubject = 255 // OpenID Connect Core, 2
	maxName    = 100
	maxGroups  = 1000
	maxGroup   = 256
)

// read takes a person out of a token that was checked.
func read(token *oidc.IDToken, p Party, groupsClaim string) (Person, error) {
	var says struct {
		Party    string `json:"azp"`
		Email    string `json:"email"`
		Verified truth  `json:"email_verified"`
		Name     string `json:"name"`
	}
	if err := token.Claims(&says); err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	// The token may be meant for several; it must have been made for us.
	if says.Party != p.ClientID && (says.Party != "" || len(token.Audience) > 1) {
		return Person{}, fmt.Errorf("%w: it was made for another party", ErrToken)
	}
	if token.Subject == "" || len(token.Subject) > maxSubject {
		return Person{}, fmt.Errorf("%w: it has no usable subject", ErrToken)
	}
	out := Person{Issuer: p.Issuer, Subject: token.Subject, Email: strings.TrimSpace(says.Email), EmailVerified: bool(says.Verified), Name: cut(strings.TrimSpace(says.Name), maxName)}
	if groupsClaim != "" {
		var all map[string]json.RawMessage
		if err := token.Claims(&all); err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrToken, err)
		}
		out.Groups = groups(all[groupsClaim])
	}
	return out, nil
}

// truth reads true and, as some providers write it, "true".
type truth bool

// UnmarshalJSON takes nothing else for true.
func (t *truth) UnmarshalJSON(b []byte) error {
	*t = string(b) == `true` || string(b) == `"true"`
	return nil
}

// groups reads a list of texts, or one text.
func groups(raw json.RawMessage) (out []string) {
	var list []any
	if json.Unmarshal(raw, &list) != nil {
		var one any
		_ = json.Unmarshal(raw, &one)
		list = []any{one}
	}
	for _, g := range list {
		if text, ok := g.(string); ok && text != "" && len(text) <= maxGroup && len(out) < maxGroups {
			out = append(out, text)
		}
	}
	return out
}

// cut shortens a text to so many characters, and drops what is no text.
func cut(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

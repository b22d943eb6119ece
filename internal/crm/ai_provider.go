package crm

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// AIProvider is a language model behind an endpoint that a workspace uses. Its
// key is sealed and never shown.
type AIProvider struct {
	ID          string
	WorkspaceID string
	Name        string
	Kind        string // a wire: openai, anthropic or gemini
	BaseURL     string // with the version of the API; "" for the wire's own provider
	Model       string
	KeyHint     string // the last characters of the key; "" without one
	// Timeout bounds one call; 0 for the default.
	Timeout time.Duration
	// ContextTokens is how much the model takes; 0 when it is not known.
	ContextTokens int
	// Prices go before the table of prices; nil for the table.
	Prices *TokenPrices
	// Revision grows with every change of how the model is called.
	Revision             int64
	CreatedAt, UpdatedAt time.Time
}

// AIKinds are the wires of AI providers.
var AIKinds = []string{"openai", "anthropic", "gemini"}

// Bounds of AI providers.
const (
	MaxAIProviders   = 50
	MaxAITimeout     = 20 * time.Second
	minAITimeout     = time.Second
	maxAIName        = 100
	maxAIModel       = 200
	maxAIKey         = 4096
	maxContextTokens = 100_000_000
)

// TokenPrices is what a million tokens cost, in millionths of a US dollar.
type TokenPrices struct {
	Input       int64 `json:"input"`
	CachedInput int64 `json:"cachedInput"`
	CacheWrite  int64 `json:"cacheWrite"`
	Output      int64 `json:"output"`
}

// AICurrency is what AI providers publish their prices in.
const AICurrency = "USD"

var aiModel = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@+-]*$`)

// Validate adds every fault of a provider. The rules say which addresses the
// deployment lets through.
func (p *AIProvider) Validate(rules EndpointRules, f *Faults) {
	switch {
	case strings.TrimSpace(p.Name) == "":
		f.Add("/name", CodeRequired, "name is required: a display name for people.")
	case utf8.RuneCountInString(p.Name) > maxAIName:
		f.Add("/name", CodeTooLong, "name has at most %d characters.", maxAIName)
	}
	if !slices.Contains(AIKinds, p.Kind) {
		f.Add("/kind", CodeNotAllowed, "kind must be one of %s.", strings.Join(AIKinds, ", "))
	}
	switch {
	case p.Model == "":
		f.Add("/model", CodeRequired, "model is required: its name at the provider.")
	case len(p.Model) > maxAIModel || !aiModel.MatchString(p.Model):
		f.Add("/model", CodeParameterInvalid, "model may have at most %d letters, digits and . _ : / @ + -, and must begin with a letter or digit.", maxAIModel)
	}
	if p.BaseURL != "" {
		checkAIBaseURL(p.BaseURL, rules, f)
	}
	if p.Timeout != 0 && (p.Timeout < minAITimeout || p.Timeout > MaxAITimeout) {
		f.Add("/timeoutSeconds", CodeOutOfRange, "timeoutSeconds must be from %d to %d.", int(minAITimeout.Seconds()), int(MaxAITimeout.Seconds()))
	}
	if p.ContextTokens < 0 || p.ContextTokens > maxContextTokens {
		f.Add("/contextTokens", CodeOutOfRange, "contextTokens must be from 0 (unknown) to %d.", maxContextTokens)
	}
}

// checkAIBaseURL is CheckURL for servers of models: where the rules name
// addresses at all, one may be called by http, and the guard sees to it that
// only those are.
func checkAIBaseURL(raw string, rules EndpointRules, f *Faults) {
	if u, ok := strings.CutPrefix(raw, "http://"); ok && (rules.AllowLoopback || len(rules.AllowPrivate) > 0) {
		raw = "https://" + u
	}
	var found Faults
	CheckURL(raw, rules, &found)
	for _, e := range found.list {
		f.Add("/baseUrl", e.Code, "%s", strings.Replace(e.Detail, "url", "baseUrl", 1))
	}
}

// CheckAIKey adds the faults of an API key, which may be empty.
func CheckAIKey(key string, f *Faults) {
	if len(key) > maxAIKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		f.Add("/apiKey", CodeParameterInvalid, "apiKey may have at most %d visible ASCII characters and no spaces.", maxAIKey)
	}
}

// KeyHint is what is shown of a secret: its last four characters, of a long
// one only.
func KeyHint(key string) string {
	if key == "" {
		return ""
	}
	if len(key) < 16 {
		return "…"
	}
	return "…" + key[len(key)-4:]
}

var plainPrice = regexp.MustCompile(`^[0-9]{1,6}(\.[0-9]{1,6})?$`)

// ParseMicros reads an amount such as 2.50 as millionths. It is false for what
// is no such amount, or above 100,000.
func ParseMicros(text string) (int64, bool) {
	if !plainPrice.MatchString(text) {
		return 0, false
	}
	r, _ := new(big.Rat).SetString(text)
	r.Mul(r, big.NewRat(1_000_000, 1))
	n := r.Num().Int64()
	return n, n <= 100_000*1_000_000
}

// FormatMicros writes millionths as an amount with at least two places.
func FormatMicros(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	places := strings.TrimRight(fmt.Sprintf("%06d", n%1_000_000), "0")
	for len(places) < 2 {
		places += "0"
	}
	return fmt.Sprintf("%s%d.%s", sign, n/1_000_000, places)
}

// AIStanding is whether a provider is called, as the nodes share it: open,
// out_of_quota, misconfigured or closed. Each node also knows limits of its own.
type AIStanding struct {
	ProviderID string
	Revision   int64
	State      string
	Class      string
	Detail     string
	Since      time.Time
	Until      time.Time
	Level      int
}

package api_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// names gives volatile values names that stay the same from run to run: the
// first message is msg_#1, every time is 2026-….
type names struct {
	known   map[string]string
	count   map[string]int
	replace *strings.Replacer
}

func newNames() *names { return &names{known: map[string]string{}, count: map[string]int{}} }

// What must never stand in an example.
var (
	apiKeys        = regexp.MustCompile(`sk_(test|live)_[0-9A-Za-z]{49}`)
	linkTokens     = regexp.MustCompile(`token=[A-Za-z0-9_-]{40,}`)
	signingSecrets = regexp.MustCompile(`whsec_[A-Za-z0-9+/]{43}=`)
)

var volatile = []struct {
	find *regexp.Regexp
	kind func(string) string // "" keeps the whole as one name
}{
	// An object's name begins with the deployment that put it there.
	{regexp.MustCompile(`\b[0-9a-z]{16}_obj_[0-7][0-9a-hjkmnp-tv-z]{25}\b`), func(string) string { return "obj_" }},
	{regexp.MustCompile(`\bchg_[0-7][0-9a-hjkmnp-tv-z]{25}_\d+\b`), func(string) string { return "chg_" }},
	{regexp.MustCompile(`\b[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}\b`), func(s string) string { return s[:strings.IndexByte(s, '_')+1] }},
	{regexp.MustCompile(`\bp_[0-7][0-9a-hjkmnp-tv-z]{25}@people\.example\b`), func(string) string { return "person" }},
	{regexp.MustCompile(`wamid\.[A-Za-z0-9+/=]+`), func(string) string { return "wamid." }},
	{regexp.MustCompile(`\bcrm-verification=[A-Z2-7]{26}`), func(string) string { return "crm-verification=" }},
	{regexp.MustCompile(`\b[A-Z2-7]{13}R\b`), func(string) string { return "QR" }}, // as the simulator makes them
	{regexp.MustCompile(`\b[A-Z2-7]{32}\b`), func(string) string { return "secret" }},
	{regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`), func(string) string { return "bytes" }},
	{regexp.MustCompile(`^[A-Za-z0-9_-]{58}$`), func(string) string { return "handle" }},
	{regexp.MustCompile(`\bp_[0-7][0-9a-hjkmnp-tv-z]{25}%40people\.example\b`), func(string) string { return "person" }},
	{apiKeys, func(s string) string { return s[:8] }},
	{linkTokens, func(string) string { return "token=" }},
	{signingSecrets, func(string) string { return "whsec_" }},
	{regexp.MustCompile(`whpk_[A-Za-z0-9+/]{43}=`), func(string) string { return "whpk_" }},
	{regexp.MustCompile(`(?m)[0-9a-f]{64},[0-9a-f]{64}$`), func(string) string { return "hashes" }}, // of an act in a table
	{regexp.MustCompile(`\bwks_[0-9a-f]{16}\b`), func(string) string { return "wks_" }},
}

var (
	moment   = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	second   = regexp.MustCompile(`"timestamp":\d{10}`) // in a text that holds JSON
	plainDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	loopback = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	// fleeting are the fields whose values mean nothing to a reader.
	fleeting = []string{"lastFour", "applicationServerKey", "lastUsedAt", "lastUsedFrom", "timestamp", "decided_at", "nextCursor", "fbtraceId", "userId", "user_id", "from_user_id", "tokenHint", "token_hint", "rowsPerSecond", "secondsLeft",
		"latencyMs", "latencyP50Ms", "latencyP99Ms", "oldestAgeSeconds", "webhook-timestamp", "webhook-signature", "date",
		"latency_ms", "tookMs", "waitedMs", "usedMs", "snoozed_until", "due_at", "occurred_at", "priceVersion", "price_version", "recoveryCodes", "prevHash", "p50", "p99", "firstDay", "lastDay", "subject"}
)

// text names whatever is volatile in a string.
func (n *names) text(s string) string {
	for _, v := range volatile {
		s = v.find.ReplaceAllStringFunc(s, func(found string) string { return n.name(v.kind(found), found) })
	}
	s = second.ReplaceAllString(s, `"timestamp":…`)
	s = loopback.ReplaceAllString(moment.ReplaceAllString(s, "2026-…"), "127.0.0.1:0")
	return n.replace.Replace(s)
}

// name returns the name of a value, a new one at first sight. Requests are
// never seen twice, so they are not counted.
func (n *names) name(kind, value string) string {
	if kind == "req_" {
		return "req_#"
	}
	if n.known[value] == "" {
		n.count[kind]++
		n.known[value] = fmt.Sprintf("%s#%d", kind, n.count[kind])
	}
	return n.known[value]
}

// value names whatever is volatile in a JSON value. Objects are walked in the
// order of their keys, so that names come out the same.
func (n *names) value(field string, v any) any {
	switch v := v.(type) {
	case string:
		if field == "date" && plainDay.MatchString(v) || field == "opensAt" || field == "closesAt" { // of a calendar, which people set
			return v
		}
		if field == "day" && plainDay.MatchString(v) {
			return "…"
		}
		if slices.Contains(fleeting, field) && (v != "" || field == "lastUsedFrom") && !strings.HasPrefix(v, "US.1349") {
			return "…"
		}
		return n.text(v)
	case float64:
		if slices.Contains(fleeting, field) || field == "version" && v > 1e12 { // of a draft, which is a time
			return "…"
		}
	case nil:
		if field == "lastUsedAt" { // noted beside the request
			return "…"
		}
	case []any:
		switch {
		case len(v) > 0 && (field == "spans" || field == "cleared"):
			return "…"
		case len(v) > 0 && field == "waitedFor": // which of them are there goes by the millisecond
			return []any{map[string]any{"cause": "unassigned", "waitedMs": "…", "share": "…"}}
		}
		for i := range v {
			v[i] = n.value(field, v[i])
		}
	case map[string]any:
		if v["unit"] == "ms" { // a line of an evaluation's table
			v["draft"], v["live"], v["difference"] = "…", "…", "…"
		}
		if _, chained := v["prevHash"]; chained {
			v["hash"] = "…"
		}
		_, opens := v["opensAt"]
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if end, ok := v[key].(string); ok && key == "closesAt" && !opens { // of a window
				v[key] = n.text(end)
				continue
			}
			v[key] = n.value(key, v[key])
		}
	}
	return v
}

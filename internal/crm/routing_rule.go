package crm

import (
	"slices"
	"strconv"
	"strings"
)

const maxRuleKey = 40 // characters

// NewKey makes a key for a rule that is called so: unlike those of the others.
func (b RoutingBody) NewKey(name string) string {
	var key strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', key.Len() > 0 && r >= '0' && r <= '9':
			key.WriteRune(r)
		case key.Len() > 0 && !strings.HasSuffix(key.String(), "_"):
			key.WriteByte('_')
		}
	}
	base := strings.TrimRight(clipTo(key.String(), maxRuleKey-4), "_…")
	if base == "" {
		base = "rule"
	}
	taken := func(key string) bool {
		return slices.ContainsFunc(b.Rules, func(r RoutingRule) bool { return r.Key == key })
	}
	out := base
	for n := 2; taken(out); n++ {
		out = base + "_" + strconv.Itoa(n)
	}
	return out
}

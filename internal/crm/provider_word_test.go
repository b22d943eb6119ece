package crm

import "testing"

func TestKnownWord(t *testing.T) {
	for _, c := range []struct {
		list             []string
		word, want, none string
	}{
		{NumberStatuses, "rate_limited", "rate_limited", "rate_limited"},
		{NumberStatuses, "teleported", "unknown", "unknown"},
		{NumberQualities, "PURPLE", "UNKNOWN", "UNKNOWN"},
		{TemplateCategories, "", "UNKNOWN", ""},
	} {
		if got := KnownWord(c.list, c.word); got != c.want {
			t.Errorf("%q is %q", c.word, got)
		}
		if got := KnownWordIfAny(c.list, c.word); got != c.none {
			t.Errorf("%q is %q if there is any", c.word, got)
		}
	}
}

package account

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Of a body that nobody vouches for, hardly anything is remembered.
func TestClaimedNumbers(t *testing.T) {
	body := func(ids ...string) []byte {
		var changes []string
		for _, id := range ids {
			changes = append(changes, fmt.Sprintf(`{"value":{"metadata":{"phone_number_id":%q}}}`, id))
		}
		return []byte(`{"entry":[{"changes":[` + strings.Join(changes, ",") + `]}]}`)
	}
	if got := claimedNumbers(body(strings.Repeat("1", 1000), "106540352242922", "no number")); !slices.Equal(got, []string{"106540352242922"}) {
		t.Errorf("%.100q", got)
	}
	if got := claimedNumbers(body("1", "2", "3", "4", "5", "6", "7", "8", "9")); len(got) != 8 {
		t.Errorf("%q", got)
	}
	if got := claimedNumbers([]byte("no JSON")); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// Whoever looks, pages of a view have each conversation once, the latest activity first, as
// the whole view has them.
func TestPagesOfAViewAreInItsOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		x := newReachWorld(k, 34)
		type shown struct {
			ID         string
			ActivityAt time.Time
		}
		pages := func(key, view string, limit int) (all []shown) {
			for cursor := ""; ; {
				var page struct {
					Data       []shown
					NextCursor *string
				}
				k.Must(json.Unmarshal(x.must(http.MethodGet, fmt.Sprintf("/v1/conversations?view=%s&limit=%d%s", view, limit, cursor), key, nil).Body, &page))
				all = append(all, page.Data...)
				if page.NextCursor == nil {
					return all
				}
				cursor = "&cursor=" + *page.NextCursor
			}
		}
		for name, who := range x.actors {
			for _, view := range []string{"all", "unassigned", "closed", "needs_answer", "snoozed"} {
				whole := pages(who.key, view, 200)
				if len(whole) > 1 && whole[0].ActivityAt.IsZero() {
					t.Fatalf("%s, %s: no activity is told", name, view)
				}
				if !slices.IsSortedFunc(whole, func(a, b shown) int { return b.ActivityAt.Compare(a.ActivityAt) }) {
					t.Errorf("%s, %s: not in the order of activity: %+v", name, view, whole)
				}
				for _, limit := range []int{1, 4} {
					if got := pages(who.key, view, limit); !slices.Equal(got, whole) {
						t.Errorf("%s, %s in pages of %d: %+v, not %+v", name, view, limit, got, whole)
					}
				}
				if who.key == x.actors["teams"].key && len(whole) == 0 && view != "snoozed" {
					t.Errorf("%s has nothing", view)
				}
			}
		}
	})
}

package crm

import (
	"slices"
	"time"
)

// How often a contact may be asked for permission to call: once a day and
// twice a week (outbound.md 2.5).
const (
	callPermissionDay  = 24 * time.Hour
	CallPermissionWeek = 7 * 24 * time.Hour
)

// CheckCallPermission returns nil when a contact who was asked at these times
// may be asked again at a time, else an error that says after when.
func CheckCallPermission(asked []time.Time, at time.Time) error {
	asked = slices.DeleteFunc(asked, func(t time.Time) bool { return at.Sub(t) >= CallPermissionWeek })
	if len(asked) == 0 {
		return nil
	}
	slices.SortFunc(asked, time.Time.Compare)
	next := asked[len(asked)-1].Add(callPermissionDay)
	if len(asked) >= 2 {
		if week := asked[len(asked)-2].Add(CallPermissionWeek); week.After(next) {
			next = week
		}
	}
	if !next.After(at) {
		return nil
	}
	var f Faults
	f.Add("/interactive/type", CodeCallPermissionLimit,
		"A contact may be asked for permission to call once in 24 hours and twice in 7 days. Ask this contact again after %s.", next.UTC().Format(time.RFC3339))
	return f.Err()
}

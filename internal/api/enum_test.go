package api_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/api"
	"service.example/crm/internal/crm"
)

// The document names every value that a kind has, in the order of its list.
func TestEnumsAreWhole(t *testing.T) {
	for _, c := range []struct {
		of    any
		field string
		want  []string
	}{
		{api.ConversationTimelineEntry{}, "Kind", namesOf(crm.TimelineKinds)},
		{crm.Notification{}, "Kind", namesOf(crm.NotificationKinds)},
		{crm.NotificationChannels{}, "Kind", namesOf(crm.NotificationKinds)},
	} {
		f, _ := reflect.TypeOf(c.of).FieldByName(c.field)
		if got := strings.Split(f.Tag.Get("enum"), ","); !slices.Equal(got, c.want) {
			t.Errorf("%T.%s has the values %q, want %q", c.of, c.field, got, c.want)
		}
	}
}

func namesOf[T ~string](list []T) (out []string) {
	for _, v := range list {
		out = append(out, string(v))
	}
	return out
}

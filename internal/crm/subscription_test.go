package crm

import (
	"slices"
	"strings"
	"testing"
)

func TestPatternsSelect(t *testing.T) {
	for _, c := range []struct {
		p    EventPattern
		k    EventKind
		want bool
	}{
		{"*", EventMessagesUpsert, true}, {"*", "kind.of_later", true},
		{"*", EventAuditRecorded, false}, {"*", EventChargeRecorded, false}, {"charge.*", EventChargeRecorded, true}, {"charge.recorded", EventChargeRecorded, true},
		{"messages.*", EventMessagesUpsert, true}, {"messages.*", EventTemplateStatusUpdated, false}, {"messages.*", "messages_x.y", false},
		{"messages.upsert", EventMessagesUpsert, true}, {"messages.upsert", EventMessagesReceived, false}, {"", EventMessagesUpsert, false},
	} {
		if c.p.Selects(c.k) != c.want {
			t.Errorf("%q selects %q: %v", c.p, c.k, !c.want)
		}
	}
}

func TestSubscriptionMatches(t *testing.T) {
	all := Subscription{Events: []EventPattern{AllEvents}}
	limited := Subscription{Events: []EventPattern{AllEvents}, PhoneNumberIDs: []string{"num_1", "num_2"}}
	assisted := Subscription{Events: []EventPattern{"messages.*"}, AssistantIDs: []string{"ast_1"}}
	both := Subscription{Events: []EventPattern{AllEvents}, PhoneNumberIDs: []string{"num_1"}, AssistantIDs: []string{"ast_1"}}
	one, three := EventScope{PhoneNumberID: "num_1"}, EventScope{PhoneNumberID: "num_3"}
	for i, c := range []struct {
		s    Subscription
		k    EventKind
		of   EventScope
		want bool
	}{
		{all, EventMessagesUpsert, one, true}, {all, EventMessagesUpsert, EventScope{}, true}, {all, "kind.unknown", one, true},
		{limited, EventMessagesUpsert, one, true}, {limited, EventMessagesUpsert, EventScope{PhoneNumberID: "num_2"}, true},
		{limited, EventMessagesUpsert, three, false},
		// Belongs to a number by its kind, but has none: not one of these.
		{limited, EventMessagesStatusUpdated, EventScope{}, false},
		// Tells of the whole workspace.
		{limited, EventContactConsentUpdated, EventScope{}, true}, {limited, EventTemplateStatusUpdated, EventScope{}, true},
		{assisted, EventMessagesUpsert, EventScope{PhoneNumberID: "num_3", AssistantID: "ast_1"}, true},
		{assisted, EventMessagesUpsert, EventScope{PhoneNumberID: "num_3", AssistantID: "ast_2"}, false},
		{assisted, EventMessagesUpsert, one, false}, // nobody answered
		{assisted, EventMessagesReceived, one, true}, {assisted, EventPhoneNumberUpdated, one, false},
		{both, EventMessagesUpsert, EventScope{PhoneNumberID: "num_1", AssistantID: "ast_1"}, true},
		{both, EventMessagesUpsert, EventScope{PhoneNumberID: "num_2", AssistantID: "ast_1"}, false},
		{both, EventMessagesUpsert, EventScope{PhoneNumberID: "num_1", AssistantID: "ast_2"}, false},
		{Subscription{}, EventMessagesUpsert, one, false},
	} {
		if c.s.Matches(c.k, c.of) != c.want {
			t.Errorf("%d: %v of %v matches %v: %v", i, c.k, c.of, c.s, !c.want)
		}
	}
}

func TestEventScopeIsStored(t *testing.T) {
	for _, s := range []EventScope{{}, {PhoneNumberID: "num_1"}, {AssistantID: "ast_1"}, {PipelineID: "pip_1"},
		{"num_1", "", "pip_1"}, {"num_1", "ast_1", "pip_1"}, {"", "ast_1", "pip_1"}} {
		if got := ParseEventScope(s.String()); got != s {
			t.Errorf("%q is read as %v, not %v", s.String(), got, s)
		}
	}
	if (EventScope{}).String() != "" {
		t.Error("an event that belongs to nothing costs bytes")
	}
}

func TestCheckEvents(t *testing.T) {
	many := slices.Repeat([]EventPattern{AllEvents}, maxSubscriptionIDs+1)
	for _, c := range []struct {
		events []EventPattern
		want   []string
	}{
		{nil, []string{"/events"}}, {many, []string{"/events"}}, {[]EventPattern{"*"}, nil}, {EventPatterns(), nil},
		{[]EventPattern{"messages.upsert", "x", "*", "", "message*", "messages*", "x.*", ".*", "*.*", "messages.**", "messages.upsert.*"},
			[]string{"/events/1", "/events/3", "/events/4", "/events/5", "/events/6", "/events/7", "/events/8", "/events/9", "/events/10"}},
	} {
		var f Faults
		CheckEvents(c.events, &f)
		if got := pointers(&f); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.events, got, c.want)
		}
	}
}

func TestCheckSubscriptionIDs(t *testing.T) {
	fine := PrefixPhoneNumber + "_" + strings.Repeat("0", 26)
	for _, c := range []struct {
		ids  []string
		want []string
		fine []int
	}{
		{nil, nil, nil}, {[]string{fine}, nil, []int{0}},
		{[]string{"", fine, "ast" + fine[3:], "+15550001000"}, []string{"/phoneNumberIds/0", "/phoneNumberIds/2", "/phoneNumberIds/3"}, []int{1}},
		{slices.Repeat([]string{fine}, maxSubscriptionIDs+1), []string{"/phoneNumberIds"}, nil},
	} {
		var f Faults
		got := CheckSubscriptionIDs("phoneNumberIds", PrefixPhoneNumber, c.ids, &f)
		if !slices.Equal(got, c.fine) || !slices.Equal(pointers(&f), c.want) {
			t.Errorf("%v: %v and %v, want %v and %v", c.ids, got, pointers(&f), c.fine, c.want)
		}
	}
}

func pointers(f *Faults) (list []string) {
	for _, e := range f.list {
		list = append(list, e.Pointer)
	}
	return list
}

package whatsapp

import (
	"cmp"
	"fmt"
	"strings"

	"service.example/crm/internal/crm"
)

// GroupEvent tells something of a group: that it was made, changed or suspended,
// who came, left or asks to come (inbound.md 5).
type GroupEvent struct {
	Head
	Kind    string // the provider's word, such as group_settings_update
	GroupID string
	Person  string // of a request to join: digits or a user id; may be ""
	Request string // id of the request to join, else of the call that it answers; may be ""
	// Faults say what of a change failed; the rest of it took place.
	Faults []string
}

func groupEvent(head Head) (Item, string) {
	g := &GroupEvent{Head: head}
	for key, value := range members(head.Raw) {
		switch k := string(key); k {
		case "type":
			g.Kind = text(value)
		case "group_id":
			g.GroupID = text(value)
		case "wa_id", "user_id":
			g.Person = cmp.Or(g.Person, text(value))
		case "join_request_id":
			g.Request = text(value)
		case "request_id":
			g.Request = cmp.Or(g.Request, text(value))
		case "errors":
			g.fail("the change", value)
		case "profile_picture", "group_subject", "group_description":
			if succeeded := member(value, "update_successful"); succeeded != nil && !boolean(succeeded) {
				g.fail("the "+strings.ReplaceAll(strings.TrimPrefix(k, "group_"), "_", " "), member(value, "errors"))
			}
		case "failed_participants":
			for one := range elements(value) {
				g.fail("the participant "+clip(text(member(one, "input")), maxNumber), member(one, "errors"))
			}
		}
	}
	if g.Kind == "" {
		return nil, "the group event has no type"
	}
	return g, ""
}

func (g *GroupEvent) fail(what string, errors []byte) {
	if len(g.Faults) == maxErrors {
		return
	}
	var e crm.ProviderError
	for raw := range elements(errors) {
		e = providerError(raw)
		break
	}
	reason := strings.TrimSpace(fmt.Sprintf("%s %s", e.Title, e.Details))
	g.Faults = append(g.Faults, clip(fmt.Sprintf("%s: %d %s", what, e.Code, cmp.Or(reason, "without a reason")), maxNumber*4))
}

// DescribeItem names an item in a few words, for people: its field and what of it.
func DescribeItem(item Item) string {
	head := item.Common()
	kind := ""
	switch item := item.(type) {
	case *GroupEvent:
		kind = strings.TrimSpace(item.Kind + " of the group " + clip(item.GroupID, maxNumber))
		if item.Person != "" {
			kind += " by " + clip(item.Person, maxNumber)
		}
	case *AccountUpdate:
		kind = item.Event
	case *PhoneNumberUpdate:
		kind = strings.TrimSpace(item.Kind + " " + item.Event)
	case *Handover:
		kind = item.Type
	case *ContactSync:
		if item.Removed {
			kind = "remove"
		}
	case *SystemNotice:
		kind = "a notice " + item.Kind
	case *Other:
		kind = cmp.Or(text(member(item.Raw, "value", "event")), text(member(item.Raw, "type")), text(member(item.Raw, "action_type")))
		if item.Name != head.Field {
			kind = strings.TrimSpace(item.Name + " " + kind)
		}
	}
	return strings.TrimSpace(clip(head.Field, maxNumber) + " " + clip(kind, maxUserID))
}

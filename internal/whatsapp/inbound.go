package whatsapp

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/crm"
)

// Inbound is one webhook body, taken apart. Nothing within an entry is left
// out: what is not understood is an *Other.
type Inbound struct {
	Object string
	Items  []Item
}

// Item is one of
//   - *IncomingMessage, *SystemNotice, *StatusUpdate, *ValueError: the field messages
//   - *HistoryProgress: beside the messages of the field history
//   - *Echo, *HistoryMessage, *ContactSync: a number that is also used on a phone
//   - *Call, *UserPreference, *Handover, *GroupEvent
//   - *TemplateUpdate
//   - *AccountUpdate, *AccountReview, *AccountAlert, *CapabilityUpdate,
//     *PhoneNumberUpdate, *SecurityNotice
//   - *Other: everything else
type Item interface{ Common() *Head }

// Head is what every item has. Route by PhoneNumberID where it is given, by
// WABAID for templates and account fields (inbound.md 2); each is "" when it
// was absent.
type Head struct {
	WABAID        string
	PhoneNumberID string
	DisplayNumber string // as it came: digits, or formatted
	Field         string
	EntryTime     time.Time // zero for most messages
	// Raw is the item's own JSON. It shares memory with the parsed body.
	Raw json.RawMessage
}

// Common returns the head itself, so that every item has the method.
func (h *Head) Common() *Head { return h }

// ValueError is an error about a number or an account, not about a message.
type ValueError struct {
	Head
	Error crm.ProviderError
}

// Other is an item that is kept as it came: of a field that is not interpreted,
// or malformed, which Problem then says. Name is the field, or within the field
// messages the key that was found there.
type Other struct {
	Head
	Name    string
	Problem string
}

const (
	accountObject = "whatsapp_business_account"
	// maxItems is far above the 1000 updates that the provider puts into one
	// body; it keeps a hostile one from growing a hundredfold in memory.
	maxItems = 50_000
	maxIDs   = 1000
)

var errNotObject = errors.New("whatsapp: the webhook body is not a JSON object")

// Parse takes a webhook body apart: every entry, change and item, in the order
// in which they stand. The only error is a body that is not a JSON object; an
// odd item becomes an *Other and never spoils the rest (inbound.md 1.4).
func Parse(body []byte) (*Inbound, error) {
	if start := blank(body, 0); start >= len(body) || body[start] != '{' || !json.Valid(body) {
		return nil, errNotObject
	}
	in := &Inbound{Object: text(member(body, "object"))}
	for entry := range elements(member(body, "entry")) {
		in.entry(entry)
	}
	return in, nil
}

func (in *Inbound) entry(raw []byte) {
	head := Head{Raw: raw}
	var changes []byte
	for key, value := range members(raw) {
		switch string(key) {
		case "id":
			head.WABAID = text(value)
		case "time":
			head.EntryTime, _ = unix(value)
		case "changes":
			changes = value
		}
	}
	if in.Object != "" && in.Object != accountObject {
		in.other(head, in.Object, "the object is not "+accountObject)
		return
	}
	before := len(in.Items)
	for change := range elements(changes) {
		in.change(head, change)
	}
	if len(in.Items) == before {
		in.other(head, "entry", "the entry has no changes")
	}
}

func (in *Inbound) change(head Head, raw []byte) {
	var value []byte
	head.Raw = raw
	for key, part := range members(raw) {
		switch string(key) {
		case "field":
			head.Field = text(part)
		case "value":
			value = part
		}
	}
	head.PhoneNumberID, head.DisplayNumber = business(value)
	switch {
	case len(value) == 0 || value[0] != '{':
		in.other(head, head.Field, "the change has no value")
	case isTemplate(value):
		in.template(head, value)
	case head.Field == "messages" || head.Field == "" || head.Field == "smb_message_echoes":
		in.messages(head, value, false)
	case head.Field == "standby":
		in.messages(head, member(value, "standby"), true)
		in.beside(head, value, "standby")
	case head.Field == "history":
		in.history(head, value)
	case head.Field == "calls":
		in.calls(head, value)
	case head.Field == "user_preferences":
		in.list(head, member(value, "user_preferences"), userPreference)
		in.beside(head, value, "user_preferences")
	case groupFields[head.Field]:
		in.list(head, member(value, "groups"), groupEvent)
		in.beside(head, value, "groups")
	case head.Field == "user_id_update":
		in.userIDUpdates(head, value)
	case head.Field == "smb_app_state_sync":
		in.list(head, member(value, "state_sync"), contactSync)
		in.beside(head, value, "state_sync")
	default:
		if item := account(head, value); item != nil {
			in.add(item)
			return
		}
		in.other(head, head.Field, "")
	}
}

var groupFields = map[string]bool{"group_lifecycle_update": true, "group_participants_update": true, "group_settings_update": true,
	"group_status_update": true}

// list reads a value whose items stand under one key.
func (in *Inbound) list(head Head, part []byte, read func(Head) (Item, string)) {
	before := len(in.Items)
	in.each(head, head.Field, part, read)
	if len(in.Items) == before {
		in.other(head, head.Field, "the value has no items")
	}
}

// messages takes the field messages apart, whose value has messages, statuses,
// errors, any of them together, or something else. Echoes and what another app
// answers come in the same form.
func (in *Inbound) messages(head Head, value []byte, standby bool) {
	before := len(in.Items)
	people := newContacts(value)
	for key, part := range members(value) {
		switch string(key) {
		case "messages":
			in.each(head, "messages", part, func(h Head) (Item, string) { return incoming(h, people, standby) })
		case "message_echoes":
			in.each(head, "message_echoes", part, echo)
		case "statuses":
			in.each(head, "statuses", part, status)
		default:
			in.besideOne(head, string(key), part)
		}
	}
	if len(in.Items) == before {
		in.other(head, head.Field, "the value has no items")
	}
}

// beside reads what stands in a value beside the keys that its field reads.
func (in *Inbound) beside(head Head, value []byte, read ...string) {
	for key, part := range members(value) {
		if !slices.Contains(read, string(key)) {
			in.besideOne(head, string(key), part)
		}
	}
}

func (in *Inbound) besideOne(head Head, key string, part []byte) {
	switch key {
	case "metadata", "contacts", "messaging_product":
	case "errors":
		in.each(head, "errors", part, valueError)
	default:
		head.Raw = part
		in.other(head, key, "")
	}
}

func (in *Inbound) each(head Head, name string, list []byte, read func(Head) (Item, string)) {
	found := false
	for head.Raw = range elements(list) {
		found = true
		if item, problem := read(head); problem != "" {
			in.other(head, name, problem)
		} else {
			in.add(item)
		}
	}
	if !found && len(list) > 0 && string(list) != "[]" && string(list) != "null" {
		head.Raw = list
		in.other(head, name, "not a list")
	}
}

func (in *Inbound) other(head Head, name, problem string) {
	in.add(&Other{Head: head, Name: name, Problem: problem})
}

// add takes no more than maxItems and one item that says so.
func (in *Inbound) add(item Item) {
	if len(in.Items) == maxItems {
		item = &Other{Name: "body", Problem: "the body has too many items; the rest is not read"}
	}
	if len(in.Items) <= maxItems {
		in.Items = append(in.Items, item)
	}
}

func (in *Inbound) template(head Head, value []byte) {
	if t := templateUpdate(head, value); t.Kind != "" {
		in.add(t)
		return
	}
	in.other(head, head.Field, "")
}

func valueError(head Head) (Item, string) {
	if head.Raw[0] != '{' {
		return nil, "the error is not an object"
	}
	return &ValueError{Head: head, Error: providerError(head.Raw)}, ""
}

// PhoneNumberIDs returns the distinct phone number ids that a webhook body
// speaks of, at most 1000, or nil when it is not readable. It serves to find whose secret
// signs the body: until that is verified nothing of it may be believed, and
// afterwards only what belongs to the owner of that secret.
func PhoneNumberIDs(body []byte) []string {
	if !json.Valid(body) {
		return nil
	}
	var out []string
	seen := map[string]bool{"": true}
	for entry := range elements(member(body, "entry")) {
		for change := range elements(member(entry, "changes")) {
			id, _ := business(member(change, "value"))
			if !seen[id] && len(out) < maxIDs {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out
}

// business finds the business number that a value is about. Two fields have it
// elsewhere than in metadata (inbound.md 3.14, 5).
func business(value []byte) (id, display string) {
	for key, part := range members(value) {
		switch string(key) {
		case "metadata", "recipient", "phone_number_settings":
			if found := text(member(part, "phone_number_id")); found != "" {
				id = found
			}
			if found := text(member(part, "display_phone_number")); found != "" {
				display = found
			}
		case "display_phone_number":
			display = text(part)
		}
	}
	return id, display
}

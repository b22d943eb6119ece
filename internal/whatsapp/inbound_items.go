package whatsapp

import (
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// StatusUpdate tells how far a message of ours has come. Status is the
// provider's word; unknown ones occur and are to be ignored (inbound.md 4.1).
type StatusUpdate struct {
	Head
	ID              string // of the message, as its send answered
	Status          string
	Timestamp       time.Time
	BadTimestamp    bool   // Timestamp is zero: it was absent or no time
	RecipientID     string // digits, or the id of a group; "" where hidden
	RecipientUserID string
	RecipientType   string // group, else ""
	ParticipantID   string // who of the group, a number or a user id
	CallbackData    string // what the send gave as CallbackData
	TemplateID      string
	Charge          *crm.Charge
	Conversation    *Conversation
	Errors          []crm.ProviderError
}

// Conversation is the provider's billing conversation; current versions tell
// it only for free entry points (inbound.md 4.2).
type Conversation struct {
	ID        string
	Origin    string
	ExpiresAt time.Time // zero where not told
}

// status reads one status of a message. Statuses of payments and calls use the
// same list and words, failed among them, so they must not be taken for one.
func status(head Head) (Item, string) {
	s := &StatusUpdate{Head: head, BadTimestamp: true}
	kind, participant := "", ""
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "type":
			kind = text(value)
		case "recipient_participant_id", "participant_recipient_id":
			s.ParticipantID = text(value)
		case "recipient_participant_user_id":
			participant = text(value)
		default:
			s.set(string(key), value)
		}
	}
	s.ParticipantID = firstOf(s.ParticipantID, participant)
	switch {
	case kind == "call":
		return callStatus(head, noContacts)
	case kind != "" && kind != "message":
		return &Other{Head: head, Name: "status " + kind}, ""
	case s.ID == "" || s.Status == "":
		return nil, "the status has no id or no status"
	}
	if isUserID(s.RecipientID) {
		s.RecipientUserID, s.RecipientID = firstOf(s.RecipientUserID, s.RecipientID), ""
	}
	return s, ""
}

func (s *StatusUpdate) set(key string, value []byte) {
	switch key {
	case "id":
		s.ID = text(value)
	case "status":
		s.Status = text(value)
	case "timestamp":
		at, ok := unix(value)
		s.Timestamp, s.BadTimestamp = at, !ok
	case "recipient_id":
		s.RecipientID = text(value)
	case "recipient_user_id":
		s.RecipientUserID = text(value)
	case "recipient_type":
		s.RecipientType = text(value)
	case "biz_opaque_callback_data":
		s.CallbackData = text(value)
	case "template_id":
		s.TemplateID = text(value)
	case "pricing":
		s.Charge = charge(value)
	case "conversation":
		s.Conversation = conversation(value)
		if s.Charge == nil {
			s.Charge = charge(member(value, "pricing")) // so in groups
		}
	case "errors":
		s.Errors = providerErrors(value)
	}
}

func conversation(raw []byte) *Conversation {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	c := &Conversation{ID: text(member(raw, "id")), Origin: text(member(raw, "origin", "type"))}
	c.ExpiresAt, _ = unix(member(raw, "expiration_timestamp"))
	return c
}

// charge: billable is to be dropped by the provider; the type says the same.
func charge(raw []byte) *crm.Charge {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	c := &crm.Charge{}
	billable := false
	for key, value := range members(raw) {
		switch string(key) {
		case "billable":
			c.Billable, billable = boolean(value), true
		case "pricing_model":
			c.Model = text(value)
		case "type":
			c.Type = text(value)
		case "category":
			c.Category = text(value)
		}
	}
	if !billable {
		c.Billable = c.Type == "regular"
	}
	return c
}

// The errors of a value may be told of each of its items.
const (
	maxErrors    = 10
	maxErrorText = 2000 // bytes
)

func providerErrors(list []byte) []crm.ProviderError {
	var out []crm.ProviderError
	for raw := range elements(list) {
		if len(out) == maxErrors {
			break
		}
		out = append(out, providerError(raw))
	}
	return out
}

// providerError reads the shape that webhooks have, with the details at either
// of two places (inbound.md 6).
func providerError(raw []byte) crm.ProviderError {
	var e crm.ProviderError
	message := ""
	for key, value := range members(raw) {
		switch string(key) {
		case "code":
			e.Code, _ = strconv.Atoi(text(value))
		case "title":
			e.Title = text(value)
		case "message":
			message = text(value)
		case "details":
			e.Details = text(value)
		case "error_data":
			e.Details = firstOf(text(member(value, "details")), e.Details)
		}
	}
	e.Title, e.Details = clip(firstOf(e.Title, message), maxErrorText), clip(e.Details, maxErrorText)
	return e
}

// TemplateUpdate tells a change of a template. What an update does not speak
// of is "".
type TemplateUpdate struct {
	Head
	Kind       string // status, quality, components or category
	ProviderID string
	Name       string
	Language   string // with _, as in en_US
	Event      string // the provider's word of a status update
	Status     string // the same as our word, see TemplateStatus
	Reason     string
	Detail     string // what the provider says beyond the reason
	Quality    string // GREEN, YELLOW, RED or UNKNOWN
	Category   string // in force now
	// NextCategory is announced for about a day later (inbound.md 5).
	NextCategory   string
	NextCategoryAt time.Time // zero where not told
}

// isTemplate goes by the keys: samples of the provider have the wrong field.
func isTemplate(value []byte) bool {
	for key := range members(value) {
		if k := string(key); k == "message_template_id" || k == "message_template_name" {
			return true
		}
	}
	return false
}

func templateUpdate(head Head, value []byte) *TemplateUpdate {
	t := &TemplateUpdate{Head: head}
	for key, part := range members(value) {
		t.set(string(key), part)
	}
	if t.Kind == "" {
		t.Kind = kindOfField[head.Field]
	}
	return t
}

var kindOfField = map[string]string{"message_template_status_update": "status",
	"message_template_quality_update": "quality", "message_template_components_update": "components",
	"template_category_update": "category"}

func (t *TemplateUpdate) set(key string, part []byte) {
	switch key {
	case "message_template_id":
		t.ProviderID = text(part)
	case "message_template_name":
		t.Name = text(part)
	case "message_template_language":
		t.Language = strings.ReplaceAll(text(part), "-", "_")
	case "message_template_category":
		t.Category = text(part)
	case "event":
		t.Kind, t.Event, t.Status = "status", text(part), TemplateStatus(text(part))
	case "reason":
		t.Reason = reason(text(part))
	case "rejection_info":
		t.Detail = firstOf(text(member(part, "reason")), t.Detail)
	case "other_info":
		t.Detail = firstOf(text(member(part, "description")), t.Detail)
	case "new_quality_score":
		t.Kind, t.Quality = "quality", text(part)
	case "new_category":
		t.Kind, t.Category = "category", text(part)
	case "correct_category":
		t.Kind, t.NextCategory = "category", text(part)
	case "category_update_timestamp":
		t.NextCategoryAt, _ = unix(part)
	case "message_template_element":
		t.Kind = "components"
	}
}

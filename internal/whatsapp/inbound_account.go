package whatsapp

import (
	"strconv"
	"time"
)

// AccountUpdate is an event of the field account_update (inbound.md 5.1).
// Beyond Event every field may be "".
type AccountUpdate struct {
	Head
	Event         string // the provider's word, such as ACCOUNT_RESTRICTION
	PhoneNumber   string // as it came
	Country       string
	ViolationType string
	Remediation   string
	BanState      string // DISABLE, REINSTATE or SCHEDULE_FOR_DISABLE
	BanDate       string // as it came: "April 17, 2025"
	Restrictions  []AccountRestriction
	// DisconnectReason and DisconnectedBy say why a number left the platform.
	DisconnectReason, DisconnectedBy string
	// ClientWABAID is the account that a partner's event is about; the head
	// then names the partner's portfolio.
	ClientWABAID, OwnerBusinessID string
	PartnerAppID                  string // whom a partner's event is about, where told
}

// AccountRestriction is one thing that an account may not do.
type AccountRestriction struct {
	Type        string
	ExpiresAt   time.Time // zero where it does not end by itself
	Remediation string
}

// AccountReview is the decision of the field account_review_update.
type AccountReview struct {
	Head
	Decision string // APPROVED, REJECTED, PENDING or DEFERRED
}

// AccountAlert is the field account_alerts.
type AccountAlert struct {
	Head
	EntityType, EntityID                string
	Severity, Status, Type, Description string
}

// CapabilityUpdate is the field business_capability_update: what the business
// may do now. "" and 0 are not told.
type CapabilityUpdate struct {
	Head
	ConversationLimit string // per day, a number or a tier such as TIER_10K
	MaxPhoneNumbers   int
}

// PhoneNumberUpdate tells a change of a business number. Some come without the
// provider's id of the number: find it by the head's WABAID and DisplayNumber.
type PhoneNumberUpdate struct {
	Head
	Kind string // quality, name, username or settings
	// Event is the provider's word: of quality ONBOARDING, THROUGHPUT_UPGRADE,
	// FLAGGED, …; of name and username the decision or status.
	Event  string
	Limit  string // of quality: the messaging tier
	Name   string // the requested verified name, or the username
	Reason string // of a rejection
}

// SecurityNotice is the field security: somebody changed or asked to change the
// PIN of a number.
type SecurityNotice struct {
	Head
	Event     string // PIN_CHANGED, PIN_RESET_REQUEST or PIN_REQUEST_SUCCESS
	Requester string
}

// Handover tells that another app made this one the active speaker of a conversation, or took
// it (inbound.md 3.14).
type Handover struct {
	Head
	Type          string // control_passed, control_taken
	Phone         string // of the person; digits
	PreviousOwner string // app id
	Summary       string // of the conversation so far
}

// account reads the fields about accounts and numbers; nil for any other.
func account(head Head, value []byte) Item {
	get := func(path ...string) string { return text(member(value, path...)) }
	switch head.Field {
	case "account_update":
		return accountUpdate(head, value)
	case "account_review_update":
		return &AccountReview{Head: head, Decision: get("decision")}
	case "account_alerts":
		return &AccountAlert{Head: head, EntityType: get("entity_type"), EntityID: get("entity_id"),
			Severity: get("alert_info", "alert_severity"), Status: get("alert_info", "alert_status"),
			Type: get("alert_info", "alert_type"), Description: get("alert_info", "alert_description")}
	case "business_capability_update":
		phones, _ := strconv.Atoi(firstOf(get("max_phone_numbers_per_business"), get("max_phone_numbers_per_waba")))
		return &CapabilityUpdate{Head: head, MaxPhoneNumbers: phones,
			ConversationLimit: firstOf(get("max_daily_conversations_per_business"), get("max_daily_conversation_per_phone"))}
	case "phone_number_quality_update":
		return &PhoneNumberUpdate{Head: head, Kind: "quality", Event: get("event"),
			Limit: firstOf(get("max_daily_conversations_per_business"), get("current_limit"))}
	case "phone_number_name_update":
		return &PhoneNumberUpdate{Head: head, Kind: "name", Event: get("decision"), Name: get("requested_verified_name"),
			Reason: reason(get("rejection_reason"))}
	case "business_username_update", "phone_number_username_update":
		return &PhoneNumberUpdate{Head: head, Kind: "username", Event: firstOf(get("status"), get("decision")),
			Name: firstOf(get("username"), get("requested_username")), Reason: first(member(value, "rejection_reasons"))}
	case "account_settings_update":
		return &PhoneNumberUpdate{Head: head, Kind: "settings", Event: get("phone_number_settings", "calling", "status")}
	case "security":
		return &SecurityNotice{Head: head, Event: get("event"), Requester: get("requester")}
	case "messaging_handovers":
		h := &Handover{Head: head, Type: get("type"), PreviousOwner: firstOf(get("previous_owner_app_id"), get("control_passed", "previous_owner_app_id")),
			Summary: get("conversation_context", "summary", "text")}
		h.Phone, _ = person(get("sender", "phone_number"), "")
		return h
	}
	return nil
}

func accountUpdate(head Head, value []byte) Item {
	u := &AccountUpdate{Head: head}
	for key, part := range members(value) {
		switch string(key) {
		case "event":
			u.Event = text(part)
		case "phone_number":
			u.PhoneNumber = text(part)
		case "country":
			u.Country = text(part)
		case "violation_info":
			u.ViolationType, u.Remediation = text(member(part, "violation_type")), text(member(part, "remediation"))
		case "ban_info":
			state := member(part, "waba_ban_state")
			u.BanState, u.BanDate = firstOf(text(state), first(state)), text(member(part, "waba_ban_date"))
		case "restriction_info":
			for raw := range elements(part) {
				r := AccountRestriction{Type: text(member(raw, "restriction_type")), Remediation: text(member(raw, "remediation"))}
				r.ExpiresAt, _ = unix(member(raw, "expiration"))
				u.Restrictions = append(u.Restrictions, r)
			}
		case "disconnection_info":
			u.DisconnectReason, u.DisconnectedBy = text(member(part, "reason")), text(member(part, "initiated_by"))
		case "waba_info":
			u.ClientWABAID, u.OwnerBusinessID = text(member(part, "waba_id")), text(member(part, "owner_business_id"))
			u.PartnerAppID = text(member(part, "partner_app_id"))
		}
	}
	return u
}

// first returns the first text of a list.
func first(list []byte) string {
	for raw := range elements(list) {
		return text(raw)
	}
	return ""
}

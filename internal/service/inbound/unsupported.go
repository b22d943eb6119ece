package inbound

import (
	"context"
	"fmt"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// kinds bounds the names under which unsupported items are counted: others come
// from outside and are counted together.
var kinds = setOf("flows", "partner_solutions", "payment_configuration_update", "automatic_events", "group_lifecycle_update",
	"group_participants_update", "group_settings_update", "group_status_update", "user_actions", "user_preferences", "account_update",
	"account_review_update", "account_alerts", "account_settings_update", "business_capability_update", "phone_number_quality_update",
	"phone_number_name_update", "business_username_update", "phone_number_username_update", "security", "messaging_handovers",
	"tracking_events", "message_echoes", "consumer_profile", "business_status_update", "template_correct_category_detection",
	"user_id_update", "conversation_context", "smb_app_state_sync", "messages", "statuses", "status payment", "calls", "entry",
	"message", "message system", "message edit", "message poll", "message pool", "message button", "message interactive",
	"message interactive.product", "message ephemeral", "message unknown", "message voice", "message hsm", "message gif",
	"message poll_creation", "message poll_update", "message pin", "message keep_in_chat", "message link_preview", "message list",
	"message product", "message template", "message group_invite", "message media_placeholder")

func setOf(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

func (s *Inbound) countUnsupported(kind string) {
	if !kinds[kind] {
		kind = "other"
	}
	if s.metrics.ItemsUnsupported != nil {
		s.metrics.ItemsUnsupported(kind)
	}
}

// unapplied are the notices about items that were not applied, one per number.
type unapplied map[string]*crm.HealthNotice

// raise raises the notices.
func (u unapplied) raise(s *Inbound, tx *db.Tx) {
	for _, n := range u {
		n.LastSeen = tx.Now()
		account.RaiseNotice(tx, *n, true)
	}
}

// noteLost notes an item that could not be applied, where people look who can
// do something about it: at the health of the number that it is about. A
// message that is not shown is worse than anything else.
func (s *Inbound) noteLost(ctx context.Context, tx *db.Tx, lost unapplied, realm account.Realm, item whatsapp.Item, problem string) error {
	severity := crm.SeverityInfo
	switch item := item.(type) {
	case *whatsapp.IncomingMessage, *whatsapp.Echo, *whatsapp.Call:
		severity = crm.SeverityWarning
	case *whatsapp.Other:
		if item.Name == "messages" || item.Name == "message_echoes" || item.Name == "calls" {
			severity = crm.SeverityWarning
		}
	}
	return s.noteUnapplied(ctx, tx, lost, realm, item, severity, fmt.Sprintf("A part of a webhook could not be applied (%s): %s.", whatsapp.DescribeItem(item), problem))
}

// noteKeptRaw notes an item that this version keeps as it came. A message of a
// type that is not shown has its placeholder.
func (s *Inbound) noteKeptRaw(ctx context.Context, tx *db.Tx, lost unapplied, realm account.Realm, item whatsapp.Item) error {
	switch item.(type) {
	case *whatsapp.IncomingMessage, *whatsapp.Echo, *whatsapp.HistoryMessage:
		return nil
	}
	return s.noteUnapplied(ctx, tx, lost, realm, item, crm.SeverityInfo, "The provider told something that is kept and shown nowhere else: "+whatsapp.DescribeItem(item)+".")
}

func (s *Inbound) noteUnapplied(ctx context.Context, tx *db.Tx, lost unapplied, realm account.Realm, item whatsapp.Item, severity crm.Severity, detail string) error {
	numbers, err := s.concerned(ctx, tx, realm, item)
	for _, n := range numbers {
		notice := lost[n.ID]
		if notice == nil {
			notice = &crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: crm.HealthUnapplied, Severity: severity}
			lost[n.ID] = notice
		}
		notice.Count++
		if notice.Detail == "" || severity == crm.SeverityWarning || notice.Severity != crm.SeverityWarning {
			notice.Severity, notice.Detail = severity, strings.ToValidUTF8(detail, "")
		}
	}
	return err
}

// concerned returns the numbers here that an item is about, as far as the
// webhook's signature vouches for it.
func (s *Inbound) concerned(ctx context.Context, tx *db.Tx, realm account.Realm, item whatsapp.Item) ([]crm.PhoneNumber, error) {
	if id := item.Common().PhoneNumberID; id != "" {
		n, err := s.account.Route(tx, id)
		if err == account.ErrUnrouted {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		covered, err := s.covered(ctx, realm, n.WorkspaceID, n.MessagingAccountID)
		if !covered {
			return nil, err
		}
		return []crm.PhoneNumber{n}, nil
	}
	a, found, err := account.MessagingAccountByProvider(tx, account.AccountID(item))
	if err != nil || !found {
		return nil, err
	}
	if covered, err := s.covered(ctx, realm, a.WorkspaceID, a.ID); !covered {
		return nil, err
	}
	return account.PhoneNumbersOfAccount(tx, a.WorkspaceID, a.ID)
}

func (s *Inbound) covered(ctx context.Context, realm account.Realm, workspaceID, accountID string) (bool, error) {
	w, err := s.access.Workspace(ctx, workspaceID)
	return err == nil && realm.Covers(w.Live, accountID), err
}

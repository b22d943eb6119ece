package schema_test

import (
	"context"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
)

// Messages of before keep all that was known of them, and are found by the
// provider's identifier as before, with what waits for them.
func TestMessagesKeepTheirStates(t *testing.T) {
	former := []string{
		`INSERT INTO messages (workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status, to_phone, from_phone, user_id, provider_message_id,
			reply_to, content, metadata, attempts, error, charge, scheduled_at, expires_at, created_at, times) VALUES
		('w', 'msg_1', 'con', 'cnt', 'num_1', 'outbound', 'text', 'failed', '+1', '+2', 'u', 'wamid.ä', 'msg_0', '{"text":{"body":"hello"}}', '{"a":"b"}',
			'{"s":7}' || chr(10) || '{"e":8,"o":"known"}' || chr(10), '{"code":"provider_refused","detail":"no"}', '{"category":"utility"}', 3, 4, 5, 'queued:5,failed:9,'),
		('w', 'msg_2', 'con', 'cnt', 'num_1', 'inbound', 'text', 'received', '', '', '', 'wamid.2', '', '{}', '', '', '', '', 0, 0, 6, 'received:6,'),
		('w', 'msg_3', 'con', 'cnt', 'num_2', 'inbound', 'text', 'received', '', '', '', 'wamid.2', '', '{}', '', '', '', '', 0, 0, 7, 'received:7,'),
		('w', 'msg_4', 'con', 'cnt', 'num_2', 'outbound', 'text', 'queued', '', '', '', '', '', '{}', '', '', '', '', 0, 0, 8, 'queued:8,')`,
		`INSERT INTO parked_statuses (phone_number_id, provider_message_id, status, workspace_id, item, created_at) VALUES ('num_1', 'wamid.7', 'read', 'w', 'status', 1)`,
		`INSERT INTO parked_items (phone_number_id, target_id, item_id, workspace_id, item, created_at) VALUES ('num_1', 'wamid.7', 'i', 'w', 'item', 1)`,
	}
	rows := func(engine string) []string {
		if engine == "postgres" {
			return former
		}
		return append([]string{strings.ReplaceAll(former[0], "chr(10)", "char(10)")}, former[1:]...)
	}
	onUpgraded(t, "0038_message_states.sql", rows, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		number := crm.PhoneNumber{ID: "num_1", WorkspaceID: "w"}
		err := base.View(ctx, func(tx *db.Tx) error {
			m, err := message.Message(tx, "w", "msg_1")
			if err != nil {
				return err
			}
			if m.Status != crm.StatusFailed || m.ProviderMessageID != "wamid.ä" || m.To != "+1" || m.From != "+2" || m.UserID != "u" || m.ReplyTo != "msg_0" || m.PhoneNumberID != "num_1" ||
				m.Content.Text == nil || m.Content.Text.Body != "hello" || m.Metadata["a"] != "b" || len(m.Attempts) != 1 || m.Attempts[0].Outcome != crm.OutcomeKnown ||
				m.Error == nil || m.Error.Detail != "no" || m.Charge == nil || m.Charge.Category != "utility" || m.Times[crm.StatusFailed].UnixMilli() != 9 ||
				m.ScheduledAt.UnixMilli() != 3 || m.ExpiresAt.UnixMilli() != 4 || m.CreatedAt.UnixMilli() != 5 {
				t.Errorf("%+v", m)
			}
			for called, want := range map[string]string{"wamid.ä": "msg_1", "wamid.2": "msg_2", "wamid.7": "", "": ""} {
				if id, err := message.MessageIDByProvider(tx, number, called); id != want || err != nil {
					t.Errorf("%q is %q (%v), want %q", called, id, err, want)
				}
			}
			list, err := message.NewestMessages(tx, "w", "con", 10)
			if len(list) != 4 {
				t.Errorf("the conversation has %d messages", len(list))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		err = base.Update(ctx, "w", func(tx *db.Tx) error {
			again := &crm.Message{ID: "msg_5", WorkspaceID: "w", PhoneNumberID: "num_1", ProviderMessageID: "wamid.2"}
			if fresh, _, err := message.InsertReceived(tx, again); fresh || err != nil {
				t.Errorf("a message came a second time and counts as new: %v, %v", fresh, err)
			}
			late := &crm.Message{ID: "msg_6", WorkspaceID: "w", PhoneNumberID: "num_1", ProviderMessageID: "wamid.7"}
			if fresh, parked, err := message.InsertReceived(tx, late); !fresh || parked != 1 || err != nil {
				t.Errorf("what waited for a message is gone: %v, %d, %v", fresh, parked, err)
			}
			items, err := message.TakeParkedItems(tx, number, "wamid.7")
			if err != nil || len(items) != 1 {
				t.Errorf("%d items wait (%v)", len(items), err)
			}
			statuses, err := message.TakeParkedStatuses(tx, number, "wamid.7")
			if len(statuses) != 1 {
				t.Errorf("%d statuses wait", len(statuses))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

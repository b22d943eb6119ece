package charge

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// tell tells of the rows of the part, for those who ask for it by name. What is said of a
// message keeps its order.
func (b *booking) tell(tx *db.Tx) error {
	for i := range b.rows {
		c := &b.rows[i]
		err := event.AppendEvent(tx, crm.EventChargeRecorded, b.workspaceID, c.MessageID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, crm.ChargeRecordedOf(c))
		if err != nil {
			return err
		}
	}
	return nil
}

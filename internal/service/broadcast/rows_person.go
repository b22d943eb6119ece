package broadcast

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Of somebody, in which broadcasts they are, all of them.
var placesOfSQL = db.SQL(`SELECT ` + recipientColumns + `, broadcast_id FROM broadcast_recipients INDEXED BY broadcast_recipients_person
	WHERE workspace_id = $1 AND person = $2 AND broadcast_id > $3 ORDER BY broadcast_id LIMIT $4`).
	By("broadcast_recipients_person").ByOnPostgres("broadcast_recipients_person")

// Place is where somebody stands in the audience of a broadcast, and what came of it.
type Place struct {
	Broadcast crm.Broadcast
	Recipient crm.Recipient
}

// PlacesOf returns a page of the places of a person in broadcasts that are not deleted. The
// person is a contact, or what the number of one whom nobody knew is looked up by. It is
// for who sees everything.
func PlacesOf(tx *db.Tx, workspaceID, person string, p crm.Page) (out crm.List[Place], err error) {
	var all []Place
	err = tx.Each(placesOfSQL, func(row db.Row) (err error) {
		var at Place
		at.Recipient, err = scanRecipient(row, &at.Broadcast.ID)
		all = append(all, at)
		return err
	}, workspaceID, person, p.After, p.Limit+1)
	cut := crm.CutPage(all, p.Limit, func(at Place) string { return at.Broadcast.ID })
	out.Next = cut.Next
	for _, at := range cut.Items {
		if err != nil {
			break
		}
		at.Broadcast, err = one(tx, workspaceID, at.Broadcast.ID)
		if crm.CodeOf(err) == crm.CodeNotFound { // its recipients follow it
			err = nil
			continue
		}
		list := []crm.Recipient{at.Recipient}
		if err == nil {
			err = addFollowUps(tx, at.Broadcast, list)
		}
		at.Recipient = list[0]
		at.Recipient.Arm = at.Broadcast.Experiment.Gets(at.Recipient.Arm)
		out.Items = append(out.Items, at)
	}
	return out, err
}

// Package erase knows what the rooms hold about a person. Each says beside its
// statements which of its rows go when the person is erased, and the room erasure
// takes them away, a little at a time.
package erase

import "service.example/crm/internal/db"

// part removes what a room holds of a conversation, a contact or a message, in a
// transaction of its own. Where that would be too much for one, it does some from a place
// on, at first "", and returns the next place. Whoever repeats it finds nothing left.
type part func(tx *db.Tx, workspaceID, id, at string) (next string, err error)

// whole is a part that one transaction does.
func whole(do func(tx *db.Tx, workspaceID, id string) error) part {
	return func(tx *db.Tx, workspaceID, id, _ string) (string, error) { return "", do(tx, workspaceID, id) }
}

var conversationParts, contactParts, messageParts, numberParts []part

// ByConversation lets the rows of tables go that have the conversation_id of one that
// is erased. Call it for a package variable of the room that has the tables.
func ByConversation(tables ...string) struct{} {
	return add(&conversationParts, "conversation_id", tables)
}

// ByContact is ByConversation for rows that have the contact_id.
func ByContact(tables ...string) struct{} { return add(&contactParts, "contact_id", tables) }

// ByMessage is ByConversation for rows that have the message_id.
func ByMessage(tables ...string) struct{} { return add(&messageParts, "message_id", tables) }

// IsConversation lets the row of a table go whose id it is. A room calls it before its
// others: what else it holds goes first.
func IsConversation(table string) struct{} {
	return add(&conversationParts, "id", []string{table})
}

// IsContact is IsConversation for a contact.
func IsContact(table string) struct{} { return add(&contactParts, "id", []string{table}) }

// IsMessage is IsConversation for a message.
func IsMessage(table string) struct{} { return add(&messageParts, "id", []string{table}) }

// InConversation registers what a room does itself where a conversation is erased.
func InConversation(do func(tx *db.Tx, workspaceID, id string) error) struct{} {
	conversationParts = append(conversationParts, whole(do))
	return struct{}{}
}

// InContact is InConversation for a contact.
func InContact(do func(tx *db.Tx, workspaceID, id string) error) struct{} {
	contactParts = append(contactParts, whole(do))
	return struct{}{}
}

// InConversationByParts is InConversation for what is too much for one transaction. do
// gets the place that it returned last, at first "", and returns "" when nothing is left.
func InConversationByParts(do func(tx *db.Tx, workspaceID, id, at string) (next string, err error)) struct{} {
	conversationParts = append(conversationParts, do)
	return struct{}{}
}

// InContactByParts is InConversationByParts for a contact.
func InContactByParts(do func(tx *db.Tx, workspaceID, id, at string) (next string, err error)) struct{} {
	contactParts = append(contactParts, do)
	return struct{}{}
}

// InNumberByParts is InConversationByParts for what the person had before it was a
// contact. The id is what its phone number is looked up by.
func InNumberByParts(do func(tx *db.Tx, workspaceID, id, at string) (next string, err error)) struct{} {
	numberParts = append(numberParts, do)
	return struct{}{}
}

func add(to *[]part, column string, tables []string) struct{} {
	for _, table := range tables {
		s := db.SQL("DELETE FROM " + table + " WHERE workspace_id = $1 AND " + column + " = $2")
		*to = append(*to, whole(func(tx *db.Tx, workspaceID, id string) error {
			_, err := tx.Exec(s, workspaceID, id)
			return err
		}))
	}
	return struct{}{}
}

// Place is where the erasing of one conversation, contact or number stands: at the room of a
// number, of so many, and at a place that the room knows. The zero value is the beginning.
type Place struct {
	Room, Of int
	At       string
}

// Conversation removes some of what one room holds of a conversation and returns where to
// go on; more is false at the end.
func Conversation(tx *db.Tx, workspaceID, id string, from Place) (next Place, more bool, err error) {
	return step(conversationParts, tx, workspaceID, id, from)
}

// Contact is Conversation for a contact.
func Contact(tx *db.Tx, workspaceID, id string, from Place) (next Place, more bool, err error) {
	return step(contactParts, tx, workspaceID, id, from)
}

// Number is Conversation for what a phone number is looked up by.
func Number(tx *db.Tx, workspaceID, key string, from Place) (next Place, more bool, err error) {
	return step(numberParts, tx, workspaceID, key, from)
}

// Rooms are made known in the order in which they know each other, so what others
// lean on goes last. Another version of the service may know other rooms: it begins anew.
func step(parts []part, tx *db.Tx, workspaceID, id string, from Place) (next Place, more bool, err error) {
	if from.Of != len(parts) {
		from = Place{Of: len(parts)}
	}
	at, err := parts[len(parts)-1-from.Room](tx, workspaceID, id, from.At)
	if next = (Place{Room: from.Room, Of: from.Of, At: at}); at == "" {
		next.Room++
	}
	return next, next.Room < len(parts), err
}

// Message removes what the rooms hold of a message.
func Message(tx *db.Tx, workspaceID, id string) error {
	for n := range messageParts {
		if _, err := messageParts[len(messageParts)-1-n](tx, workspaceID, id, ""); err != nil {
			return err
		}
	}
	return nil
}

package contact

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	pairColumns      = `c.id, c.opted_out_at, c.refuses_all_at, c.phone, c.user_id, c.parent_user_id, c.merged_into, c.name, c.search_name, coalesce(v.id, ''), coalesce(v.last_inbound_at, 0)`
	pairOfOne        = `SELECT ` + pairColumns + ` FROM contacts c LEFT JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.id AND v.phone_number_id = $2`
	pairOfMany       = `SELECT u.n, ` + pairColumns + ` FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u (workspace, number, key, n)`
	withConversation = ` LEFT JOIN conversations v ON v.workspace_id = c.workspace_id AND v.contact_id = c.id AND v.phone_number_id = u.number`
)

var (
	// A contact that is being merged into another one gets no new conversation.
	insertConversationSQL = db.SQL(`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, created_at)
		SELECT workspace_id, CAST($2 AS TEXT), id, CAST($4 AS TEXT), 'open', CAST($5 AS BIGINT) FROM contacts
		WHERE workspace_id = $1 AND id = $3 AND merged_into = '' FOR UPDATE ON CONFLICT DO NOTHING`)
	selectPairByPhoneSQL = db.SQL(pairOfOne + ` WHERE c.workspace_id = $1 AND c.lookup_key = $3 AND c.lookup_key <> ''`).
				ForMany(pairOfMany + ` JOIN contacts c ON c.workspace_id = u.workspace AND c.lookup_key = u.key AND c.lookup_key <> ''` + withConversation)
	selectPairByUserSQL = db.SQL(pairOfOne + ` WHERE c.workspace_id = $1 AND c.user_id = $3 AND c.user_id <> ''`).
				ForMany(pairOfMany + ` JOIN contacts c ON c.workspace_id = u.workspace AND c.user_id = u.key AND c.user_id <> ''` + withConversation)
	selectPairOfSQL       = db.SQL(pairOfOne + ` WHERE c.workspace_id = $1 AND c.id = $3`)
	selectConversationSQL = db.SQL(`SELECT v.id, v.contact_id, v.phone_number_id, v.last_inbound_at, c.opted_out_at, c.refuses_all_at, v.joined_to, v.referral_at, v.free_entry_until, v.team_id, v.agent_id
		FROM conversations v JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id
		WHERE v.workspace_id = $1 AND v.id = $2`)
	// An older moment changes nothing, but the row is written all the same: a
	// merge that joins the conversation to another one must not go unnoticed.
	openWindowSQL = db.SQL(`UPDATE conversations SET last_inbound_at = CASE WHEN last_inbound_at < $3 THEN $3 ELSE last_inbound_at END
		WHERE workspace_id = $1 AND id = $2 AND joined_to = ''`)
	selectFamilySQL = db.SQL(`WITH RECURSIVE family (id) AS (SELECT id FROM conversations WHERE workspace_id = $1 AND id = $2
		UNION ALL SELECT v.id FROM family f CROSS JOIN conversations v WHERE v.workspace_id = $1 AND v.joined_to = f.id AND v.joined_to <> '')
		SELECT id FROM family`)
	selectOwnContactSQL = db.SQL(`SELECT contact_id FROM conversations WHERE workspace_id = $1 AND id = $2`)
	selectJoinedHereSQL = db.SQL(`SELECT id FROM conversations INDEXED BY conversations_joined WHERE workspace_id = $1 AND joined_to = $2 AND joined_to <> ''`).By("conversations_joined")
)

// insertTries is how often the making of a contact or conversation is tried
// anew because another node was faster.
const insertTries = 5

// pair is what one look finds of a contact and its conversation with one phone
// number.
type pair struct {
	contactID, phone, userID, parentUserID, mergedInto string
	name, searchName, conversationID                   string
	optedOut, refusesAll, inbound                      int64
}

// EnsureConversation returns the conversation between a person and a phone number, making
// contact and conversation where they do not exist yet, and storing what the
// sighting shows of the person's identity.
func EnsureConversation(tx *db.Tx, workspaceID, phoneNumberID string, p crm.Person) (crm.Conversation, error) {
	for range insertTries {
		t, settled, err := findPair(tx, workspaceID, phoneNumberID, p)
		if err != nil {
			return crm.Conversation{}, err
		}
		if !settled {
			before := tx.Now()
			c, done, err := settlePerson(tx, workspaceID, p)
			if err != nil {
				return crm.Conversation{}, err
			}
			if !done {
				continue // another node was faster
			}
			// A contact that is made only now has no conversation. If another node made
			// both meanwhile, making another fails, and it is found.
			t = pair{contactID: c.ID, phone: c.Phone, userID: c.UserID, parentUserID: c.ParentUserID, name: c.Name, searchName: crm.SearchText(c.Name)}
			if c.CreatedAt.Before(before) {
				if t, err = pairOf(tx, workspaceID, phoneNumberID, c.ID); err != nil {
					return crm.Conversation{}, err
				}
			}
		}
		if t.conversationID != "" {
			return t.conversation(workspaceID, phoneNumberID), nil
		}
		t.conversationID = tx.NewID(crm.PrefixConversation)
		n, err := tx.Exec(insertConversationSQL, workspaceID, t.conversationID, t.contactID, phoneNumberID, db.Ms(tx.Now()))
		if err != nil || n == 1 {
			return t.conversation(workspaceID, phoneNumberID), err
		}
	}
	return crm.Conversation{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The conversation is being made by another request; try again.")
}

// FindConversation returns the conversation as far as it exists: its identifiers are
// "" for what does not.
func FindConversation(tx *db.Tx, workspaceID, phoneNumberID string, p crm.Person) (crm.Conversation, error) {
	p.SeenAt = time.Time{}
	t, _, err := findPair(tx, workspaceID, phoneNumberID, p)
	return t.conversation(workspaceID, phoneNumberID), err
}

// findPair looks a pair up. settled says that it was found and that the
// sighting shows nothing new of the person.
func findPair(tx *db.Tx, workspaceID, phoneNumberID string, p crm.Person) (t pair, settled bool, err error) {
	found := false
	if p.UserID != "" {
		t, found, err = lookUpPair(tx, selectPairByUserSQL, workspaceID, phoneNumberID, p.UserID)
	}
	if err == nil && !found && p.Phone != "" && (p.UserID == "" || p.SeenAt.IsZero()) {
		t, found, err = lookUpPair(tx, selectPairByPhoneSQL, workspaceID, phoneNumberID, crm.LookupKey(p.Phone))
	}
	if err != nil || !found {
		return pair{}, false, err
	}
	if t.mergedInto != "" {
		if !p.SeenAt.IsZero() {
			return t, false, nil
		}
		t, err = pairOf(tx, workspaceID, phoneNumberID, t.mergedInto)
		return t, true, err
	}
	same := (p.Phone == "" || p.Phone == t.phone) && (p.UserID == "" || p.UserID == t.userID) && (p.ParentUserID == "" || p.ParentUserID == t.parentUserID)
	return t, same || p.SeenAt.IsZero(), nil
}

// pairOf is the pair of a contact, or of the one that it was merged into.
func pairOf(tx *db.Tx, workspaceID, phoneNumberID, contactID string) (pair, error) {
	for range maxMergeDepth {
		t, found, err := lookUpPair(tx, selectPairOfSQL, workspaceID, phoneNumberID, contactID)
		if err == nil && !found {
			err = crm.NotFound("contact", contactID)
		}
		if err != nil || t.mergedInto == "" {
			return t, err
		}
		contactID = t.mergedInto
	}
	return pair{}, fmt.Errorf("contact %s: too many merges", contactID)
}

func lookUpPair(tx *db.Tx, s *db.Stmt, workspaceID, phoneNumberID, key string) (t pair, found bool, err error) {
	found, err = tx.One(s, []any{&t.contactID, &t.optedOut, &t.refusesAll, &t.phone, &t.userID, &t.parentUserID, &t.mergedInto, &t.name, &t.searchName, &t.conversationID, &t.inbound},
		workspaceID, phoneNumberID, key)
	return t, found, err
}

func (t pair) conversation(workspaceID, phoneNumberID string) crm.Conversation {
	c := crm.Conversation{ID: t.conversationID, WorkspaceID: workspaceID, ContactID: t.contactID, PhoneNumberID: phoneNumberID,
		LastInboundAt: db.AtOf(t.inbound), OptedOutAt: db.AtOf(t.optedOut), RefusesAllAt: db.AtOf(t.refusesAll)}
	if crm.SearchText(t.name) == t.searchName {
		c.KnownName = t.name
	}
	return c
}

// Conversation returns a conversation of the workspace, or a KindNotFound
// error. One that was joined to another is answered by that one.
func Conversation(tx *db.Tx, workspaceID, id string) (crm.Conversation, error) {
	next := id
	for range maxMergeDepth {
		c := crm.Conversation{WorkspaceID: workspaceID}
		var inbound, optedOut, refusesAll, referral, freeEntry int64
		var joinedTo string
		found, err := tx.One(selectConversationSQL, []any{&c.ID, &c.ContactID, &c.PhoneNumberID, &inbound, &optedOut, &refusesAll, &joinedTo, &referral, &freeEntry, &c.TeamID, &c.AgentID}, workspaceID, next)
		if err == nil && !found {
			err = crm.NotFound("conversation", id)
		}
		c.LastInboundAt, c.OptedOutAt, c.RefusesAllAt = db.AtOf(inbound), db.AtOf(optedOut), db.AtOf(refusesAll)
		c.ReferralAt, c.FreeEntryUntil = db.AtOf(referral), db.AtOf(freeEntry)
		if err != nil || joinedTo == "" {
			return c, err
		}
		next = joinedTo
	}
	return crm.Conversation{}, fmt.Errorf("conversation %s: too many merges", id)
}

// JoinedHere returns the contact of a conversation as it is stored, "" if it is gone, and
// the conversations that were joined to it, without what was joined to those.
func JoinedHere(tx *db.Tx, workspaceID, id string) (contactID string, joined []string, err error) {
	if _, err = tx.One(selectOwnContactSQL, []any{&contactID}, workspaceID, id); err != nil {
		return "", nil, err
	}
	joined, err = tx.Texts(selectJoinedHereSQL, workspaceID, id)
	return contactID, joined, err
}

// Family returns the conversation with all that are joined to it, first of all
// itself; just the identifier when there is none.
func Family(tx *db.Tx, workspaceID, id string) ([]string, error) {
	c, err := Conversation(tx, workspaceID, id)
	if err != nil {
		if crm.AsError(err).Kind == crm.KindNotFound {
			return []string{id}, nil
		}
		return nil, err
	}
	var out []string
	err = tx.Each(selectFamilySQL, func(r db.Row) error {
		var id string
		err := r.Scan(&id)
		out = append(out, id)
		return err
	}, workspaceID, c.ID)
	return out, err
}

// ErrJoined undoes an update that found its conversation joined to another one
// in the same moment; made again, it finds the other one.
var ErrJoined = crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "The conversation was joined to another one just now.")

// OpenWindow opens or extends the customer-service window from the moment at
// which the contact wrote; an older moment changes nothing.
func OpenWindow(tx *db.Tx, workspaceID, conversationID string, wrote time.Time) {
	tx.WriteExactlyOne(openWindowSQL, ErrJoined, workspaceID, conversationID, db.Ms(wrote))
}

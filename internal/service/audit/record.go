package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// version is that of the form of an entry, and of what its hash covers.
const version = 1

// Bounds of what is kept of names and of the caller, in characters.
const (
	maxName      = 200
	maxUserAgent = 400
)

// Record adds an act to the audit log of the actor's workspace, in the transaction
// of what was done, and tells of it. It locks the workspace's log until the commit:
// call it last.
func Record(tx *db.Tx, actor crm.Actor, act crm.Act) error {
	e, err := add(tx, actor, act)
	if err != nil {
		return err
	}
	return event.AppendEvent(tx, crm.EventAuditRecorded, e.WorkspaceID, "audit", crm.EventScope{}, crm.AuditDataOf(e))
}

// RecordChange is Record for an act on one target that may have changed nothing: then
// it is none.
func RecordChange(tx *db.Tx, actor crm.Actor, action string, target crm.ActTarget, changes crm.ActChanges) error {
	if len(changes) == 0 {
		return nil
	}
	return Record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{target}, Changes: changes})
}

// RecordFirst is Record for the act that makes a workspace: nobody can hear of it
// yet.
func RecordFirst(tx *db.Tx, actor crm.Actor, act crm.Act) error {
	_, err := add(tx, actor, act)
	return err
}

// add stores an act as the last one of its workspace.
func add(tx *db.Tx, actor crm.Actor, act crm.Act) (crm.AuditEntry, error) {
	if err := tx.Alone(); err != nil {
		return crm.AuditEntry{}, err
	}
	e := crm.AuditEntry{WorkspaceID: actor.WorkspaceID, ID: tx.NewID(crm.PrefixAct), Action: act.Action, Version: version,
		Actor:   crm.AuditActor{Type: actor.Kind, ID: actor.ID, Name: clip(actor.Name, maxName)},
		Targets: []crm.ActTarget{}, Changes: act.Changes, Outcome: crm.AuditSucceeded,
		IP: actor.Origin.IP, UserAgent: clip(actor.Origin.UserAgent, maxUserAgent), SessionID: actor.SessionID, RequestID: actor.Origin.RequestID}
	for _, t := range act.Targets {
		e.Targets = append(e.Targets, crm.ActTarget{Type: t.Type, ID: t.ID, Name: clip(t.Name, maxName)})
	}
	if e.Changes == nil {
		e.Changes = crm.ActChanges{}
	}
	targets, err := json.Marshal(e.Targets)
	if err != nil {
		return e, err
	}
	changes, err := json.Marshal(e.Changes)
	if err != nil {
		return e, err
	}
	r := row{AuditEntry: e, targets: string(targets), changes: string(changes)}
	if err := addHead(tx, &r); err != nil {
		return e, err
	}
	r.Hash = hashOf(&r)
	insertRow(tx, &r)
	return r.AuditEntry, nil
}

// row is an entry as it is stored: the hash covers the bytes of the texts.
type row struct {
	crm.AuditEntry
	targets, changes string
}

// hashOf returns the hash of a row in hex: SHA-256 over its columns but the hash, in
// the order of the table, each with its length in bytes before it, so that no two
// rows have the same bytes.
func hashOf(r *row) string {
	h := sha256.New()
	for _, column := range []any{r.WorkspaceID, r.Seq, r.ID, r.Action, r.Version, db.Ms(r.OccurredAt), r.Actor.Type, r.Actor.ID, r.Actor.Name, r.targets,
		r.IP, r.UserAgent, r.SessionID, r.RequestID, r.changes, r.Outcome, r.PrevHash} {
		text := fmt.Sprint(column)
		fmt.Fprintf(h, "%d:%s,", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// clip is a text that both engines store, of at most n characters.
func clip(text string, n int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\x00", "�")
	if utf8.RuneCountInString(text) > n {
		text = string([]rune(text)[:n])
	}
	return text
}

// later returns the later of two times: those of a workspace's acts never go back,
// whatever the clocks of nodes say.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

package crm

import (
	"strings"
	"time"
)

// Act is something administrative that an actor did, as a use case names it. The
// audit log adds who did it, when and from where.
type Act struct {
	// Action is what was done, noun.verb_past, such as api_key.created.
	Action string
	// Targets are what it was done to, the most important first.
	Targets []ActTarget
	// Changes says what changed, by field; nil where nothing that was there did.
	Changes ActChanges
}

// ActTarget is something that an act was done to. The name is kept as it was then.
type ActTarget struct {
	Type string `json:"type" doc:"Type of the target, such as api_key."`
	ID   string `json:"id" doc:"Identifier of the target."`
	Name string `json:"name" doc:"Name of the target at that time; empty if it has none."`
}

// ActChange is the value of a field before and after an act; null where there was
// or is none.
type ActChange struct {
	From any `json:"from" doc:"The value before; null if there was none."`
	To   any `json:"to" doc:"The value after; null if there is none."`
}

// ActChanges are what an act changed, by the field's name in the API.
type ActChanges map[string]ActChange

// changedSecret stands for the new value of a secret, and of what is too long.
const changedSecret = "changed"

// Set records that a field went from one value to another, and nothing where both
// look alike. It returns the changes, which it makes where there were none.
func (c ActChanges) Set(field string, from, to any) ActChanges {
	before, after := actValue(from), actValue(to)
	if sameValue(before, after) {
		return c
	}
	if c == nil {
		c = ActChanges{}
	}
	c[field] = ActChange{clipped(before), clipped(after)}
	if sameValue(c[field].From, c[field].To) { // they differ beyond what is kept
		c[field] = ActChange{nil, changedSecret}
	}
	return c
}

// Secret records that a secret has a new value, and tells neither of the two.
func (c ActChanges) Secret(field string) ActChanges {
	if c == nil {
		c = ActChanges{}
	}
	c[field] = ActChange{nil, changedSecret}
	return c
}

// AuditActor is who did something, with the name that they had then.
type AuditActor struct {
	Type ActorKind `json:"type" enum:"contact,api_key,user,assistant,operator,import,provider,system" doc:"Type of the actor. operator: somebody at the command line of the service."`
	ID   string    `json:"id" doc:"Identifier of the actor; empty for operator and system."`
	Name string    `json:"name" doc:"Name of the actor at that time; empty if it has none."`
}

// AuditOutcome says how an act ended.
type AuditOutcome string

// AuditSucceeded is the outcome of every act of this version: what was refused
// changed nothing, and is not an act.
const AuditSucceeded AuditOutcome = "succeeded"

// AuditEntry is one act in the audit log of a workspace; it never changes.
type AuditEntry struct {
	WorkspaceID string
	// Seq counts the acts of the workspace from 1, without a gap.
	Seq        int64
	ID         string
	Action     string
	Version    int // of the form of the entry
	OccurredAt time.Time
	Actor      AuditActor
	Targets    []ActTarget
	Changes    ActChanges
	// IP, UserAgent, SessionID and RequestID say from where; "" where unknown.
	IP, UserAgent, SessionID, RequestID string
	Outcome                             AuditOutcome
	// PrevHash is the hash of the act before, "" for the first one.
	PrevHash, Hash string
}

// AuditFilter narrows the audit log; empty fields match all.
type AuditFilter struct {
	// Action is an action, or a noun with .* for all that was done to it.
	Action                        string
	ActorType                     ActorKind
	ActorID, TargetType, TargetID string
	Since, Until                  *time.Time // until is not included
}

// Actions returns the bounds of the actions that the filter selects: from the
// first, included, to the second, excluded.
func (f AuditFilter) Actions() (from, to string) {
	if noun, ok := strings.CutSuffix(f.Action, "*"); ok {
		return noun, noun + "~"
	}
	if f.Action == "" {
		return "", "~"
	}
	return f.Action, f.Action + "!"
}

// Check records what is wrong with the filter.
func (f AuditFilter) Check(faults *Faults) {
	if f.Action != "" && !validAction(strings.TrimSuffix(f.Action, "*")) {
		faults.Add("action", CodeParameterInvalid, "action must be an action such as api_key.created, or a noun with .* such as api_key.*.")
	}
	if f.Since != nil && f.Until != nil && !f.Since.Before(*f.Until) {
		faults.Add("until", CodeParameterInvalid, "until must be after since.")
	}
}

// validAction reports whether the text is an action, or a noun with its dot.
func validAction(text string) bool {
	noun, verb, found := strings.Cut(text, ".")
	return found && noun != "" && strings.Trim(noun+verb, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// AuditData is the data of audit.recorded.
type AuditData struct {
	ID         string            `json:"id" doc:"Identifier of the act; begins with act_."`
	Seq        int64             `json:"seq" doc:"Number of the act in the audit log of the workspace, from 1 without a gap."`
	Action     string            `json:"action" doc:"What was done, such as api_key.created."`
	Version    int               `json:"version" doc:"Version of the form of the act."`
	OccurredAt int64             `json:"occurred_at" doc:"When it was done, in seconds since 1970."`
	Actor      AuditActor        `json:"actor" doc:"Who did it."`
	Targets    []ActTarget       `json:"targets" nullable:"false" doc:"What it was done to."`
	Context    EventAuditContext `json:"context" doc:"From where it was done."`
	Changes    ActChanges        `json:"changes" doc:"What changed, by field. Secrets show only that they changed."`
	Outcome    AuditOutcome      `json:"outcome" enum:"succeeded" doc:"How it ended."`
	PrevHash   string            `json:"prev_hash" doc:"Hash of the act before; empty for the first one."`
	Hash       string            `json:"hash" doc:"Hash of this act, which covers the hash of the act before."`
}

// EventAuditContext says from where an act was done, in event bodies.
type EventAuditContext struct {
	IP        string `json:"ip" doc:"Address of the caller; empty if unknown."`
	UserAgent string `json:"user_agent" doc:"User-Agent of the caller; empty if unknown."`
	SessionID string `json:"session_id" doc:"The caller's session; empty for an API key."`
	RequestID string `json:"request_id" doc:"Identifier of the request; empty at the command line."`
}

// AuditDataOf renders an act for its event.
func AuditDataOf(e AuditEntry) AuditData {
	return AuditData{ID: e.ID, Seq: e.Seq, Action: e.Action, Version: e.Version, OccurredAt: e.OccurredAt.Unix(), Actor: e.Actor, Targets: e.Targets,
		Context: EventAuditContext{e.IP, e.UserAgent, e.SessionID, e.RequestID}, Changes: e.Changes, Outcome: e.Outcome, PrevHash: e.PrevHash, Hash: e.Hash}
}

package crm

import (
	"slices"
	"time"
)

// ProposalKind is a kind of act that assistants propose in conversations.
type ProposalKind string

// The kinds.
const (
	ProposeLabel ProposalKind = "label" // to put a label on the conversation
	ProposeTeam  ProposalKind = "team"  // to give it to a team
	ProposeDeal  ProposalKind = "deal"  // to move its deal to a stage, or to make one there
	ProposeClose ProposalKind = "close" // to close it
)

// ProposalKinds lists them in the order in which they are done: closing comes last.
var ProposalKinds = []ProposalKind{ProposeLabel, ProposeTeam, ProposeDeal, ProposeClose}

// ProposalStatus says what became of a proposal.
type ProposalStatus string

// What becomes of proposals.
const (
	ProposalOpen      ProposalStatus = "open"      // nobody has judged it
	ProposalDone      ProposalStatus = "done"      // the assistant did it, and nobody has judged it
	ProposalAccepted  ProposalStatus = "accepted"  // somebody let it be done
	ProposalRejected  ProposalStatus = "rejected"  // somebody did not want it
	ProposalUndone    ProposalStatus = "undone"    // somebody took back what was done
	ProposalConfirmed ProposalStatus = "confirmed" // what people did agrees, or what was done stood
	ProposalRefuted   ProposalStatus = "refuted"   // people did something else
	ProposalExpired   ProposalStatus = "expired"   // nobody ever judged it
)

// ProposalStatuses are all of them.
var ProposalStatuses = []ProposalStatus{ProposalOpen, ProposalDone, ProposalAccepted, ProposalRejected, ProposalUndone, ProposalConfirmed, ProposalRefuted, ProposalExpired}

// Settled reports whether nothing more becomes of the proposal by itself.
func (s ProposalStatus) Settled() bool { return s != ProposalOpen && s != ProposalDone }

// Verdict reports whether people agreed; judged is false where nobody told.
func (s ProposalStatus) Verdict() (agreed, judged bool) {
	switch s {
	case ProposalAccepted, ProposalConfirmed:
		return true, true
	case ProposalRejected, ProposalUndone, ProposalRefuted:
		return false, true
	}
	return false, false
}

// How long proposals wait, and are kept.
const (
	// ProposalStands is after how long an act of an assistant that nobody took back
	// counts as right, ProposalWaits how long somebody may judge a proposal.
	ProposalStands = 3 * 24 * time.Hour
	ProposalWaits  = 14 * 24 * time.Hour
	// ProposalUndoable is how long an act can be undone, ProposalLife how long it is
	// kept what became of a proposal.
	ProposalUndoable = 30 * 24 * time.Hour
	ProposalLife     = 180 * 24 * time.Hour
)

// ProposedAct is what an assistant proposes. Its JSON is what is stored.
type ProposedAct struct {
	Kind       ProposalKind `json:"kind"`
	LabelID    string       `json:"labelId,omitempty"`
	TeamID     string       `json:"teamId,omitempty"`
	PipelineID string       `json:"pipelineId,omitempty"`
	StageID    string       `json:"stageId,omitempty"`
	// DealID is the deal that moves, or that was made; "" for one yet to be made.
	DealID string `json:"dealId,omitempty"`
}

// ProposalBefore is how things stood before an act, so that it can be undone. Its JSON
// is what is stored.
type ProposalBefore struct {
	TeamID  string          `json:"teamId,omitempty"`
	Closing *ActionItem     `json:"closing,omitempty"`
	Deal    *DealActionItem `json:"deal,omitempty"`
	// Made is the version of a deal that was made; 0 for none.
	Made int64 `json:"made,omitempty"`
}

// Proposal is what an assistant would do in a conversation because of a message, or did.
type Proposal struct {
	ID, WorkspaceID, ConversationID, AssistantID string
	Act                                          ProposedAct
	// State is what the assistant might do then: shadow, suggest or act. Period counts
	// how often that had changed: a case counts only in its own period.
	State  AutonomyState
	Period int64
	Status ProposalStatus
	// MessageID is the message of the contact that gave rise to it; of each kind there is
	// one for a message.
	MessageID, EpisodeID string
	// Since is where the log ended, and Answers how many answers the episode had.
	Since, Answers int64
	Before         ProposalBefore
	CreatedAt      time.Time
	DueAt          time.Time // when it settles by itself
	JudgedAt       *time.Time
	JudgedBy       DoneBy
}

// Shown reports whether people see it: in the shadow nobody does.
func (p Proposal) Shown() bool { return p.State != AutonomyShadow }

// By is who proposes it.
func (p Proposal) By() DoneBy { return DoneBy{Type: ActorAssistant, ID: p.AssistantID} }

// ProposalFilter narrows a list of proposals. Without a conversation it has those of one
// status.
type ProposalFilter struct {
	ConversationID string
	Status         ProposalStatus // "" for any of a conversation, else ProposalOpen
}

// AutonomyState is how much an assistant may do of one kind of act.
type AutonomyState string

// The states, from less to more.
const (
	AutonomyShadow  AutonomyState = "shadow"  // it notes what it would do, and people do not see it
	AutonomySuggest AutonomyState = "suggest" // people see it and decide
	AutonomyAct     AutonomyState = "act"     // it is done, and people can take it back
)

// AutonomyStates lists them in their order.
var AutonomyStates = []AutonomyState{AutonomyShadow, AutonomySuggest, AutonomyAct}

// AutonomyEvidence is what a state, or a change of it, rests on. Its JSON is what is
// stored.
type AutonomyEvidence struct {
	Cases  int     `json:"cases" doc:"The cases that counted."`
	Agreed int     `json:"agreed" doc:"In how many of them people agreed."`
	Lower  float64 `json:"lower" doc:"Lower end of the 95 % interval of agreement."`
	Line   float64 `json:"line" doc:"What it had to reach for a step up."`
	Score  float64 `json:"score" doc:"Rises with wrong cases and falls with right ones; at 6 the assistant steps back."`
}

// Autonomy is how much an assistant may do of one kind of act, and what that rests on.
type Autonomy struct {
	Kind    ProposalKind
	Enabled bool // whether it proposes acts of the kind at all
	State   AutonomyState
	Since   *time.Time // when the state began; nil where it never changed
	AutonomyEvidence
	// Total are all cases of the state: of many the last ones count.
	Total int
	// NextLook is the number of cases at which it is looked whether a step up was earned; 0
	// where there is none. WrongAtMost is how many of AutonomyActs acts in a row can be
	// wrong before the assistant steps back; MaxOpen come on top.
	NextLook, WrongAtMost, MaxOpen int
	// Open are the acts that wait to be judged.
	Open    int
	Changes []AutonomyChange // the newest first, some of them
}

// AutonomyActs is of how many acts in a row it is told how many can be wrong.
const AutonomyActs = 50

// AutonomyChange is a step up or back, on record.
type AutonomyChange struct {
	ID       string
	Kind     ProposalKind
	From, To AutonomyState
	Reason   string // earned, drifted or override
	Evidence AutonomyEvidence
	MadeBy   DoneBy // the assistant, where nobody decided it
	At       time.Time
}

// AutonomyReasons are why states change.
var AutonomyReasons = []string{"earned", "drifted", "override"}

// AutonomySetting is what somebody sets of one kind of act.
type AutonomySetting struct {
	Enabled bool
	Line    float64       // 0 for the default
	State   AutonomyState // "" to leave it
}

// Validate returns every fault; low and high bound the line.
func (s AutonomySetting) Validate(low, high float64) error {
	var f Faults
	if s.Line != 0 && (s.Line < low || s.Line > high) {
		f.Add("/line", CodeOutOfRange, "line is from %v to %v.", low, high)
	}
	if s.State != "" && !slices.Contains(AutonomyStates, s.State) {
		f.Add("/state", CodeNotAllowed, "state is shadow, suggest or act.")
	}
	return f.Err()
}

// KnownProposalKind returns a KindNotFound error for a kind that there is not.
func KnownProposalKind(kind ProposalKind) error {
	if slices.Contains(ProposalKinds, kind) {
		return nil
	}
	return NotFound("kind of act", clip(string(kind)))
}

// ProposalData is the data of proposal.created and proposal.updated.
type ProposalData struct {
	ProposalID     string         `json:"proposal_id" doc:"Identifier of the proposal."`
	ConversationID string         `json:"conversation_id" doc:"The conversation of the proposal."`
	ContactID      string         `json:"contact_id" doc:"The contact of the conversation."`
	AssistantID    string         `json:"assistant_id" doc:"The assistant that proposes it."`
	MessageID      string         `json:"message_id" doc:"The message of the contact that gave rise to it."`
	Kind           ProposalKind   `json:"kind" enum:"label,team,deal,close" doc:"The kind of act."`
	LabelID        string         `json:"label_id" doc:"The label to be put on the conversation; empty for other kinds."`
	TeamID         string         `json:"team_id" doc:"The team that is to get the conversation; empty for other kinds."`
	StageID        string         `json:"stage_id" doc:"The stage that the deal moves to, or begins on; empty for other kinds."`
	DealID         string         `json:"deal_id" doc:"The deal that moves, or that was made; empty for one yet to be made, and for other kinds."`
	FromStatus     ProposalStatus `json:"from_status" doc:"The previous status; empty for a new proposal."`
	ToStatus       ProposalStatus `json:"to_status" enum:"open,done,accepted,rejected,undone,confirmed,refuted,expired" doc:"Current status. done: the assistant did it."`
	ChangedBy      DoneBy         `json:"changed_by" doc:"Who changed it; the assistant for a new proposal."`
}

// Tell is what an event tells of the proposal.
func (p Proposal) Tell(from ProposalStatus, contactID string, by DoneBy) ProposalData {
	return ProposalData{ProposalID: p.ID, ConversationID: p.ConversationID, ContactID: contactID, AssistantID: p.AssistantID, MessageID: p.MessageID, Kind: p.Act.Kind,
		LabelID: p.Act.LabelID, TeamID: p.Act.TeamID, StageID: p.Act.StageID, DealID: p.Act.DealID, FromStatus: from, ToStatus: p.Status, ChangedBy: by}
}

func sampleProposal(status, from ProposalStatus, by DoneBy) ProposalData {
	return Proposal{ID: "prp_01jd5k3v6rf0w8m2a4t9x7bq24", ConversationID: sampleConversation, AssistantID: sampleAssistant, MessageID: "msg_01jd5k3v6rf0w8m2a4t9x7bq1e",
		Act: ProposedAct{Kind: ProposeLabel, LabelID: sampleLabel}, Status: status}.Tell(from, sampleContact, by)
}

// AutonomyData is the data of assistant.autonomy_changed.
type AutonomyData struct {
	AssistantID string        `json:"assistant_id" doc:"The assistant."`
	Kind        ProposalKind  `json:"kind" enum:"label,team,deal,close" doc:"The kind of act."`
	FromState   AutonomyState `json:"from_state" enum:"shadow,suggest,act" doc:"What it might do before."`
	ToState     AutonomyState `json:"to_state" enum:"shadow,suggest,act" doc:"What it may do now."`
	Reason      string        `json:"reason" enum:"earned,drifted,override" doc:"earned: the lower bound of agreement reached the line. drifted: wrong acts came too often. override: somebody decided it."`
	Cases       int           `json:"cases" doc:"The cases that it rests on."`
	Agreed      int           `json:"agreed" doc:"In how many of them people agreed."`
	Lower       float64       `json:"lower" doc:"Lower end of the 95 % interval of agreement."`
	Line        float64       `json:"line" doc:"What it must reach for a step up."`
	ChangedBy   DoneBy        `json:"changed_by" doc:"Who decided it; the assistant where nobody did."`
}

// Tell is what an event tells of the change.
func (c AutonomyChange) Tell(assistantID string) AutonomyData {
	return AutonomyData{AssistantID: assistantID, Kind: c.Kind, FromState: c.From, ToState: c.To, Reason: c.Reason, Cases: c.Evidence.Cases, Agreed: c.Evidence.Agreed,
		Lower: c.Evidence.Lower, Line: c.Evidence.Line, ChangedBy: c.MadeBy}
}

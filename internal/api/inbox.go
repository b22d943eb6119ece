package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/conversation"
)

// ConversationWork is where a conversation stands for the people who work on it.
type ConversationWork struct {
	ContactName  string                 `json:"contactName" doc:"Name of the contact; empty if unknown."`
	Status       crm.ConversationStatus `json:"status" enum:"open,pending,snoozed,closed" doc:"open: somebody of the business must act. pending: the business waits for the contact. snoozed: put aside for a while. closed: there is nothing to do."`
	Priority     crm.Priority           `json:"priority" enum:"urgent,high,normal,low" doc:"How pressing the conversation is."`
	WaitingSince *time.Time             `json:"waitingSince" doc:"Since when the contact waits for an answer; null if they do not."`
	DueAt        *time.Time             `json:"dueAt" doc:"When the next clock of the conversation is due, which may be past; null if none runs."`
	SnoozedUntil *time.Time             `json:"snoozedUntil" doc:"When a snoozed conversation opens again; null for no time."`
	WakeOnReply  bool                   `json:"wakeOnReply" doc:"Whether a snoozed conversation opens when the contact writes."`
	FollowUpAt   *time.Time             `json:"followUpAt" doc:"The end of a snooze that the contact cut short: the conversation opens then. It stays, also when it is over, until somebody acts; null for none."`
	PromiseDueAt *time.Time             `json:"promiseDueAt" doc:"When the next open promise to the contact is due, also when that time is over; null for none."`
	ActivityAt   *time.Time             `json:"activityAt" doc:"When the contact last wrote, an answer was last accepted, or the conversation was last opened, handed off or closed; null if it never was open."`
	LastMessage  *MessagePreview        `json:"lastMessage" doc:"The latest message of the contact, or answer to it; null if there is none."`
	Seq          int64                  `json:"seq" doc:"Number of messages of the contact and answers so far. It grows with each."`
	InboundCount int64                  `json:"inboundCount" doc:"Number of messages of the contact that somebody may have to answer."`
	UnreadCount  int64                  `json:"unreadCount" doc:"How many of them you have not read. For an API key, and until you open the conversation: how many nobody has read."`
	SeenBy       string                 `json:"seenBy" doc:"The user who saw the latest of them first; empty for nobody."`
	SeenAt       *time.Time             `json:"seenAt" doc:"When; null for never."`
	MentionedAt  *time.Time             `json:"mentionedAt" doc:"In the view mentions: when a note last mentioned you; else null."`
	Episode      *EpisodeRef            `json:"episode" doc:"The latest episode; null if there never was one."`
}

// MessagePreview is a message as a list shows it.
type MessagePreview struct {
	ID   string `json:"id" doc:"Identifier of the message."`
	Text string `json:"text" doc:"Its first 100 characters, or its type in brackets."`
}

// EpisodeRef names an episode.
type EpisodeRef struct {
	ID       string    `json:"id" doc:"Identifier of the episode; begins with eps_."`
	No       int       `json:"no" doc:"Number of the episode in the conversation, from 1."`
	OpenedAt time.Time `json:"openedAt" doc:"When it began."`
}

// Episode is the work on a conversation from when it opened to when it was closed.
type Episode struct {
	EpisodeRef
	OpenedBy            crm.DoneBy     `json:"openedBy" doc:"Who opened it."`
	OpenReason          string         `json:"openReason" doc:"Why, for example contact_wrote. More reasons may be added."`
	FirstInboundAt      *time.Time     `json:"firstInboundAt" doc:"When the contact first wrote; null for never."`
	FirstAssignedAt     *time.Time     `json:"firstAssignedAt" doc:"When it was first assigned; null for never."`
	FirstAnswerAt       *time.Time     `json:"firstAnswerAt" doc:"When the provider accepted the first answer; null for none."`
	FirstAnswerBy       *crm.DoneBy    `json:"firstAnswerBy" doc:"Who wrote it; null for nobody."`
	FirstPersonAnswerAt *time.Time     `json:"firstPersonAnswerAt" doc:"The same for the first answer that no assistant wrote; null for none."`
	FirstPersonAnswerBy *crm.DoneBy    `json:"firstPersonAnswerBy" doc:"Who wrote it; null for nobody."`
	InboundCount        int            `json:"inboundCount" doc:"Number of messages of the contact."`
	AnswerCount         int            `json:"answerCount" doc:"Number of answers."`
	HandOffCount        int            `json:"handOffCount" doc:"How often an assistant handed it off."`
	ReassignmentCount   int            `json:"reassignmentCount" doc:"How often it went from one person to another."`
	WaitedMs            int64          `json:"waitedMs" doc:"How long the contact waited for answers, in milliseconds, without what still goes on."`
	WaitedFor           []WaitedCause  `json:"waitedFor" nullable:"false" doc:"The same by what kept them waiting."`
	TeamID              string         `json:"teamId" doc:"The team, at the end or now; empty for none."`
	AgentID             string         `json:"agentId" doc:"The user, at the end or now; empty for nobody."`
	ClosedAt            *time.Time     `json:"closedAt" doc:"When it was closed; null while it is open."`
	ClosedBy            *crm.DoneBy    `json:"closedBy" doc:"Who closed it; null while it is open."`
	CloseReason         string         `json:"closeReason" doc:"Why: what the request said, or for example merged. Empty while it is open."`
	Category            string         `json:"category" doc:"What it was about, in your own words."`
	Summary             string         `json:"summary" doc:"What came of it."`
	UnansweredAtClose   bool           `json:"unansweredAtClose" doc:"Whether the contact still waited when it was closed."`
	Rating              *EpisodeRating `json:"rating" doc:"What became of asking the contact for a rating; null if they were not to be asked."`
}

// ChangeConversationStatus says what a conversation's status becomes.
type ChangeConversationStatus struct {
	Status      string     `json:"status" enum:"open,pending,snoozed,closed" doc:"open opens a closed conversation again, with a new episode. closed ends the episode and takes the agent off."`
	Until       *time.Time `json:"until,omitempty" doc:"With snoozed: when it opens again, at most one year ahead."`
	WakeOnReply *bool      `json:"wakeOnReply,omitempty" doc:"With snoozed: whether it opens when the contact writes; true by default."`
	Reason      string     `json:"reason,omitempty" enum:"resolved,unresolved,no_answer,spam,other" doc:"With closed: why; resolved by default."`
	Category    string     `json:"category,omitempty" maxLength:"60" doc:"With closed: what it was about, in your own words."`
	Summary     string     `json:"summary,omitempty" maxLength:"2000" doc:"With closed: what came of it."`
}

// ReadConversation says how much the user has read.
type ReadConversation struct {
	InboundCount int64 `json:"inboundCount" minimum:"0" doc:"The inboundCount that the conversation was shown with."`
	Unread       bool  `json:"unread,omitempty" doc:"Marks it as unread for you instead, until you read it or answer in it: unreadCount is 1 at least. Nothing counts as read by this."`
}

// ConversationCounts are how many conversations you reach, by how they stand.
type ConversationCounts struct {
	All          int64              `json:"all" doc:"Not closed. The other numbers, except closed, are part of it."`
	Mine         int64              `json:"mine" doc:"Assigned to you and not snoozed; 0 for an API key."`
	Unassigned   int64              `json:"unassigned" doc:"Assigned to nobody and not snoozed; they may have a team."`
	NeedsAnswer  int64              `json:"needsAnswer" doc:"The contact waits, and the conversation is not snoozed."`
	Pending      int64              `json:"pending" doc:"You answered and wait for the contact."`
	Snoozed      int64              `json:"snoozed" doc:"Snoozed."`
	Closed       int64              `json:"closed" doc:"Closed."`
	Teams        []TeamCount        `json:"teams" nullable:"false" doc:"The teams that have any, by id."`
	PhoneNumbers []PhoneNumberCount `json:"phoneNumbers" nullable:"false" doc:"The phone numbers that have any, by id."`
}

// PhoneNumberCount is how many conversations a phone number has.
type PhoneNumberCount struct {
	PhoneNumberID string `json:"phoneNumberId" doc:"The phone number."`
	All           int64  `json:"all" doc:"Neither closed nor snoozed."`
	NeedsAnswer   int64  `json:"needsAnswer" doc:"The contact waits, and the conversation is not snoozed."`
}

// TeamCount is how many conversations a team has.
type TeamCount struct {
	TeamID      string `json:"teamId" doc:"The team."`
	All         int64  `json:"all" doc:"Neither closed nor snoozed."`
	NeedsAnswer int64  `json:"needsAnswer" doc:"The contact waits, and the conversation is not snoozed."`
}

type (
	episodesInput struct {
		ConversationInput
		PageInput
	}
	changeStatusInput struct {
		ConversationInput
		Body ChangeConversationStatus
	}
	readConversationInput struct {
		ConversationInput
		Body ReadConversation
	}
	countsOutput struct{ Body ConversationCounts }
)

func inboxRoutes(s *Server) {
	const path = "/v1/conversations/{id}"
	register(s, operation{id: "change-conversation-status", method: http.MethodPut, path: path + "/status", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Open, put off, snooze or close a conversation", description: "What the status is already changes nothing, except the time of a snooze.",
		example: ChangeConversationStatus{Status: "closed", Reason: "resolved", Category: "delivery"}},
		func(ctx context.Context, a crm.Actor, in *changeStatusInput) (*conversationOutput, error) {
			b := in.Body
			return answerConversation(s.svc.Conversation.ChangeStatus(ctx, a, in.ID, crm.StatusChange{Status: crm.ConversationStatus(b.Status), Until: b.Until, WakeOnReply: b.WakeOnReply,
				Reason: b.Reason, Category: b.Category, Summary: b.Summary}))
		})
	register(s, operation{id: "list-conversation-episodes", method: http.MethodGet, path: path + "/episodes", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the episodes of a conversation", description: "The latest first. An episode is the work from when the conversation opened to when it was closed."},
		func(ctx context.Context, a crm.Actor, in *episodesInput) (*pageOutput[Episode], error) {
			return listEpisodes(ctx, s, a, in)
		})
	register(s, operation{id: "list-routing-decisions", method: http.MethodGet, path: path + "/routing", tag: routingTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List why a conversation went where it did", description: "The decisions of routing about it, newest first, for 90 days."},
		func(ctx context.Context, a crm.Actor, in *routingDecisionsInput) (*pageOutput[RoutingDecision], error) {
			return listRoutingDecisions(ctx, s, a, in)
		})
	register(s, operation{id: "read-conversation", method: http.MethodPut, path: path + "/read", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Say what you have read of a conversation", description: "For people who signed in. It only goes forward, but for unread, which is yours alone. The contact is told nothing.",
		example: ReadConversation{InboundCount: 3}},
		func(ctx context.Context, a crm.Actor, in *readConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.Read(ctx, a, in.ID, in.Body.InboundCount, in.Body.Unread))
		})
	register(s, operation{id: "count-conversations", method: http.MethodGet, path: "/v1/conversation-counts", tag: conversationsTag,
		scope: crm.ScopeConversationsRead, summary: "Count the conversations", description: "How many you reach, by how they stand. The numbers are kept, not counted when you ask."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*countsOutput, error) {
			c, err := s.svc.Conversation.Counts(ctx, a)
			return &countsOutput{renderConversationCounts(c)}, err
		})
}

func listConversations(ctx context.Context, s *Server, a crm.Actor, in *conversationsInput) (*pageOutput[Conversation], error) {
	p, err := in.page()
	if err != nil {
		return nil, err
	}
	var list crm.List[conversation.Conversation]
	if err := in.check(a); err != nil {
		return nil, err
	}
	narrow := conversation.ViewFilter{View: crm.ConversationView(in.View), TeamID: in.TeamID, PhoneNumberID: in.PhoneNumberID, LabelID: in.LabelID}
	switch {
	case in.ViewID != "":
		list, err = s.svc.Conversation.ViewSaved(ctx, a, in.ViewID, narrow, p)
	case in.View == "":
		list, err = s.svc.Conversation.Conversations(ctx, a, conversation.Filter{ContactID: in.ContactID, PhoneNumberID: in.PhoneNumberID, LabelID: in.LabelID}, p)
	default:
		list, err = s.svc.Conversation.View(ctx, a, narrow, p)
	}
	return answerPage(list, renderConversation), err
}

// check refuses what does not go together.
func (in *conversationsInput) check(a crm.Actor) error {
	var f crm.Faults
	switch {
	case in.View == "team" && in.TeamID == "":
		f.Add("teamId", crm.CodeRequired, "teamId is required with view=team.")
	case in.View != "team" && in.TeamID != "":
		f.Add("teamId", crm.CodeNotAllowed, "teamId is for view=team.")
	}
	if in.View != "" && in.ViewID != "" {
		f.Add("viewId", crm.CodeNotAllowed, "viewId and view do not go together.")
	}
	if in.View+in.ViewID != "" && in.ContactID != "" {
		f.Add("contactId", crm.CodeNotAllowed, "contactId is for lists without view.")
	}
	if (in.View == "mine" || in.View == "followed" || in.View == "mentions") && a.UserID() == "" {
		f.Add("view", crm.CodeNotAllowed, "view=%s is for people who signed in.", in.View)
	}
	return f.Err()
}

func listEpisodes(ctx context.Context, s *Server, a crm.Actor, in *episodesInput) (*pageOutput[Episode], error) {
	before, err := in.number()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Conversation.Episodes(ctx, a, in.ID, int64(before), in.Limit+1)
	if err != nil {
		return nil, err
	}
	return answerPage(crm.CutPage(list, in.Limit, func(e crm.Episode) string { return strconv.FormatInt(e.OpenedAt.UnixMilli(), 10) }), func(e crm.Episode) Episode { return renderEpisode(a, e) }), nil
}

func renderEpisode(a crm.Actor, e crm.Episode) Episode {
	return Episode{EpisodeRef: EpisodeRef{e.ID, e.No, e.OpenedAt}, OpenedBy: e.OpenedBy, OpenReason: e.OpenReason, FirstInboundAt: e.FirstInboundAt, FirstAssignedAt: e.FirstAssignedAt,
		FirstAnswerAt: e.FirstAnswerAt, FirstAnswerBy: orNobody(e.FirstAnswerBy), FirstPersonAnswerAt: e.FirstPersonAnswerAt, FirstPersonAnswerBy: orNobody(e.FirstPersonAnswerBy),
		InboundCount: e.Inbounds, AnswerCount: e.Answers, HandOffCount: e.HandOffs, ReassignmentCount: e.Reassignments, WaitedMs: e.Waited.Milliseconds(), WaitedFor: renderCauses(e.WaitedBy),
		TeamID: e.TeamID, AgentID: e.AgentID, ClosedAt: e.At, ClosedBy: orNobody(e.By), CloseReason: e.Reason, Category: e.Category, Summary: e.Summary, UnansweredAtClose: e.Unanswered, Rating: renderEpisodeRating(a, e.Rating)}
}

func renderWork(c conversation.Conversation) ConversationWork {
	w := ConversationWork{ContactName: c.ContactName, Status: c.Status, Priority: c.Priority, WaitingSince: c.WaitingSince, DueAt: c.DueAt, SnoozedUntil: c.SnoozedUntil, WakeOnReply: c.WakeOnReply, FollowUpAt: c.FollowUpAt, PromiseDueAt: c.PromiseDueAt,
		ActivityAt: c.ActivityAt, Seq: c.Seq, InboundCount: c.Inbounds, UnreadCount: c.Unread, SeenBy: c.SeenBy, SeenAt: c.SeenAt, MentionedAt: c.MentionedAt}
	if c.Preview.MessageID != "" {
		w.LastMessage = &MessagePreview{c.Preview.MessageID, c.Preview.Text}
	}
	if c.EpisodeID != "" && c.OpenedAt != nil {
		w.Episode = &EpisodeRef{c.EpisodeID, c.EpisodeNo, *c.OpenedAt}
	}
	return w
}

func renderConversationCounts(c conversation.Counts) ConversationCounts {
	out := ConversationCounts{All: c.All, Mine: c.Mine, Unassigned: c.Unassigned, NeedsAnswer: c.NeedsAnswer, Pending: c.Pending, Snoozed: c.Snoozed, Closed: c.Closed, Teams: []TeamCount{}, PhoneNumbers: []PhoneNumberCount{}}
	for id, t := range c.Teams {
		out.Teams = append(out.Teams, TeamCount{id, t.All, t.NeedsAnswer})
	}
	for id, n := range c.PhoneNumbers {
		out.PhoneNumbers = append(out.PhoneNumbers, PhoneNumberCount{id, n.All, n.NeedsAnswer})
	}
	slices.SortFunc(out.PhoneNumbers, func(a, b PhoneNumberCount) int { return cmp.Compare(a.PhoneNumberID, b.PhoneNumberID) })
	slices.SortFunc(out.Teams, func(a, b TeamCount) int { return cmp.Compare(a.TeamID, b.TeamID) })
	return out
}

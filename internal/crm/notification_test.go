package crm

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

func eventBody(t *testing.T, kind EventKind, data any) []byte {
	t.Helper()
	body, err := EventBody(kind, time.Unix(1767225600, 0), data)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// Whom events tell of what; all others tell nobody.
func TestNotificationCauses(t *testing.T) {
	ada, bob := "usr_ada", "usr_bob"
	for what, c := range map[string]struct {
		kind EventKind
		data any
		want []NotificationCause
	}{
		"assigned": {EventConversationAssigned, ConversationAssignedData{ConversationID: "cnv_1", AgentID: ada, TeamID: "tem_1"},
			[]NotificationCause{{Kind: NotifyAssigned, UserIDs: []string{ada}, ConversationID: "cnv_1"}}},
		"the team of who has it changed": {EventConversationAssigned, ConversationAssignedData{ConversationID: "cnv_1", AgentID: ada, FromAgentID: ada, TeamID: "tem_1"}, nil},
		"a team got it":                  {EventConversationAssigned, ConversationAssignedData{ConversationID: "cnv_1", TeamID: "tem_1"}, []NotificationCause{{Kind: NotifyNewInTeam, TeamID: "tem_1", ConversationID: "cnv_1"}}},
		"its agent gave it back":         {EventConversationAssigned, ConversationAssignedData{ConversationID: "cnv_1", TeamID: "tem_1", FromTeamID: "tem_1", FromAgentID: bob}, []NotificationCause{{Kind: NotifyNewInTeam, TeamID: "tem_1", ConversationID: "cnv_1"}}},
		"nobody has it":                  {EventConversationAssigned, ConversationAssignedData{ConversationID: "cnv_1", FromAgentID: bob}, nil},
		"a note":                         {EventNoteCreated, NoteCreatedData{NoteID: "not_1", MentionedUserIDs: []string{ada}}, []NotificationCause{{Kind: NotifyMentioned, UserIDs: []string{ada}, SubjectID: "not_1"}}},
		"late, of an agent":              {EventConversationSLABreached, ConversationSLABreachedData{ClockID: "clk_1", AgentID: ada, TeamID: "tem_1"}, []NotificationCause{{Kind: NotifyBreached, UserIDs: []string{ada}, SubjectID: "clk_1", By: DoneBy{Type: ActorSystem}}}},
		"late soon, of a team":           {EventConversationSLAWarned, ConversationSLAWarnedData{ClockID: "clk_1", TeamID: "tem_1"}, []NotificationCause{{Kind: NotifyWarned, TeamID: "tem_1", SubjectID: "clk_1", By: DoneBy{Type: ActorSystem}}}},
		"a conversation goes round": {EventConversationTooOften, ConversationTooOftenData{DecisionID: "rdc_1", FromTeamID: "tem_1", TeamID: "tem_2"},
			[]NotificationCause{{Kind: NotifyTooOften, TeamID: "tem_2", SubjectID: "rdc_1", By: DoneBy{Type: ActorSystem}}}},
		"a promise of somebody is due": {EventPromiseDue, PromiseData{PromiseID: "prm_1", UserID: ada, ChangedBy: DoneBy{Type: ActorSystem}},
			[]NotificationCause{{Kind: NotifyPromise, UserIDs: []string{ada}, SubjectID: "prm_1", By: DoneBy{Type: ActorSystem}}}},
		"a promise of nobody is due": {EventPromiseDue, PromiseData{PromiseID: "prm_1", ChangedBy: DoneBy{Type: ActorSystem}},
			[]NotificationCause{{Kind: NotifyPromise, Holder: true, Team: true, SubjectID: "prm_1", By: DoneBy{Type: ActorSystem}}}},
		"a deal is somebody's":       {EventDealAssigned, DealAssignedData{DealID: "dl_1", OwnerID: &ada, FromOwnerID: &bob}, []NotificationCause{{Kind: NotifyDeal, UserIDs: []string{ada}, DealID: "dl_1", Detail: "assigned"}}},
		"a deal is nobody's":         {EventDealAssigned, DealAssignedData{DealID: "dl_1", FromOwnerID: &bob}, nil},
		"deals are imported":         {EventDealAssigned, DealAssignedData{DealID: "dl_1", OwnerID: &ada, ChangedBy: DoneBy{Type: ActorImport}}, nil},
		"a deal is won":              {EventDealStageUpdated, DealStageData{DealID: "dl_1", OwnerID: &ada, Status: "won"}, []NotificationCause{{Kind: NotifyDeal, UserIDs: []string{ada}, DealID: "dl_1", Detail: "won"}}},
		"a deal goes on":             {EventDealStageUpdated, DealStageData{DealID: "dl_1", OwnerID: &ada, Status: "open"}, nil},
		"a deal rots":                {EventDealRotted, DealRottedData{DealID: "dl_1", OwnerID: &ada}, []NotificationCause{{Kind: NotifyDeal, UserIDs: []string{ada}, DealID: "dl_1", Detail: "rotted", By: DoneBy{Type: ActorSystem}}}},
		"a note of a deal":           {EventDealNoteCreated, DealNoteCreatedData{NoteID: "dln_1", DealID: "dl_1", MentionedUserIDs: []string{ada}}, []NotificationCause{{Kind: NotifyMentioned, UserIDs: []string{ada}, DealID: "dl_1", SubjectID: "dln_1"}}},
		"a template is paused":       {EventTemplateStatusUpdated, TemplateStatusData{TemplateID: "tpl_1", Status: "paused"}, []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: "tpl_1", By: DoneBy{Type: ActorProvider}}}},
		"a template is not taken":    {EventTemplateStatusUpdated, TemplateStatusData{TemplateID: "tpl_1", Status: "draft", PreviousStatus: "pending"}, []NotificationCause{ofTemplate("tpl_1")}},
		"a template is rated red":    {EventTemplateQualityUpdated, TemplateQualityData{TemplateID: "tpl_1", Quality: "RED"}, []NotificationCause{ofTemplate("tpl_1")}},
		"a template's category":      {EventTemplateCategoryUpdated, TemplateCategoryData{TemplateID: "tpl_1", NextCategory: "MARKETING"}, []NotificationCause{ofTemplate("tpl_1")}},
		"a template is approved":     {EventTemplateStatusUpdated, TemplateStatusData{TemplateID: "tpl_1", Status: "approved"}, nil},
		"a rule of deals cannot act": {EventDealRuleFailed, DealRuleFailedData{RuleID: "drl_1", ConversationID: "cnv_1"}, []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: "drl_1", By: DoneBy{Type: ActorSystem}}}},
		"a proposal fails":           {EventProposalFailed, ProposalFailedData{FailureID: "prf_1", ConversationID: "cnv_1"}, []NotificationCause{{Kind: NotifySystem, Managers: true, SubjectID: "prf_1", By: DoneBy{Type: ActorSystem}}}},
		"a message of ours":          {EventMessagesStatusUpdated, MessageStatusData{}, nil},
		"data of another version":    {EventNoteCreated, []string{"no object"}, nil},
	} {
		got := NotificationCauses(c.kind, eventBody(t, c.kind, c.data))
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(c.want)
		if string(a) != string(b) {
			t.Errorf("%s: %s, want %s", what, a, b)
		}
	}
	for _, e := range EventTypes {
		if got := NotificationCauses(e.Kind, eventBody(t, e.Kind, e.Sample)); len(got) > 0 && !Notifies(e.Kind) {
			t.Errorf("%s tells somebody, and is left out", e.Kind)
		}
	}
}

// Nobody is told of what they did themselves, and keys say what is told once.
func TestNotificationFor(t *testing.T) {
	c := NotificationCause{Kind: NotifyAssigned, ConversationID: "cnv_1", By: DoneBy{ActorUser, "usr_ada"}}
	if c.For("usr_ada", "evt_1", 1, time.Now()) != nil {
		t.Error("somebody is told of what they did")
	}
	key := func(k NotificationKind, subject, event string) string {
		c.Kind, c.SubjectID = k, subject
		return c.For("usr_bob", event, 1, time.Now()).DedupeKey
	}
	if key(NotifyAssigned, "", "evt_1") == key(NotifyAssigned, "", "evt_2") || key(NotifyMentioned, "not_1", "evt_1") == key(NotifyMentioned, "not_2", "evt_2") {
		t.Error("assignments or mentions collapse")
	}
	if key(NotifyWaiting, "", "evt_1") != key(NotifyWaiting, "", "evt_2") || key(NotifyMentioned, "not_1", "evt_1") != key(NotifyMentioned, "not_1", "evt_2") {
		t.Error("one thing is told twice")
	}
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Quiet hours are those of the member's zone, over midnight and when clocks change.
func TestQuietHours(t *testing.T) {
	night := NotificationSettings{TimeZone: "Europe/Berlin", QuietHours: &QuietHours{From: "20:00", To: "07:30"}}
	noon := NotificationSettings{TimeZone: "Europe/Berlin", QuietHours: &QuietHours{From: "12:00", To: "13:00", BreachesPass: true}}
	for _, c := range []struct {
		s       NotificationSettings
		at, end string // "" outside
	}{
		{night, "2026-01-10T19:30:00Z", "2026-01-11T06:30:00Z"}, // 20:30 there
		{night, "2026-01-10T18:59:59Z", ""},
		{night, "2026-01-10T06:29:00Z", "2026-01-10T06:30:00Z"},
		{night, "2026-01-10T06:30:00Z", ""},
		{night, "2026-03-28T22:00:00Z", "2026-03-29T05:30:00Z"}, // clocks go forward
		{night, "2026-10-24T22:00:00Z", "2026-10-25T06:30:00Z"}, // and back
		{noon, "2026-07-01T10:30:00Z", "2026-07-01T11:00:00Z"},
		{noon, "2026-07-01T11:00:00Z", ""},
	} {
		end, quiet := c.s.QuietUntil(moment(t, c.at))
		if quiet != (c.end != "") || quiet && !end.Equal(moment(t, c.end)) {
			t.Errorf("at %s it is quiet until %s (%t), want %q", c.at, end.UTC(), quiet, c.end)
		}
	}
	at := moment(t, "2026-07-01T10:30:00Z")
	if noon.Disturbs(NotifyAssigned, at) || !noon.Disturbs(NotifyBreached, at) || night.Disturbs(NotifyBreached, moment(t, "2026-01-10T22:00:00Z")) || !night.Disturbs(NotifyAssigned, at) {
		t.Error("the wrong kinds disturb in quiet hours")
	}
}

// When digests are due.
func TestDigestAt(t *testing.T) {
	daily := NotificationSettings{TimeZone: "Europe/Berlin", Digest: &NotificationDigest{At: "08:00"}}
	hourly := NotificationSettings{TimeZone: "UTC", Digest: &NotificationDigest{EveryHours: 4}}
	quiet := NotificationSettings{TimeZone: "UTC", Digest: &NotificationDigest{EveryHours: 1}, QuietHours: &QuietHours{From: "20:00", To: "07:30"}}
	for _, c := range []struct {
		s                NotificationSettings
		came, last, want string
	}{
		{daily, "2026-01-10T06:59:00Z", "", "2026-01-10T07:00:00Z"},
		{daily, "2026-01-10T07:00:00Z", "2026-01-10T07:00:00Z", "2026-01-11T07:00:00Z"},
		{daily, "2026-03-28T12:00:00Z", "", "2026-03-29T06:00:00Z"},
		{hourly, "2026-01-10T12:00:00Z", "", "2026-01-10T12:10:00Z"},
		{hourly, "2026-01-10T12:00:00Z", "2026-01-10T11:00:00Z", "2026-01-10T15:00:00Z"},
		{hourly, "2026-01-10T12:00:00Z", "2026-01-10T01:00:00Z", "2026-01-10T12:10:00Z"},
		{quiet, "2026-01-10T20:00:00Z", "", "2026-01-11T07:30:00Z"},
	} {
		var last time.Time
		if c.last != "" {
			last = moment(t, c.last)
		}
		if due, wanted := c.s.DigestAt(moment(t, c.came), last); !wanted || !due.Equal(moment(t, c.want)) {
			t.Errorf("what came at %s after a digest at %q is due at %s, want %s", c.came, c.last, due.UTC(), c.want)
		}
	}
	if _, wanted := DefaultNotificationSettings().DigestAt(time.Now(), time.Time{}); wanted {
		t.Error("who chose nothing is mailed")
	}
}

// Every fault of settings is named at once.
func TestNotificationSettingsFaults(t *testing.T) {
	_, err := NotificationSettings{Kinds: []NotificationChannels{{Kind: "deals"}, {Kind: NotifyWaiting, Push: true, Mail: true}, {Kind: NotifyWaiting, InApp: true}, {}}, TimeZone: "Local",
		QuietHours: &QuietHours{From: "24:00", To: "7:00"}, Digest: &NotificationDigest{EveryHours: 200}}.Normalize()
	var got []string
	for _, f := range AsError(err).Fields {
		got = append(got, f.Pointer)
	}
	slices.Sort(got)
	want := []string{"/digest/everyHours", "/kinds/0/kind", "/kinds/1/mail", "/kinds/1/push", "/kinds/2/kind", "/kinds/3/kind", "/quietHours/from", "/quietHours/to", "/timeZone"}
	if !slices.Equal(got, want) {
		t.Errorf("the faults are at %q, want %q", got, want)
	}
	s, err := NotificationSettings{Kinds: []NotificationChannels{{Kind: NotifyWaiting}}}.Normalize()
	if err != nil || len(s.Kinds) != len(NotificationKinds) || s.Channels(NotifyWaiting).InApp || !s.Channels(NotifyMentioned).InApp || s.TimeZone != "UTC" {
		t.Errorf("the settings become %+v: %v", s, err)
	}
}

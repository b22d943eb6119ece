package crm

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// RatingMethod is how contacts say what they think of an episode.
type RatingMethod string

// The methods.
const (
	RateByButtons RatingMethod = "buttons" // good, ok or bad
	RateByList    RatingMethod = "list"    // one to five
)

// RatingState is what became of asking for a rating.
type RatingState string

// The states.
const (
	RatingPending      RatingState = "pending" // it will be asked
	RatingAsked        RatingState = "asked"
	RatingRated        RatingState = "rated"
	RatingWindowClosed RatingState = "window_closed" // nothing could be sent any more
	RatingNotSent      RatingState = "not_sent"      // for the reason that is told
)

// Why a question was not sent, beside the codes of refused messages.
const (
	RatingReasonOff      = "disabled"          // ratings were turned off meanwhile
	RatingReasonReopened = "conversation_open" // the next episode is open
)

// Limits of ratings.
const (
	MaxRatingQuestion = maxInteractiveBody
	MaxRatingThanks   = 1024
	MaxRatingDelay    = 1440
	MaxRatingNumbers  = 100
	maxRatingComment  = 2000
	// RatingLife is for how long a contact may change a rating.
	RatingLife = 24 * time.Hour
)

// RatingSettings say whether and how contacts are asked. The JSON is what is stored.
type RatingSettings struct {
	Enabled        bool          `json:"enabled"`
	Question       string        `json:"question"`
	Method         RatingMethod  `json:"method"`
	Answers        RatingAnswers `json:"answers"`
	ListButton     string        `json:"listButton"`
	Thanks         string        `json:"thanks"` // "" for none
	DelayMinutes   int           `json:"delayMinutes"`
	CommentMinutes int           `json:"commentMinutes"` // 0 takes no comments
	// OnlyAnsweredByPeople leaves out what only assistants answered.
	OnlyAnsweredByPeople bool     `json:"onlyAnsweredByPeople"`
	PhoneNumberIDs       []string `json:"phoneNumberIds"` // none are all
	// TemplateName asks whose window has closed; "" asks them nothing.
	TemplateName     string     `json:"templateName"`
	TemplateLanguage string     `json:"templateLanguage"` // "" for the workspace's, or the only one
	UpdatedAt        *time.Time `json:"-"`                // nil if never
}

// RatingAnswers are the buttons.
type RatingAnswers struct {
	Good string `json:"good" minLength:"1" maxLength:"20" doc:"The button for 5."`
	OK   string `json:"ok" minLength:"1" maxLength:"20" doc:"The button for 3."`
	Bad  string `json:"bad" minLength:"1" maxLength:"20" doc:"The button for 1."`
}

// DefaultRatingSettings hold where nobody has set any.
func DefaultRatingSettings() RatingSettings {
	return RatingSettings{Question: "How did we do?", Method: RateByButtons, Answers: RatingAnswers{"Good", "OK", "Bad"}, ListButton: "Rate",
		CommentMinutes: 10, OnlyAnsweredByPeople: true, PhoneNumberIDs: []string{}}
}

// RatingSettingsChange changes what is given of the settings.
type RatingSettingsChange struct {
	Enabled                      *bool
	Question                     *string
	Method                       *RatingMethod
	Answers                      *RatingAnswers
	ListButton, Thanks           *string
	DelayMinutes, CommentMinutes *int
	OnlyAnsweredByPeople         *bool
	PhoneNumberIDs               *[]string
	TemplateName                 *string
	TemplateLanguage             *string
}

// Check adds every fault of the form of the settings.
func (s RatingSettings) Check(f *Faults) {
	checkText("/question", s.Question, true, MaxRatingQuestion, f)
	if s.Method != RateByButtons && s.Method != RateByList {
		f.Add("/method", CodeNotAllowed, "method is %s.", oneOf([]string{string(RateByButtons), string(RateByList)}))
	}
	titles := map[string]bool{}
	for _, a := range []struct{ name, title string }{{"good", s.Answers.Good}, {"ok", s.Answers.OK}, {"bad", s.Answers.Bad}} {
		checkText("/answers/"+a.name, a.title, true, maxLabel, f)
		unique("/answers/"+a.name, a.title, titles, f)
	}
	checkText("/listButton", s.ListButton, true, maxLabel, f)
	checkText("/thanks", s.Thanks, false, MaxRatingThanks, f)
	if strings.TrimSpace(s.Thanks) == "" && s.Thanks != "" {
		f.Add("/thanks", CodeParameterInvalid, "thanks may not be blank. Leave it empty to send none.")
	}
	for _, n := range []struct {
		pointer string
		minutes int
	}{{"/delayMinutes", s.DelayMinutes}, {"/commentMinutes", s.CommentMinutes}} {
		if n.minutes < 0 || n.minutes > MaxRatingDelay {
			f.Add(n.pointer, CodeOutOfRange, "%s is 0 to %d, not %d.", n.pointer[1:], MaxRatingDelay, n.minutes)
		}
	}
	if len(s.PhoneNumberIDs) > MaxRatingNumbers {
		f.Add("/phoneNumberIds", CodeOutOfRange, "phoneNumberIds has %d entries; at most %d are allowed.", len(s.PhoneNumberIDs), MaxRatingNumbers)
	}
	if s.TemplateName == "" && s.TemplateLanguage != "" {
		f.Add("/templateLanguage", CodeNotAllowed, "templateLanguage is for templateName.")
	}
}

// CheckTemplate adds every fault of the template that asks, of which the workspace
// has these.
func (s RatingSettings) CheckTemplate(list []Template, f *Faults) {
	if len(list) == 0 {
		f.Add("/templateName", CodeTemplateNotFound, "This workspace has no template %q. POST /v1/templates/sync mirrors new ones.", s.TemplateName)
		return
	}
	found := false
	for i := range list {
		if s.TemplateLanguage != "" && list[i].Language != s.TemplateLanguage {
			continue
		}
		found = true
		if s.AskByTemplate(&list[i], "", f); !f.Empty() {
			return
		}
	}
	if !found {
		f.Add("/templateLanguage", CodeTemplateLanguage, "Template %q has no language %q.", s.TemplateName, s.TemplateLanguage)
	}
}

// templateScores are what the quick replies of a template stand for, in their order,
// by how many there are.
var templateScores = map[int][]int{3: {5, 3, 1}, 5: {5, 4, 3, 2, 1}}

// AskByTemplate is the question about an episode as a template: its quick replies are
// the answers. It adds why it cannot ask.
func (s RatingSettings) AskByTemplate(t *Template, episodeID string, f *Faults) (*TemplateContent, RatingMethod) {
	c := &TemplateContent{Name: t.Name, Language: t.Language}
	var quick []int
	for i, b := range t.Form.Buttons {
		if b.Type == "QUICK_REPLY" {
			quick = append(quick, i)
		}
	}
	scores := templateScores[len(quick)]
	if scores == nil {
		f.Add("/templateName", CodeNotAllowed, "Template %q (%s) has %d quick replies; the question takes 3, for the scores 5, 3 and 1, or 5, for 5 to 1.", t.Name, t.Language, len(quick))
		return c, ""
	}
	for n, i := range quick {
		c.Buttons = append(c.Buttons, ButtonParameter{Index: i, Payload: ratingMark(episodeID, scores[n])})
	}
	var values Faults
	if t.Form.Check(c, &values); !values.Empty() {
		f.Add("/templateName", CodeNotAllowed, "Template %q (%s) needs values; the question fills in none.", t.Name, t.Language)
	}
	if len(scores) == len(stars) {
		return c, RateByList
	}
	return c, RateByButtons
}

// Asks reports whether the contact of a closed episode is to be asked. sure is false
// where it is to be found out yet whether people answered in it.
func (s RatingSettings) Asks(state *InboxState) (asks, sure bool) {
	e := state.Episode
	if !s.Enabled || e.At == nil || e.Reason == "spam" || e.Reason == ReasonMerged {
		return false, false
	}
	of := len(s.PhoneNumberIDs) == 0
	for _, id := range s.PhoneNumberIDs {
		of = of || id == state.PhoneNumberID
	}
	sure = !s.OnlyAnsweredByPeople || e.FirstPersonAnswerAt != nil
	return of && (sure || state.AnswerSeq > 0), sure
}

// stars are the rows of a list, the best first.
var stars = []string{"★★★★★", "★★★★", "★★★", "★★", "★"}

// Ask is the question about an episode.
func (s RatingSettings) Ask(episodeID string) *Interactive {
	if s.Method == RateByList {
		rows := make([]ListRow, 0, len(stars))
		for _, title := range stars {
			n := utf8.RuneCountInString(title)
			rows = append(rows, ListRow{ID: ratingMark(episodeID, n), Title: strconv.Itoa(n) + " " + title})
		}
		return &Interactive{Type: InteractiveListForm, Body: s.Question, List: &InteractiveList{Button: s.ListButton, Sections: []ListSection{{Rows: rows}}}}
	}
	return &Interactive{Type: InteractiveButtons, Body: s.Question, Buttons: []ReplyButton{
		{ID: ratingMark(episodeID, 5), Title: s.Answers.Good}, {ID: ratingMark(episodeID, 3), Title: s.Answers.OK}, {ID: ratingMark(episodeID, 1), Title: s.Answers.Bad}}}
}

const ratingPrefix = "rating:"

func ratingMark(episodeID string, score int) string {
	return ratingPrefix + episodeID + ":" + strconv.Itoa(score)
}

// RatingTap returns what a message says about an episode, if it has the form of a tap
// on a question.
func (m *Message) RatingTap() (episodeID string, score int, ok bool) {
	if m.Content.Reply == nil || m.Content.GroupID != "" {
		return "", 0, false
	}
	rest, ok := strings.CutPrefix(m.Content.Reply.ID, ratingPrefix)
	if !ok {
		return "", 0, false
	}
	episodeID, digit, _ := strings.Cut(rest, ":")
	if !ValidID(PrefixEpisode, episodeID) || len(digit) != 1 || digit[0] < '1' || digit[0] > '5' {
		return "", 0, false
	}
	return episodeID, int(digit[0] - '0'), true
}

// Rating is what became of asking the contact of an episode.
type Rating struct {
	WorkspaceID, EpisodeID, ConversationID, ContactID, PhoneNumberID string
	TeamID, AgentID                                                  string // that had it when it was closed
	OpenedAt, ClosedAt                                               time.Time
	ByPeople                                                         bool // people are known to have answered in it
	State                                                            RatingState
	Reason                                                           string // with RatingNotSent
	Method                                                           RatingMethod
	MessageID                                                        string // the question; "" for none
	AskedAt                                                          *time.Time
	Score                                                            int // 0 for none
	Comment                                                          string
	RatedAt                                                          *time.Time // the first tap
	// Until CommentUntil a text in the conversation TappedIn is the comment.
	TappedIn     string
	CommentUntil *time.Time
}

// Asked notes the question that is sent.
func (r *Rating) Asked(messageID string, method RatingMethod, now time.Time) {
	r.State, r.MessageID, r.Method, r.AskedAt = RatingAsked, messageID, method, &now
}

// Offered reports whether the question has an answer with this score.
func (r *Rating) Offered(score int) bool {
	return (r.State == RatingAsked || r.State == RatingRated) && (r.Method == RateByList || score != 2 && score != 4)
}

// Tap notes a tap of the contact in a conversation. The first one holds, and may be
// changed for RatingLife; it reports whether the rating is another one now.
func (r *Rating) Tap(score int, conversationID string, at time.Time, comments time.Duration) (changed bool) {
	if r.RatedAt != nil && at.Sub(*r.RatedAt) >= RatingLife {
		return false
	}
	changed = r.Score != score
	r.State, r.Score = RatingRated, score
	if r.RatedAt == nil {
		r.RatedAt = &at
	}
	if r.Comment == "" && comments > 0 {
		until := at.Add(comments)
		r.TappedIn, r.CommentUntil = conversationID, &until
	}
	return changed
}

// Remark notes what the contact wrote after the tap.
func (r *Rating) Remark(text string) {
	if runes := []rune(text); len(runes) > maxRatingComment {
		text = string(runes[:maxRatingComment])
	}
	r.Comment, r.CommentUntil = text, nil
}

// RatingFilter narrows a list of ratings; empty fields match all.
type RatingFilter struct {
	Since, Until    *time.Time
	TeamID, AgentID string
	Score           int
}

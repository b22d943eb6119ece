// Package reads says what is read of a workspace with a history, and how often.
package reads

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"time"
)

// Read is one way of reading a workspace.
type Read struct {
	Name string
	// Path is asked with one of IDs where it has an {id}, by who has the key.
	Path, Key string
	IDs       []string
	Share     int // how often it is asked for, of the shares of all
}

// URL is asked for the i-th time.
func (r Read) URL(service string, i int) string {
	return service + strings.ReplaceAll(r.Path, "{id}", r.IDs[i%len(r.IDs)])
}

// Caller is who reads, with what they read one by one.
type Caller struct {
	Key string
	IDs []string
}

func (c Caller) ask(list []Read) []Read {
	for i := range list {
		list[i].Key, list[i].IDs = c.Key, c.IDs
	}
	return list
}

// Inbox names what the reads of an inbox need.
type Inbox struct {
	TeamID, ViewID string
	LabelIDs       []string
	// Everything sees all of it, Agent has a limited reach.
	Everything, Agent Caller
}

// Reads are the ways of reading the inbox.
func (w Inbox) Reads() []Read {
	const list = "/v1/conversations?view="
	everything := []Read{{Name: "all", Path: list + "all", Share: 6}, {Name: "unassigned", Path: list + "unassigned", Share: 6}, {Name: "needs_answer", Path: list + "needs_answer", Share: 6},
		{Name: "waiting_longest", Path: list + "waiting_longest", Share: 4}, {Name: "window_closing", Path: list + "window_closing", Share: 2}, {Name: "follow_ups", Path: list + "follow_ups", Share: 2},
		{Name: "snoozed", Path: list + "snoozed", Share: 2}, {Name: "assistant", Path: list + "assistant", Share: 2}, {Name: "closed", Path: list + "closed", Share: 2},
		{Name: "team", Path: list + "team&teamId=" + w.TeamID, Share: 4}, {Name: "without a view", Path: "/v1/conversations", Share: 6}, {Name: "with a label", Path: "/v1/conversations?labelId=" + w.LabelIDs[0], Share: 2},
		{Name: "closed, with a label", Path: list + "closed&labelId=" + w.LabelIDs[1], Share: 2}, {Name: "counts", Path: "/v1/conversation-counts", Share: 16},
		{Name: "a conversation", Path: "/v1/conversations/{id}", Share: 24}, {Name: "its messages", Path: "/v1/messages?conversationId={id}", Share: 24}, {Name: "its timeline", Path: "/v1/conversations/{id}/timeline", Share: 8},
		{Name: "its episodes", Path: "/v1/conversations/{id}/episodes", Share: 2}, {Name: "its notes", Path: "/v1/conversations/{id}/notes", Share: 6}, {Name: "its routing", Path: "/v1/conversations/{id}/routing", Share: 2},
		{Name: "its clocks", Path: "/v1/conversations/{id}/clocks", Share: 4}}
	agents := []Read{{Name: "agent: all", Path: list + "all", Share: 4}, {Name: "agent: mine", Path: list + "mine", Share: 12}, {Name: "agent: unassigned", Path: list + "unassigned", Share: 6},
		{Name: "agent: followed", Path: list + "followed", Share: 2}, {Name: "agent: mentions", Path: list + "mentions", Share: 2}, {Name: "agent: closed", Path: list + "closed", Share: 2},
		{Name: "agent: without a view", Path: "/v1/conversations", Share: 4}, {Name: "agent: counts", Path: "/v1/conversation-counts", Share: 8}, {Name: "agent: a saved view", Path: "/v1/conversations?viewId=" + w.ViewID, Share: 2},
		{Name: "agent: its count", Path: "/v1/views/" + w.ViewID + "/count", Share: 2}, {Name: "agent: views", Path: "/v1/views", Share: 2}, {Name: "agent: drafts", Path: "/v1/drafts", Share: 2},
		{Name: "agent: a conversation", Path: "/v1/conversations/{id}", Share: 8}, {Name: "agent: its timeline", Path: "/v1/conversations/{id}/timeline", Share: 2}}
	out := append(w.Everything.ask(everything), w.Agent.ask(agents)...)
	for _, s := range searches {
		path := "/v1/search?q=" + url.QueryEscape(s[1])
		out = append(out, w.Everything.ask([]Read{{Name: "search: " + s[0], Path: path, Share: 1}})...)
		out = append(out, w.Agent.ask([]Read{{Name: "agent: search: " + s[0], Path: path, Share: 1}})...)
	}
	return out
}

// searches are what is searched for in what crm seed wrote.
var searches = [...][2]string{{"a rare word", "lighthouse"}, {"a frequent word", "parcel"}, {"two words", "weekend receipt"}, {"a beginning", "lighth"}, {"Chinese", "什么时候"}, {"a number", "4915000000"}}

// Deals names what the reads of deals and reports need.
type Deals struct {
	PipelineID         string
	StageIDs           []string
	OwnerID, ContactID string
	Caller             Caller
}

// Reads are the ways of reading deals and reports at a time.
func (d Deals) Reads(now time.Time) []Read {
	day := func(ago int) string { return now.AddDate(0, 0, -ago).UTC().Format(time.DateOnly) }
	pipeline := "/v1/pipelines/" + d.PipelineID
	quarter := "from=" + day(91) + "&to=" + day(0)
	at := "at=" + now.AddDate(0, 0, -100).UTC().Format("2006-01-02T15:04:05Z")
	list := []Read{
		{Name: "board", Path: pipeline + "/board", Share: 12}, {Name: "board, a column", Path: pipeline + "/board?stageId=" + d.StageIDs[1], Share: 12}, {Name: "board, at", Path: pipeline + "/board?" + at, Share: 2},
		{Name: "deals", Path: "/v1/deals", Share: 6}, {Name: "deals of an owner", Path: "/v1/deals?status=open&ownerId=" + d.OwnerID, Share: 8}, {Name: "deals on a stage", Path: "/v1/deals?stageId=" + d.StageIDs[0], Share: 4},
		{Name: "deals of a contact", Path: "/v1/deals?contactId=" + d.ContactID, Share: 6}, {Name: "deals to close", Path: "/v1/deals?expectedCloseFrom=" + day(0) + "&expectedCloseTo=" + day(-31), Share: 3},
		{Name: "a deal", Path: "/v1/deals/{id}", Share: 12}, {Name: "its history", Path: "/v1/deals/{id}/history", Share: 4},
		{Name: "forecast by stage", Path: pipeline + "/forecast", Share: 3}, {Name: "forecast by month", Path: pipeline + "/forecast?groupBy=month", Share: 2}, {Name: "forecast by owner", Path: pipeline + "/forecast?groupBy=owner", Share: 2},
		{Name: "forecast by category", Path: pipeline + "/forecast?groupBy=category", Share: 2}, {Name: "forecast, at", Path: pipeline + "/forecast?" + at, Share: 2}, {Name: "forecast items", Path: pipeline + "/forecast/items?month=" + day(-20)[:7], Share: 2},
		{Name: "bridge of a quarter", Path: pipeline + "/bridge?" + quarter, Share: 2}, {Name: "bridge, Kathmandu", Path: pipeline + "/bridge?timeZone=Asia/Kathmandu&" + quarter, Share: 1}, {Name: "bridge items", Path: pipeline + "/bridge/items?part=new&" + quarter, Share: 2},
		{Name: "conversion of a quarter", Path: pipeline + "/conversion?" + quarter, Share: 2}, {Name: "conversion items", Path: pipeline + "/conversion/items?" + quarter, Share: 2},
		{Name: "closings of a quarter", Path: pipeline + "/closings?" + quarter, Share: 1}, {Name: "closing items", Path: pipeline + "/closings/items?" + quarter, Share: 1}}
	for _, report := range []string{"messages", "openings", "first-answers", "answers", "resolutions", "reopenings", "assignments", "hand-offs", "ratings"} {
		path := "/v1/reports/" + report + "?" + quarter
		list = append(list, Read{Name: "report " + report, Path: path, Share: 1}, Read{Name: "report " + report + " by agent", Path: path + "&groupBy=agent", Share: 1},
			Read{Name: "report " + report + ", items", Path: "/v1/reports/" + report + "/items?" + quarter, Share: 1})
	}
	for _, by := range []string{"team", "label", "phone_number"} {
		list = append(list, Read{Name: "report answers by " + by, Path: "/v1/reports/answers?groupBy=" + by + "&" + quarter, Share: 1})
	}
	list = append(list, Read{Name: "report answers by hour", Path: "/v1/reports/answers?groupBy=hour&from=" + day(30) + "&to=" + day(0), Share: 1},
		Read{Name: "report answers, Kathmandu", Path: "/v1/reports/answers?timeZone=Asia/Kathmandu&" + quarter, Share: 1},
		Read{Name: "report waiting", Path: "/v1/reports/waiting?" + quarter, Share: 2}, Read{Name: "report window", Path: "/v1/reports/window", Share: 1})
	return d.Caller.ask(list)
}

// rounds are how many orders follow one another before they begin again.
const rounds = 20

// Shuffled numbers the reads in an order in which each comes as often as its share says,
// and which is the same in every run. People do not wait for one another: what is rare
// does not come one behind the other, and neither is it kept apart.
func Shuffled(list []Read) (order []int) {
	random := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		var round []int
		for i, r := range list {
			for range r.Share {
				round = append(round, i)
			}
		}
		random.Shuffle(len(round), func(a, b int) { round[a], round[b] = round[b], round[a] })
		order = append(order, round...)
	}
	return order
}

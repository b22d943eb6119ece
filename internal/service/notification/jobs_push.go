package notification

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/webpush"
)

// jobPush is the kind of the jobs that decide whether a notification is pushed, and of
// those that push it to one browser.
const jobPush jobs.JobKind = "push_notification"

const (
	pushTimeout = 15 * time.Second
	maxPushes   = 6 // attempts for one browser
	pushBase    = 2 * time.Second
	pushLimit   = 5 * time.Minute
)

// pushOrder is the work of a jobPush.
type pushOrder struct {
	UserID string `json:"user"`
	ID     string `json:"id"`
	Raised int64  `json:"raised"` // by what it came up: later it is another's
	// SubscriptionID is the browser; "" to decide.
	SubscriptionID string `json:"subscription,omitempty"`
	Tries          int    `json:"tries,omitempty"`
	// Begun says that a call has begun whose outcome is not known.
	Begun bool `json:"begun,omitempty"`
}

func (o pushOrder) payload() string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	return string(text)
}

func orderPush(tx *db.Tx, workspaceID string, o pushOrder, at time.Time) {
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobPush, Queue: workspaceID, RunAt: at, Payload: o.payload()})
}

// Push tells browsers of notifications that nobody saw within some seconds.
func Push(s *Notifications) jobs.Kind {
	return jobs.Kind{Name: jobPush, Concurrency: 8, Hold: 1024, Timeout: time.Minute, Handle: func(ctx context.Context, batch []jobs.Job) error {
		j := batch[0]
		var o pushOrder
		if err := json.Unmarshal([]byte(j.Payload), &o); err != nil {
			return err
		}
		if o.SubscriptionID == "" {
			return s.decidePush(ctx, j, o)
		}
		return s.push(ctx, j, o)
	}}
}

// decidePush makes a job for each browser of the member, unless they know already, or
// are not to be disturbed.
func (s *Notifications) decidePush(ctx context.Context, j jobs.Job, o pushOrder) error {
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		n, told, err := s.told(tx, j.WorkspaceID, o)
		if err != nil || !told.may || !told.settings.Disturbs(n.Kind, tx.Now()) || s.looks(n) {
			return err
		}
		ids, err := tx.Texts(subscriptionIDsSQL, j.WorkspaceID, o.UserID)
		for _, id := range ids {
			o.SubscriptionID = id
			orderPush(tx, j.WorkspaceID, o, tx.Now())
		}
		return err
	})
}

// looks reports whether the member has the conversation open before them, anywhere.
func (s *Notifications) looks(n crm.Notification) bool {
	if n.ConversationID == "" || s.present == nil {
		return false
	}
	for _, p := range s.present(n.WorkspaceID, n.ConversationID) {
		if p.UserID == n.UserID {
			return true
		}
	}
	return false
}

// toldNow is whether a member is told of a notification as things are now, and how.
type toldNow struct {
	may      bool
	settings crm.NotificationSettings
	masks    bool // they see phone numbers masked, and so no text
}

func (s *Notifications) told(tx *db.Tx, workspaceID string, o pushOrder) (n crm.Notification, t toldNow, err error) {
	w, found, err := people.WorkerOf(tx, workspaceID, o.UserID)
	if err != nil || !found || !w.Active {
		return n, t, err
	}
	n, found, err = one(tx, crm.Actor{Kind: crm.ActorUser, ID: o.UserID, WorkspaceID: workspaceID, Reach: w.Reach}, o.ID)
	if err != nil || !found || n.SeenAt != nil || n.ReadAt != nil || n.Raised != o.Raised {
		return n, t, err
	}
	t.settings, err = settings(tx, workspaceID, o.UserID)
	t.may, t.masks = err == nil && t.settings.Channels(n.Kind).Push, w.Masks
	return n, t, err
}

// pushed is what a browser gets.
type pushed struct {
	ID             string               `json:"id"`
	Kind           crm.NotificationKind `json:"kind"`
	Title          string               `json:"title"`
	Body           string               `json:"body"`
	ConversationID string               `json:"conversationId"`
	DealID         string               `json:"dealId"`
	Position       int64                `json:"position"`
	At             time.Time            `json:"at"`
}

// push tells one browser. What began and did not end is not begun again: the member may
// have been told, and the notification is in their list.
func (s *Notifications) push(ctx context.Context, j jobs.Job, o pushOrder) error {
	if o.Begun {
		s.log.Warn("a push was interrupted; it is not sent again", "notification", o.ID)
		return s.endPush(ctx, j, o, false)
	}
	var n crm.Notification
	var t toldNow
	var list []sealedSubscription
	var body []byte
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if n, t, err = s.told(tx, j.WorkspaceID, o); err != nil || !t.may {
			return err
		}
		if list, err = readSubscriptions(tx, subscriptionSQL, j.WorkspaceID, o.UserID, o.SubscriptionID); err != nil {
			return err
		}
		body, err = pushBody(tx, n, t)
		return err
	})
	if err == nil && len(list) > 0 {
		err = s.open(&list[0], j.WorkspaceID, o.UserID)
	}
	if err != nil {
		return err
	}
	if !t.may || len(list) == 0 || s.db.Source().Now().Sub(n.At) > crm.PushLife {
		return s.endPush(ctx, j, o, false)
	}
	o.Begun, o.Tries = true, o.Tries+1
	if err := s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.ProgressJob(tx, j, o.payload()); return nil }); err != nil {
		return err
	}
	calling, cancel := context.WithTimeout(ctx, pushTimeout)
	defer cancel()
	to := list[0]
	out, err := s.opt.Key.Send(calling, s.client, webpush.Subscription{Endpoint: to.Endpoint, P256dh: to.P256dh, Auth: to.Auth},
		webpush.Message{Payload: body, Topic: n.ConversationID + n.DealID, TTL: crm.PushLife, Urgent: n.Kind == crm.NotifyBreached || n.Kind == crm.NotifyMentioned}, s.opt.Contact())
	return s.judgePush(ctx, j, o, out, err)
}

// judgePush stores what came of a call.
func (s *Notifications) judgePush(ctx context.Context, j jobs.Job, o pushOrder, out webpush.Outcome, cause error) error {
	gone := out.Status == http.StatusNotFound || out.Status == http.StatusGone
	again := cause != nil && !out.Begun || out.Status == http.StatusTooManyRequests || out.Status >= 500
	if cause != nil || out.Status >= 300 && !gone {
		s.log.Warn("a push service did not take a push", "notification", o.ID, "status", out.Status, "error", cause)
	}
	if gone || !again || o.Tries >= maxPushes || ctx.Err() != nil && out.Begun {
		return s.endPush(ctx, j, o, gone)
	}
	o.Begun = false
	err := s.db.Update(context.WithoutCancel(ctx), j.WorkspaceID, func(tx *db.Tx) error {
		jobs.ProgressJob(tx, j, o.payload())
		jobs.RetryJob(tx, j, tx.Now().Add(max(out.RetryAfter, jobs.Backoff(o.Tries, pushBase, pushLimit))), false)
		return nil
	})
	if err != nil {
		return err
	}
	return jobs.ErrRetried
}

func (s *Notifications) endPush(ctx context.Context, j jobs.Job, o pushOrder, gone bool) error {
	return s.db.Update(context.WithoutCancel(ctx), j.WorkspaceID, func(tx *db.Tx) error {
		if jobs.FinishJob(tx, j); gone {
			tx.Write(dropSubscription, j.WorkspaceID, o.UserID, o.SubscriptionID)
		}
		return nil
	})
}

// pushBody is what a browser gets of a notification: words and names only where the
// member wants them.
func pushBody(tx *db.Tx, n crm.Notification, t toldNow) ([]byte, error) {
	p := pushed{ID: n.ID, Kind: n.Kind, Title: n.Kind.Title(), ConversationID: n.ConversationID, DealID: n.DealID, Position: n.Position, At: n.At.UTC()}
	if t.settings.ShowText && !t.masks && n.ConversationID != "" {
		text, err := words(tx, n)
		if err != nil {
			return nil, err
		}
		p.Body = crm.PushText(text)
	}
	return json.Marshal(p)
}

// words are those of a notification: of the note that mentions somebody, else the latest
// of the conversation; before them the name of the contact.
func words(tx *db.Tx, n crm.Notification) (text string, err error) {
	if n.Kind == crm.NotifyMentioned {
		notes, err := conversation.NotesByRef(tx, n.WorkspaceID, []conversation.NoteRef{{ConversationID: n.ConversationID, ID: n.SubjectID}})
		return notes[n.SubjectID].Body, err
	}
	state, _, err := conversation.State(tx, n.WorkspaceID, n.ConversationID)
	if err != nil {
		return "", err
	}
	who, err := contact.Contact(tx, n.WorkspaceID, n.ContactID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		err = nil
	}
	if text = state.Preview.Text; who.Name != "" && text != "" {
		text = who.Name + ": " + text
	}
	return text, err
}

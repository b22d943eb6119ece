package stream

import (
	"encoding/json"
	"maps"

	"service.example/crm/internal/crm"
)

// What somebody is told of for themselves alone travels between nodes like presence;
// nodes that do not know these states leave them out.
const (
	notified  crm.PresenceState = "notified"
	notedRead crm.PresenceState = "notifications_read"
)

// unnamed stands for no id where one is written.
const unnamed = "-"

// Notify tells the streams of a user, here and on other nodes, of a notification, or
// that some are read. It does not block, and promises nothing: the list is what counts.
func (h *Hub) Notify(workspaceID, userID, id string, read bool) {
	p := crm.Presence{WorkspaceID: workspaceID, ConversationID: id, PhoneNumberID: unnamed, UserID: userID, State: notified, At: h.db.Source().Now()}
	if read {
		p.ConversationID, p.State = unnamed, notedRead
	}
	h.present.tell(p, true, h.db.Engine() != "sqlite")
}

func isNotified(s crm.PresenceState) bool { return s == notified || s == notedRead }

// spreadNotified takes what is for one user each out of the news, and tells their streams.
func (h *Hub) spreadNotified(news map[place]crm.Presence) {
	for _, s := range h.list() {
		if !s.notifications {
			continue
		}
		for at, p := range news {
			if !isNotified(p.State) || at.workspaceID != s.actor.WorkspaceID || at.userID != s.actor.UserID() {
				continue
			}
			text, err := h.notifiedText(s, p)
			if err != nil && h.ctx.Err() == nil {
				h.log.Error("a notification could not be sent to a live stream", "error", err)
			}
			if text != nil {
				s.unheard.add(at, text)
			}
		}
	}
	maps.DeleteFunc(news, func(_ place, p crm.Presence) bool { return isNotified(p.State) })
}

// notifiedText is what a stream tells of a notification, as its listener may see it now;
// nil for nothing. It has no id: it is in no log.
func (h *Hub) notifiedText(s *Stream, p crm.Presence) ([]byte, error) {
	actor := s.actor
	actor.Reach = *s.within.Load()
	name, data := "notification.created", any(nil)
	if p.State == notedRead {
		count, err := h.svc.Notification.Count(h.ctx, actor)
		if err != nil {
			return nil, err
		}
		name, data = "notification.read", count
	} else {
		n, found, err := h.svc.Notification.One(h.ctx, actor, p.ConversationID)
		if err != nil || !found {
			return nil, err
		}
		data = n
	}
	body, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return append(append([]byte("event: "+name+"\ndata: "), body...), "\n\n"...), nil
}

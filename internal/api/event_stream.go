package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/stream"
)

type streamInput struct {
	raw
	Resume string    `header:"Last-Event-ID" maxLength:"64" doc:"Id of the last event that you received. The stream continues after it."`
	After  string    `query:"lastEventId" maxLength:"64" doc:"The same, for clients that cannot set headers. The header takes precedence."`
	Since  time.Time `query:"since" doc:"Without a last event id: start with events from this time on, instead of now."`
	Events []string  `query:"events" doc:"Only events of these kinds: names, prefixes such as messages.*, or *; presence for who is in conversations; notification.* for your own notifications. Separate them with commas."`
	Number []string  `query:"phoneNumberId" doc:"For events that belong to a phone number: only these phone numbers. Other events are not affected. Separate ids with commas."`
	Space  string    `query:"workspace" maxLength:"64" doc:"For people who signed in: the workspace, where a client cannot set the header Crm-Workspace."`
}

// presenceEvent is the name of what streams tell of presence, which is no event of
// the log.
const presenceEvent = "presence"

// ofNotifications reports whether a name of the query asks for the user's notifications,
// which are in no log.
func ofNotifications(name string) bool {
	return name == "notification.*" || name == "notification.created" || name == "notification.read"
}

const streamPath = "/v1/events/stream"

func eventStreamRoutes(s *Server) {
	register(s, operation{id: "stream-events", method: http.MethodGet, path: streamPath, tag: eventsTag, errors: []int{410, 503},
		scope: crm.ScopeEventsRead, summary: "Stream events live", description: streamText,
		answers: map[int]huma.Response{
			200: {Description: "The stream. It lasts until you or the service end it.", Content: map[string]*huma.MediaType{
				"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}, Example: streamExample}}},
			410: {Description: "event_expired: this event does not exist or has expired; you may have missed events."}}}, s.streamEvents)
}

const streamText = "Server-sent events: the same events, ids and bodies as webhooks, in the order of the log, as soon as they are committed. " +
	"The id of each message is the event's id. If the connection ends, reconnect with the last id as Last-Event-ID. The stream continues after it, " +
	"on any node, without lost or repeated events. The stream sends an id before the first event, so this also works if you have not received an event yet. " +
	"Heartbeats (comments every 15 seconds) may carry a newer id. Before the service ends a stream, it sends stream.ended with the reason (shutdown, unauthorized, expired, failed). " +
	"Without events, or with presence among them, the stream also tells who is viewing a conversation or typing in it, as far as you reach it, if you may read conversations (conversations:read): messages with the event name presence and without an id, which are in no log and are not repeated. " +
	"Without events, or with notification.* among them, the streams of people tell of their own notifications in the same way: notification.created with the notification, notification.read with what is unread by then. " +
	"In the place of a conversation.assigned that takes a conversation out of your reach, it sends conversation.left with the conversation's id alone, without an id of its own. " +
	"A listener that reads nothing for 10 seconds is disconnected; it can reconnect without loss. By default a key may have 100 open streams and a workspace 1000 per node; above that, the answer is 429 stream_limit_reached."

const streamExample = "id: evt_01jd5k3v6rf0w8m2a4t9x7bq1e\nretry: 1000\n\n" +
	"id: evt_01jd5k3v6rf0w8m2a4t9x7bq1f\ndata: {\"event\":\"messages.received\",\"timestamp\":1767225600,\"data\":{…}}\n\n:\n\n"

func (s *Server) streamEvents(ctx context.Context, a crm.Actor, in *streamInput) (*huma.StreamResponse, error) {
	want := crm.Subscription{PhoneNumberIDs: in.Number}
	if slices.Contains(in.Events, presenceEvent) {
		if err := a.Require(crm.ScopeConversationsRead); err != nil {
			return nil, err
		}
	}
	presence := len(in.Events) == 0 || slices.Contains(in.Events, presenceEvent) || slices.Contains(in.Events, string(crm.AllEvents))
	presence = presence && a.Require(crm.ScopeConversationsRead) == nil
	notifications := (len(in.Events) == 0 || slices.ContainsFunc(in.Events, func(e string) bool { return ofNotifications(e) || e == string(crm.AllEvents) })) &&
		a.UserID() != "" && a.Require(crm.ScopeConversationsRead) == nil
	for _, e := range in.Events {
		if e != presenceEvent && !ofNotifications(e) {
			want.Events = append(want.Events, crm.EventPattern(e))
		}
	}
	want, err := s.svc.Event.ListenToEvents(ctx, a, want)
	if len(in.Events) > 0 && !slices.ContainsFunc(in.Events, func(e string) bool { return e != presenceEvent && !ofNotifications(e) }) {
		want.Events = nil // nothing of the log
	}
	var f crm.Faults
	if err = f.Join(ofQuery(err)); err != nil {
		return nil, err
	}
	after, name := in.Resume, "Last-Event-ID"
	if after == "" {
		after, name = in.After, "lastEventId"
	}
	if after != "" && !crm.ValidID(crm.PrefixEvent, after) {
		f.Add(name, crm.CodeParameterInvalid, "%s must be the id of an event: evt_…", name)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	st, err := s.opt.Streams.Open(ctx, stream.Request{Actor: a, After: after, Since: in.Since, Want: want, Presence: presence, Notifications: notifications})
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(huma.Context) { s.serveStream(in, st) }}, nil
}

// ofQuery lets faults name parameters of the query instead of places in a
// body.
func ofQuery(err error) error {
	var e *crm.Error
	if errors.As(err, &e) {
		for i := range e.Fields {
			e.Fields[i].Pointer, _, _ = strings.Cut(strings.TrimPrefix(e.Fields[i].Pointer, "/"), "/")
		}
	}
	return err
}

// serveStream hands the connection over: a stream needs no request, buffers and
// deep stack for as long as it is open.
func (s *Server) serveStream(in *streamInput, st *stream.Stream) {
	h := in.writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // proxies must not hold events back
	if in.request.Method == http.MethodHead {
		st.Abandon()
		in.writer.WriteHeader(http.StatusOK)
		return
	}
	conn, _, err := http.NewResponseController(in.writer).Hijack()
	if err != nil {
		st.Abandon()
		s.writeProblem(in.writer, in.request, crm.Errorf(crm.KindInternal, crm.CodeInternal, "This connection does not support streams.").Because(err))
		return
	}
	chunked := in.request.ProtoAtLeast(1, 1)
	if chunked {
		h.Set("Transfer-Encoding", "chunked")
	}
	h.Set("Connection", "close") // it carries nothing after the stream
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head)
	head.WriteString("\r\n")
	st.Serve(conn, head.Bytes(), chunked)
}

package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

var notificationsTag = tag{"Notifications", "What you are told of: what became yours, who mentions you, who waits for you, what is late."}

// MarkNotifications says which notifications are marked.
type MarkNotifications struct {
	IDs  []string `json:"ids,omitempty" maxItems:"100" doc:"These notifications. What is not there is left out."`
	UpTo *int64   `json:"upTo,omitempty" minimum:"0" doc:"All up to this position, in the place of ids: what came up since stays as it is." example:"48213"`
}

// SetNotificationSettings are how somebody wants to be told.
type SetNotificationSettings struct {
	Kinds      []crm.NotificationChannels `json:"kinds,omitempty" maxItems:"20" doc:"Kinds with their channels, each once; what is left out is as by default."`
	TimeZone   string                     `json:"timeZone,omitempty" maxLength:"64" doc:"IANA time zone of quietHours and digest; UTC by default." example:"Europe/Berlin"`
	QuietHours *SetQuietHours             `json:"quietHours,omitempty" doc:"When nothing is pushed or mailed; never by default."`
	ShowText   bool                       `json:"showText,omitempty" doc:"Lets pushes show what contacts and colleagues wrote, and names. They stand on a locked screen."`
	Digest     *SetNotificationDigest     `json:"digest,omitempty" doc:"When you get a mail of what you have not read; never by default."`
}

// SetQuietHours are hours in which somebody is not disturbed.
type SetQuietHours struct {
	From         string `json:"from,omitempty" needed:"true" maxLength:"5" doc:"Local time at which they begin, HH:MM." example:"20:00"`
	To           string `json:"to,omitempty" needed:"true" maxLength:"5" doc:"Local time at which they end, HH:MM; a time before from is on the next day." example:"07:30"`
	BreachesPass bool   `json:"breachesPass,omitempty" doc:"Pushes notifications of the kind breached all the same."`
}

// SetNotificationDigest says when somebody gets a mail: at a time, or every so many hours.
type SetNotificationDigest struct {
	At         string `json:"at,omitempty" maxLength:"5" doc:"Local time of each day, HH:MM." example:"08:00"`
	EveryHours int    `json:"everyHours,omitempty" minimum:"1" maximum:"168" doc:"How many hours are between two at least, in the place of at."`
}

func (in *SetNotificationSettings) settings() crm.NotificationSettings {
	return crm.NotificationSettings{Kinds: in.Kinds, TimeZone: in.TimeZone, QuietHours: (*crm.QuietHours)(in.QuietHours), ShowText: in.ShowText, Digest: (*crm.NotificationDigest)(in.Digest)}
}

type (
	listNotificationsInput struct {
		PageInput
		Unread bool                 `query:"unread" doc:"Only those that you have not read."`
		Kind   crm.NotificationKind `query:"kind" maxLength:"30" doc:"Only of this kind."`
	}
	markNotificationsInput       struct{ Body MarkNotifications }
	notificationCountOutput      struct{ Body crm.NotificationCount }
	setNotificationSettingsInput struct{ Body SetNotificationSettings }
	notificationSettingsOutput   struct{ Body crm.NotificationSettings }
)

func notificationRoutes(s *Server) {
	const path = "/v1/notifications"
	register(s, operation{id: "list-notifications", method: http.MethodGet, path: path, tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "List your notifications", description: "What came up last comes first. You see those of conversations that you reach by now. You have the last 1,000, for 30 days."},
		func(ctx context.Context, a crm.Actor, in *listNotificationsInput) (*pageOutput[crm.Notification], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Notification.List(ctx, a, crm.NotificationFilter{Unread: in.Unread, Kind: in.Kind}, p)
			return answerPage(list, func(n crm.Notification) crm.Notification { return n }), err
		})
	register(s, operation{id: "count-notifications", method: http.MethodGet, path: path + "/count", tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Count your notifications", description: "How many you have not read, and not seen, of those that you reach by now."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*notificationCountOutput, error) {
			out, err := s.svc.Notification.Count(ctx, a)
			return &notificationCountOutput{out}, err
		})
	mark := func(id, word, summary, description string, read bool) {
		register(s, operation{id: id, method: http.MethodPost, path: path + "/" + word, tag: notificationsTag, access: accessUser,
			scope: crm.ScopeConversationsRead, summary: summary, description: description, example: MarkNotifications{UpTo: new(int64(48213))}},
			func(ctx context.Context, a crm.Actor, in *markNotificationsInput) (*notificationCountOutput, error) {
				out, err := s.svc.Notification.Mark(ctx, a, crm.NotificationMark(in.Body), read)
				return &notificationCountOutput{out}, err
			})
	}
	mark("see-notifications", "seen", "Mark notifications as seen", "They were shown to you: what is seen is not pushed. One that comes up again is unseen again.", false)
	mark("read-notifications", "read", "Mark notifications as read", "What is read is seen, too, and in no digest. One that comes up again is unread again.", true)
	register(s, operation{id: "get-notification-settings", method: http.MethodGet, path: path + "/settings", tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Get how you are told", description: "In this workspace. Whoever has set nothing gets what holds by default."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*notificationSettingsOutput, error) {
			out, err := s.svc.Notification.Settings(ctx, a)
			return &notificationSettingsOutput{out}, err
		})
	register(s, operation{id: "set-notification-settings", method: http.MethodPut, path: path + "/settings", tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Set how you are told", description: "Replaces the settings, for what happens from then on. What is left out is as by default.",
		example: SetNotificationSettings{Kinds: []crm.NotificationChannels{{Kind: crm.NotifyMentioned, InApp: true, Push: true, Mail: true}}, TimeZone: "Europe/Berlin",
			QuietHours: &SetQuietHours{From: "20:00", To: "07:30", BreachesPass: true}, Digest: &SetNotificationDigest{At: "08:00"}}},
		func(ctx context.Context, a crm.Actor, in *setNotificationSettingsInput) (*notificationSettingsOutput, error) {
			out, err := s.svc.Notification.SetSettings(ctx, a, in.Body.settings())
			return &notificationSettingsOutput{out}, err
		})
}

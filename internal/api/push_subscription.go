package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// PushSubscription is a browser that is told of notifications.
type PushSubscription struct {
	ID        string    `json:"id" doc:"Begins with psh_."`
	Service   string    `json:"service" doc:"Host of the push service."`
	CreatedAt time.Time `json:"createdAt" doc:"When the browser subscribed."`
}

// PushSubscriptions are the browsers of a user.
type PushSubscriptions struct {
	Data []PushSubscription `json:"data" nullable:"false" doc:"Your browsers, the oldest first; 10 at most."`
}

// CreatePushSubscription is what a browser gives away when it subscribes.
type CreatePushSubscription struct {
	Endpoint string `json:"endpoint,omitempty" needed:"true" maxLength:"2048" doc:"endpoint of the PushSubscription: an https URL." example:"https://push.example.com/send/4f2a"`
	P256dh   string `json:"p256dh,omitempty" needed:"true" maxLength:"100" doc:"Its key p256dh, base64url." example:"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"`
	Auth     string `json:"auth,omitempty" needed:"true" maxLength:"50" doc:"Its key auth, base64url." example:"BTBZMqHH6r4Tts7J_aSIgg"`
}

// PushKey is what browsers subscribe to.
type PushKey struct {
	ApplicationServerKey string `json:"applicationServerKey" doc:"What PushManager.subscribe takes, base64url. It stays the same."`
}

type (
	pushSubscriptionInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the push subscription."`
	}
	createPushSubscriptionInput struct{ Body CreatePushSubscription }
	pushSubscriptionOutput      struct{ Body PushSubscription }
	pushSubscriptionsOutput     struct{ Body PushSubscriptions }
	pushKeyOutput               struct{ Body PushKey }
)

func pushSubscriptionRoutes(s *Server) {
	const path = "/v1/notifications/push-subscriptions"
	register(s, operation{id: "get-push-key", method: http.MethodGet, path: "/v1/notifications/push-key", tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Get the key for push", description: "What a browser subscribes to. It is the same for everybody here."},
		func(_ context.Context, a crm.Actor, _ *struct{}) (*pushKeyOutput, error) {
			key, err := s.svc.Notification.PushKey(a)
			return &pushKeyOutput{PushKey{key}}, err
		})
	register(s, operation{id: "create-push-subscription", method: http.MethodPost, path: path, tag: notificationsTag, status: http.StatusCreated, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Subscribe a browser", description: "Lets a browser of yours be told while nobody looks. The same endpoint is the same subscription, and belongs to whoever subscribed last. Of more than 10 the oldest end.",
		example: CreatePushSubscription{Endpoint: "https://push.example.com/send/4f2a", P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", Auth: "BTBZMqHH6r4Tts7J_aSIgg"}},
		func(ctx context.Context, a crm.Actor, in *createPushSubscriptionInput) (*pushSubscriptionOutput, error) {
			out, err := s.svc.Notification.Subscribe(ctx, a, crm.NewPushSubscription(in.Body))
			return &pushSubscriptionOutput{renderPushSubscription(out)}, err
		})
	register(s, operation{id: "list-push-subscriptions", method: http.MethodGet, path: path, tag: notificationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "List your browsers", description: "Those that are told of your notifications in this workspace."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*pushSubscriptionsOutput, error) {
			list, err := s.svc.Notification.Subscriptions(ctx, a)
			out := &pushSubscriptionsOutput{PushSubscriptions{Data: []PushSubscription{}}}
			for _, one := range list {
				out.Body.Data = append(out.Body.Data, renderPushSubscription(one))
			}
			return out, err
		})
	register(s, operation{id: "delete-push-subscription", method: http.MethodDelete, path: path + "/{id}", tag: notificationsTag, status: http.StatusNoContent, errors: []int{404}, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Unsubscribe a browser", description: "It is told no more. One that its push service does not know any more goes by itself."},
		func(ctx context.Context, a crm.Actor, in *pushSubscriptionInput) (*struct{}, error) {
			return nil, s.svc.Notification.Unsubscribe(ctx, a, in.ID)
		})
}

func renderPushSubscription(s crm.PushSubscription) PushSubscription {
	return PushSubscription{ID: s.ID, Service: s.Host(), CreatedAt: s.CreatedAt}
}

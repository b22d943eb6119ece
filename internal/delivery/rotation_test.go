package delivery_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// rotates lets a service rotate the secret of a receiver again and again and
// end the old one at once, each time right after a delivery that made whoever
// serves the endpoint look at it: the next event is signed by the new secret.
func rotates(t *testing.T, k *testkit.Kit, s *service.Service, rounds int) {
	ctx := context.Background()
	r := k.ListenReceiver()
	made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": r.URL, "events": []string{string(crm.EventMessagesReceived)}})
	r.SetSecret(made.Text("secret"))
	actor, err := s.Access.Operator(ctx, k.WorkspaceID)
	k.Must(err)
	n := 0
	deliver := func() {
		n++
		k.Must(k.DB().Update(ctx, "conversation", func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, "conversation", crm.EventScope{}, numbered{"conversation", n})
		}))
		r.Eventually(n) // fails at a signature that does not hold
	}
	for i := range rounds {
		deliver()
		signature := crm.Signatures[i%2*2] // hmac, both
		fresh, err := s.Event.RotateEndpointSecret(ctx, actor, made.Text("id"), 0, signature)
		k.Must(err)
		r.SetSecret(fresh.Secret)
		deliver()
	}
}

func TestARotatedSecretSignsTheNextAttempt(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		rotates(t, k, k.App.Service, 3)
	})
}

// The same where another node than the one that serves the endpoint rotates.
func TestASecretThatAnotherNodeRotated(t *testing.T) {
	var database config.Database
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { database = c.Database }})
	ctx := context.Background()
	other, err := schema.Open(ctx, db.Options{URL: database.Database, Lanes: 2, Readers: 1})
	k.Must(err)
	t.Cleanup(func() { _ = other.Close() })
	node, _, err := other.JoinNodes(ctx)
	k.Must(err)
	t.Cleanup(func() { k.Must(other.LeaveNodes(context.Background(), node)) })
	key, err := app.MasterKey(database, false)
	k.Must(err)
	box, err := app.OpenBox(ctx, other, key)
	k.Must(err)
	began := time.Now()
	rotates(t, k, service.New(other, box, slog.New(slog.DiscardHandler), service.Options{}), 3)
	if time.Since(began) < 3*event.EndpointLife {
		t.Error("the other node did not wait until nobody used the old secret")
	}
}

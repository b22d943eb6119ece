package stream_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

// What is taken from somebody on one node is gone on the other within a second:
// their requests are refused, and their streams closed.
func TestAccessEndsOnEveryNode(t *testing.T) {
	var cfg config.Serve
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { cfg = *c }})
	cfg.Sandbox, cfg.Listen = false, "127.0.0.1:0"
	ctx := context.Background()
	other, err := app.New(ctx, cfg, app.Options{Demo: true})
	k.Must(err)
	k.Must(other.Start(ctx))
	defer func() { k.Must(other.Stop(ctx)) }()
	for name, end := range map[string]func(p testkit.Person){
		"signed out elsewhere": func(p testkit.Person) {
			k.Do(http.MethodPost, "/v1/sessions/end-others", k.SignIn(p.Email), nil)
		},
		"deactivated": func(p testkit.Person) {
			k.Must(k.DB().Update(ctx, p.ID, func(tx *db.Tx) error {
				tx.Write(db.SQL(`UPDATE members SET state = 'deactivated', changed_at = 1 WHERE workspace_id = $1 AND user_id = $2`), k.WorkspaceID, p.ID)
				return nil
			}))
		},
	} {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		l := listen(t, other.URL(), p.Key, "", "")
		if l.next(); l.status != http.StatusOK {
			t.Fatal(name, l.status)
		}
		began := time.Now()
		end(p)
		reason := l.ended()
		if took := time.Since(began); reason != "unauthorized" || took > 1500*time.Millisecond {
			t.Errorf("%s: the stream ended with %q after %v", name, reason, took)
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, other.URL()+"/v1/me", nil)
		k.Must(err)
		req.AddCookie(&http.Cookie{Name: "crm", Value: strings.TrimPrefix(p.Key, testkit.SessionKey)})
		for {
			res, err := http.DefaultClient.Do(req)
			k.Must(err)
			k.Must(res.Body.Close())
			if took := time.Since(began); res.StatusCode == http.StatusUnauthorized || took > 1500*time.Millisecond {
				t.Logf("%s: refused with %d after %v", name, res.StatusCode, took)
				if res.StatusCode != http.StatusUnauthorized {
					t.Errorf("%s: %d", name, res.StatusCode)
				}
				break
			}
		}
	}
}

package inbound

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
)

// However many numbers a body names that the app of one account signed, it
// costs no more jobs than the account has numbers.
func TestJobsOfAnAccountsOwnApp(t *testing.T) {
	ctx := context.Background()
	base, err := schema.Open(ctx, db.Options{URL: filepath.Join(t.TempDir(), "crm.db"), Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	s := &Inbound{db: base}
	var acc string
	err = base.Update(ctx, "a", func(tx *db.Tx) (err error) {
		w := crm.Workspace{ID: tx.NewID(crm.PrefixWorkspace), Name: "Shop", CreatedAt: tx.Now()}
		access.InsertWorkspace(tx, w)
		acc, err = account.ClaimAccount(tx, w.ID, "1", tx.NewID(crm.PrefixMessagingAccount))
		account.SaveMessagingAccount(tx, crm.MessagingAccount{ID: acc, WorkspaceID: w.ID, ProviderID: "1", CreatedAt: tx.Now()}, []byte("t"), []byte("s"))
		account.SavePhoneNumber(tx, crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: w.ID, MessagingAccountID: acc, ProviderID: "77", Number: "+16505550100",
			CreatedAt: tx.Now().Add(-time.Hour)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	body := func(n int, own string) []byte {
		changes := []string{fmt.Sprintf(`{"value":{"metadata":{"phone_number_id":%q}}}`, own)}
		for i := range n {
			changes = append(changes, fmt.Sprintf(`{"value":{"metadata":{"phone_number_id":"9%d"}}}`, i))
		}
		return []byte(`{"entry":[{"changes":[` + strings.Join(changes, ",") + `]}]}`)
	}
	for _, c := range []struct {
		realm account.Realm
		body  []byte
		want  int
		first string
	}{
		{account.RealmLive, body(300, "77"), 301, "77"},
		{account.AccountRealm(acc), body(5, "77"), 6, "77"},
		{account.AccountRealm(acc), body(300, "77"), 1, "77"},
		{account.AccountRealm(acc), body(300, "78"), 1, otherQueue},
	} {
		got, err := s.ingestQueues(ctx, ProviderWebhook{Account: string(c.realm), ReceivedAt: base.Source().Now(), Body: c.body})
		if err != nil || len(got) != c.want || !slices.Contains(got[:1], c.first) {
			t.Errorf("%s: %d queues from %q: %v", c.realm, len(got), got[0], err)
		}
	}
}

package service

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// However many numbers a body names that the app of one account signed, it
// costs no more jobs than the account has numbers.
func TestJobsOfAnAccountsOwnApp(t *testing.T) {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Options{URL: filepath.Join(t.TempDir(), "crm.db"), Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := &Service{db: db}
	var account string
	err = db.Update(ctx, "a", func(tx *store.Tx) (err error) {
		w := crm.Workspace{ID: tx.NewID(crm.PrefixWorkspace), Name: "Shop", CreatedAt: tx.Now()}
		tx.InsertWorkspace(w)
		account, err = tx.SaveMessagingAccount(crm.MessagingAccount{ID: tx.NewID(crm.PrefixMessagingAccount), WorkspaceID: w.ID, ProviderID: "1", CreatedAt: tx.Now()}, []byte("t"), []byte("s"))
		tx.SavePhoneNumber(crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: w.ID, MessagingAccountID: account, ProviderID: "77", Number: "+16505550100",
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
		realm Realm
		body  []byte
		want  int
		first string
	}{
		{RealmLive, body(300, "77"), 301, "77"},
		{AccountRealm(account), body(5, "77"), 6, "77"},
		{AccountRealm(account), body(300, "77"), 1, "77"},
		{AccountRealm(account), body(300, "78"), 1, otherQueue},
	} {
		got, err := s.ingestQueues(ctx, store.ProviderWebhook{Account: string(c.realm), ReceivedAt: db.Source().Now(), Body: c.body})
		if err != nil || len(got) != c.want || !slices.Contains(got[:1], c.first) {
			t.Errorf("%s: %d queues from %q: %v", c.realm, len(got), got[0], err)
		}
	}
}

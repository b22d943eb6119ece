package account_test

import (
	"errors"
	"fmt"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

func conflicts(err error) bool {
	var e *crm.Error
	return errors.As(err, &e) && e.Kind == crm.KindConflict
}

// Whoever connects an account and its number at once, one workspace has them, and
// each is one row with one identifier.
func TestAccountsAndNumbersBelongToOneWorkspace(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		for round := range 20 {
			provider, errs := fmt.Sprint("1", round), make(chan error)
			owners := []string{"w", "x", "w", "x"}
			for i, w := range owners {
				go func() {
					errs <- base.Update(t.Context(), fmt.Sprint(w, i), func(tx *db.Tx) error {
						a := crm.MessagingAccount{WorkspaceID: w, ProviderID: provider, CreatedAt: tx.Now()}
						id, err := account.ClaimAccount(tx, w, provider, tx.NewID(crm.PrefixMessagingAccount))
						if err != nil {
							return err
						}
						a.ID = id
						account.SaveMessagingAccount(tx, a, []byte(id), []byte{})
						account.SavePhoneNumber(tx, crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: w, MessagingAccountID: id, ProviderID: "2" + provider, CreatedAt: tx.Now()})
						return nil
					})
				}()
			}
			refused := 0
			for range owners {
				if err := <-errs; conflicts(err) {
					refused++
				} else if err != nil {
					t.Fatal(err)
				}
			}
			var a crm.MessagingAccount
			var list []crm.PhoneNumber
			var n crm.PhoneNumber
			err := base.View(t.Context(), func(tx *db.Tx) (err error) {
				if a, _, err = account.MessagingAccountByProvider(tx, provider); err != nil {
					return err
				}
				if list, err = account.PhoneNumbersOfRealm(tx, a.ID); err != nil {
					return err
				}
				n, _, err = account.PhoneNumberByProvider(tx, "2"+provider)
				return err
			})
			if err != nil || refused != 2 || a.ID == "" || len(list) != 1 || list[0] != n || n.WorkspaceID != a.WorkspaceID {
				t.Fatalf("%d were refused; account %+v, numbers %+v, %+v: %v", refused, a, list, n, err)
			}
		}
	})
}

// A number that another workspace has cannot be connected with an account that it
// does not have either.
func TestANumberOfAnotherWorkspaceIsRefused(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		connect := func(w string) error {
			return base.Update(t.Context(), w, func(tx *db.Tx) error {
				account.SavePhoneNumber(tx, crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: w, ProviderID: "20", Number: "+1", CreatedAt: tx.Now()})
				return nil
			})
		}
		if err := connect("w"); err != nil {
			t.Fatal(err)
		}
		if err := connect("x"); !conflicts(err) || err.Error() != "Phone number +1 is connected to another workspace." {
			t.Error(err)
		}
		if err := connect("w"); err != nil {
			t.Error(err)
		}
	})
}

package api_test

import (
	"math/rand/v2"
	"testing"

	"service.example/crm/internal/testkit"
)

// An item that the database does not take is set aside: what comes after it is
// applied all the same.
func TestAnItemThatCannotBeStoredHoldsUpNobody(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		long := make([]byte, 20_000)
		for i := range long {
			long[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[rand.IntN(62)]
		}
		for _, id := range []string{"wamid." + string(long), "wamid.after"} {
			k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", testkit.Incoming(id, customer, "Hello", k.Now())))
		}
		k.EventuallyStored("wamid.after")
	})
}

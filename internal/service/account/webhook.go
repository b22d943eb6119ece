package account

import "strings"

// Realm says whose webhooks a signature vouches for: the live or the test
// workspaces of the deployment, or one messaging account.
type Realm string

// The realms of the deployment's own app secrets.
const (
	RealmLive Realm = "live"
	RealmTest Realm = "test"
)

const AccountRealmPrefix = "account:"

// AccountRealm is the realm of one messaging account's own app secret.
func AccountRealm(accountID string) Realm { return Realm(AccountRealmPrefix + accountID) }

// Covers reports whether a webhook of the realm may speak about a number.
func (r Realm) Covers(live bool, accountID string) bool {
	if own, ok := strings.CutPrefix(string(r), AccountRealmPrefix); ok {
		return own == accountID
	}
	return r == RealmLive && live || r == RealmTest && !live
}

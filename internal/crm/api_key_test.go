package crm

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAPIKeySecret(t *testing.T) {
	for _, live := range []bool{true, false} {
		seen := map[string]bool{}
		for range 200 {
			key := NewAPIKeySecret(live)
			if gotLive, ok := CheckAPIKeySecret(key); !ok || gotLive != live || seen[key] || len(key) != 57 {
				t.Fatalf("%s is not a good key", key)
			}
			seen[key] = true
		}
	}
	key := NewAPIKeySecret(false)
	for i := range key { // any single typo is noticed
		for _, c := range "0aZ_" {
			if typo := key[:i] + string(c) + key[i+1:]; typo != key {
				if _, ok := CheckAPIKeySecret(typo); ok {
					t.Fatalf("a typo at %d is not noticed", i)
				}
			}
		}
	}
	for _, bad := range []string{"", "sk_test_", key + "0", key[1:], "sk_live_" + key[8:], strings.Repeat("x", 57), "pk_test_" + key[8:]} {
		if _, ok := CheckAPIKeySecret(bad); ok {
			t.Errorf("%q is taken for a key", bad)
		}
	}
	if HashAPIKey(key) == HashAPIKey(key+"x") || len(HashAPIKey(key)) != 64 || strings.Contains(HashAPIKey(key), key[8:20]) {
		t.Error("the hash shows or confuses keys")
	}
}

func TestUsable(t *testing.T) {
	at := func(d time.Duration) *time.Time { v := noon.Add(d); return &v }
	for _, c := range []struct {
		key  APIKey
		want Code
	}{
		{APIKey{}, ""}, {APIKey{ExpiresAt: at(time.Second)}, ""}, {APIKey{ExpiresAt: at(0)}, CodeKeyExpired},
		{APIKey{RevokedAt: at(-time.Hour)}, CodeUnauthorized}, {APIKey{RevokedAt: at(0), ExpiresAt: at(time.Hour)}, CodeUnauthorized},
	} {
		if err := c.key.Usable(noon); CodeOf(err) != c.want {
			t.Errorf("%+v: %v, want %q", c.key, err, c.want)
		}
	}
}

func TestNewAPIKeyRequest(t *testing.T) {
	past := noon.Add(-time.Second)
	r := NewAPIKeyRequest{Name: strings.Repeat("é", 101), Scopes: []Scope{ScopeMessagesRead, "messages:*", ScopeAll, ScopeKeysWrite}, ExpiresAt: &past}
	var got []string
	for _, f := range AsError(r.Validate(Actor{Scopes: []Scope{ScopeMessagesRead}, Reach: WholeReach()}, noon)).Fields {
		got = append(got, f.Pointer+" "+string(f.Code))
	}
	want := []string{"/name too_long", "/scopes/1 not_allowed", "/scopes/2 scope_missing", "/scopes/3 scope_missing", "/expiresAt out_of_range"}
	if !slices.Equal(got, want) {
		t.Errorf("the faults are %q, want %q", got, want)
	}
	if err := (NewAPIKeyRequest{Name: strings.Repeat("é", 100), Scopes: Scopes}).Validate(Actor{Scopes: []Scope{ScopeAll}, Reach: WholeReach()}, noon); err != nil {
		t.Error(err)
	}
}

func TestScopes(t *testing.T) {
	if got := SplitScopes(JoinScopes(Scopes)); !slices.Equal(got, Scopes) {
		t.Errorf("scopes come back as %v", got)
	}
	for _, s := range Scopes {
		if err := (Actor{Scopes: []Scope{ScopeAll}, Reach: WholeReach()}).Require(s); err != nil {
			t.Error(err)
		}
		if err := (Actor{}).Require(s); AsError(err).Kind != KindForbidden || !strings.Contains(err.Error(), string(s)) {
			t.Errorf("without any scope: %v", err)
		}
	}
	if (Actor{Scopes: []Scope{ScopeMessagesWrite}, Reach: WholeReach()}).Require(ScopeMessagesRead) == nil {
		t.Error("writing is taken for reading")
	}
}

package crm

import (
	"testing"
	"time"
)

func TestMessagingLimit(t *testing.T) {
	sizes := map[string]int64{"": 0, "TIER_50": 50, "250": 250, "TIER_1K": 1000, "2000": 2000, "tier_10k": 10_000, "TIER_100K": 100_000, "TIER_UNLIMITED": 1 << 62, "TIER_NOT_SET": 0, "-1": 0}
	for told, size := range sizes {
		if got := MessagingLimitSize(told); got != size {
			t.Errorf("%q is %d, want %d", told, got, size)
		}
	}
	for told, tier := range map[string]string{"2000": "TIER_2K", "250": "TIER_250", "TIER_10K": "TIER_10K", "TIER_NOT_SET": "", "0": ""} {
		if got := MessagingLimit(told); got != tier {
			t.Errorf("%q is %q, want %q", told, got, tier)
		}
	}
}

func TestRestrictions(t *testing.T) {
	soon, over := noon.Add(time.Hour), noon
	a := MessagingAccount{Status: AccountConnected}
	a.Restrict([]AccountRestriction{{Type: RestrictedFirst, ExpiresAt: &soon}, {Type: RestrictedUtility, ExpiresAt: &over}}, noon)
	if list := a.Restricted(noon); len(list) != 1 || a.Standing(noon) != "restricted" || a.Standing(soon) != AccountConnected {
		t.Errorf("in force are %v, the account is %s", list, a.Standing(noon))
	}
	a.Restrict([]AccountRestriction{{Type: RestrictedFirst}}, noon)
	if list := a.Restricted(soon.Add(1000 * time.Hour)); len(list) != 1 {
		t.Errorf("a restriction without an end is not in force for good: %v", list)
	}
	for category, needed := range map[string]bool{CategoryMarketing: true, CategoryUtility: true, CategoryAuthentication: true, "": false} {
		if got, err := a.CheckSend(category, noon); err != nil || got != needed {
			t.Errorf("%q: %v, %v", category, got, err)
		}
	}
}

package totp

import (
	"bytes"
	"net/url"
	"testing"
	"time"
)

// The test vectors of RFC 6238, appendix B, for SHA-1. They have eight digits.
func TestCodesAreThoseOfTheRFC(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
		2000000000: "69279037", 20000000000: "65353130"} {
		if got := codeOf(secret, stepAt(time.Unix(at, 0)), 8); got != want {
			t.Errorf("at %d the code is %s, want %s", at, got, want)
		}
		if got := CodeAt(secret, time.Unix(at, 0)); got != want[2:] {
			t.Errorf("at %d an app shows %s, want %s", at, got, want[2:])
		}
	}
}

func TestACodeIsGoodOneStepBeforeAndAfter(t *testing.T) {
	secret, now := NewSecret(), time.Unix(1_800_000_010, 0)
	for steps := -3; steps <= 3; steps++ {
		code := CodeAt(secret, now.Add(time.Duration(steps)*Period))
		step, ok := CheckCode(secret, code, now, 0)
		if want := steps >= -1 && steps <= 1; ok != want || ok && step != stepAt(now)+int64(steps) {
			t.Errorf("a code of %d steps away: step %d, %t", steps, step-stepAt(now), ok)
		}
	}
}

func TestNoCodeIsGoodTwice(t *testing.T) {
	secret, now := NewSecret(), time.Unix(1_800_000_010, 0)
	step, ok := CheckCode(secret, CodeAt(secret, now), now, 0)
	if !ok {
		t.Fatal("the code is not taken")
	}
	if _, ok := CheckCode(secret, CodeAt(secret, now), now, step); ok {
		t.Error("the code is taken twice")
	}
	if _, ok := CheckCode(secret, CodeAt(secret, now.Add(-Period)), now, step); ok {
		t.Error("an older code is taken after a newer one")
	}
	if _, ok := CheckCode(secret, CodeAt(secret, now.Add(Period)), now, step); !ok {
		t.Error("the next code is not taken")
	}
}

func TestWhatIsNoCodeIsRefused(t *testing.T) {
	secret, now := NewSecret(), time.Unix(1_800_000_010, 0)
	right := CodeAt(secret, now)
	for _, code := range []string{"", right[:5], right + "0", " " + right, "０００００１", CodeAt(NewSecret(), now) + "x"} {
		if _, ok := CheckCode(secret, code, now, 0); ok {
			t.Errorf("%q is taken", code)
		}
	}
}

func TestTheAddressSaysWhatAppsNeed(t *testing.T) {
	secret := NewSecret()
	u, err := url.Parse(FormURI("Shop & Co", "ada+crm@example.com", secret))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	back, err := DecodeSecret(q.Get("secret"))
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Shop & Co:ada+crm@example.com" || q.Get("issuer") != "Shop & Co" ||
		q.Get("digits") != "6" || q.Get("period") != "30" || err != nil || !bytes.Equal(back, secret) {
		t.Errorf("the address is %s, %v", u, err)
	}
}

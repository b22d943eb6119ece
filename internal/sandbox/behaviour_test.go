package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// fast lets numbers send as much as they like.
func fast(c *Config) {
	c.Accounts = []Account{DefaultAccount()}
	c.Accounts[0].Phones[0].Throughput = 100_000
}

// A tier that is half used grows some hours later, while people take the numbers well.
func TestTiersGrow(t *testing.T) {
	b := newBench(t, fast)
	b.moved("accounts/"+testAccount, `{"tier":"TIER_250"}`)
	send := func(from, n int) {
		for i := range n {
			b.expect("POST", testPhone+"/messages", shipped(fmt.Sprintf("+1415555%04d", from+i)), 200, 0, "wamid")
		}
		b.settled()
	}
	limit := func(want string) {
		t.Helper()
		b.expect("GET", testPhone+"?fields=whatsapp_business_manager_messaging_limit", "", 200, 0, want)
	}
	send(0, 124)
	b.Advance(7 * time.Hour)
	limit("TIER_250")
	send(124, 1)
	b.Advance(7 * time.Hour)
	limit("TIER_2K")
	// Taken badly, it does not grow, however many are reached.
	for i := range 10 {
		if err := b.Block(fmt.Sprintf("1415555%04d", i), true); err != nil {
			t.Fatal(err)
		}
	}
	b.until("low quality is told", func() bool { return strings.Contains(fmt.Sprint(b.values()), "FLAGGED") })
	send(200, 900)
	b.Advance(7 * time.Hour)
	limit("TIER_2K")
}

// Who blocks a number takes from its quality, and gives it back.
func TestBlocksMoveTheQuality(t *testing.T) {
	b := newBench(t, fast)
	for i := range 150 {
		b.expect("POST", testPhone+"/messages", shipped(fmt.Sprintf("+1415555%04d", i)), 200, 0, "wamid")
	}
	b.settled()
	quality := func(want string) {
		t.Helper()
		b.expect("GET", testPhone+"?fields=quality_rating", "", 200, 0, want)
	}
	block := func(from, n int, blocked bool) {
		for i := range n {
			if err := b.Block(fmt.Sprintf("1415555%04d", from+i), blocked); err != nil {
				t.Fatal(err)
			}
		}
	}
	block(0, 4, true)
	quality("GREEN")
	block(4, 1, true)
	quality("YELLOW")
	block(5, 5, true)
	quality("RED")
	block(5, 5, true) // again, which changes nothing
	block(0, 10, false)
	quality("GREEN")
}

// Messages of a paced template are held behind the first ones, and go once it is judged to
// be good; a bad one is paused, and they fail.
func TestTemplatesArePaced(t *testing.T) {
	b := newBench(t, func(c *Config) { c.TemplatePacing = Pacing{After: 5} })
	promo := func(name string, i int) string {
		return fmt.Sprintf(`{"messaging_product":"whatsapp","to":"+1415555%04d","type":"template","template":{"name":%q,"language":{"code":"en_US"}}}`, i, name)
	}
	for _, name := range []string{"good", "bad"} {
		b.expect("POST", testAccount+"/message_templates", fmt.Sprintf(`{"name":%q,"language":"en_US","category":"MARKETING","components":[{"type":"BODY","text":"Our %s offer."}]}`, name, name), 200, 0, "id")
	}
	b.settled()
	for i, name := range []string{"good", "bad"} {
		for n := range 8 {
			want := "accepted"
			if n >= 5 {
				want = "held_for_quality_assessment"
			}
			b.expect("POST", testPhone+"/messages", promo(name, 100*i+n), 200, 0, want)
		}
	}
	if err := b.Block("14155550100", true); err != nil {
		t.Fatal(err)
	}
	b.settled()
	arrived := func() int { return strings.Count(fmt.Sprint(b.statuses()), "delivered") }
	if n := arrived(); n != 10 {
		t.Fatalf("%d have arrived", n)
	}
	b.Advance(defaultHold + time.Minute)
	b.until("what was held of the good one arrives", func() bool { return arrived() == 13 })
	b.until("what was held of the bad one fails", func() bool { return strings.Count(fmt.Sprint(b.statuses()), "132015") == 3 })
	b.expect("GET", testAccount+"/message_templates?name=bad", "", 200, 0, "PAUSED")
	b.expect("POST", testPhone+"/messages", promo("good", 50), 200, 0, "accepted")
	if status, _ := b.do("POST", "/_sandbox/config", `{"templatePacing":{"after":-1}}`); status != 400 {
		t.Error("a negative pacing is taken")
	}
}

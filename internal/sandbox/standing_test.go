package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// shipped is a template to a customer of a number.
func shipped(to string) string {
	return `{"messaging_product":"whatsapp","to":"` + to + `","type":"template","template":{"name":"hello_world","language":{"code":"en_US"}}}`
}

// What the control API says of a number and its account is shown, told of, and felt.
func TestNumbersAndAccountsStand(t *testing.T) {
	b := newBench(t, nil)
	b.moved("numbers/"+testPhone, `{"quality":"red"}`)
	b.expect("GET", testPhone+"?fields=quality_rating", "", 200, 0, "RED")
	b.until("low quality is told", func() bool { return strings.Contains(fmt.Sprint(b.values()), "FLAGGED") })
	b.moved("numbers/"+testPhone, `{"quality":"GREEN"}`)
	b.until("it is told that it is over", func() bool { return strings.Contains(fmt.Sprint(b.values()), "UNFLAGGED") })

	b.moved("numbers/"+testPhone, `{"status":"BANNED"}`)
	b.expect("GET", testPhone+"?fields=status,health_status", "", 200, 0, "BANNED")
	b.expect("POST", testPhone+"/messages", shipped(customerOne), 403, 131031, "")
	b.moved("numbers/"+testPhone, `{"status":"CONNECTED"}`)
	b.expect("POST", testPhone+"/messages", shipped(customerOne), 200, 0, "wamid")

	b.moved("accounts/"+testAccount, `{"status":"DISABLED"}`)
	b.until("the ban is told", func() bool { return strings.Contains(fmt.Sprint(b.values()), "DISABLE") })
	b.expect("GET", testAccount+"?fields=status", "", 200, 0, "DISABLED")
	b.expect("POST", testPhone+"/messages", shipped(customerOne), 403, 131031, "")
	b.moved("accounts/"+testAccount, `{"status":"ACTIVE"}`)
	b.until("its end is told", func() bool { return strings.Contains(fmt.Sprint(b.values()), "REINSTATE") })
	b.expect("POST", testPhone+"/messages", shipped(customerOne), 200, 0, "wamid")

	for path, body := range map[string]string{"numbers/" + testPhone: `{"quality":"BLUE"}`, "accounts/" + testAccount: `{"tier":"TIER_7"}`} {
		if status, _ := b.do("POST", "/_sandbox/"+path, body); status != 400 {
			t.Errorf("%s takes %s", path, body)
		}
	}
}

// An account with a tier writes to so many people first in a day, and no more.
func TestTierIsKept(t *testing.T) {
	b := newBench(t, nil)
	b.moved("accounts/"+testAccount, `{"tier":"TIER_50"}`)
	b.until("the limit is told", func() bool { return strings.Contains(fmt.Sprint(b.values()), "max_daily_conversations_per_business") })
	b.expect("GET", testPhone+"?fields=whatsapp_business_manager_messaging_limit", "", 200, 0, "TIER_50")
	failed := func() int { return strings.Count(fmt.Sprint(b.statuses()), "131048") }
	send := func(i int) {
		b.expect("POST", testPhone+"/messages", shipped(fmt.Sprintf("+1415555%04d", i)), 200, 0, "wamid")
	}
	for i := range 50 {
		send(i)
	}
	send(7) // who was written to already does not count again
	send(50)
	b.until("the 51st fails", func() bool { return failed() == 1 })
	b.Advance(25 * time.Hour)
	send(50)
	b.settled()
	if n := failed(); n != 1 {
		t.Errorf("%d messages failed", n)
	}
}

// Templates are refused where an account has no room for them, or they come too fast.
func TestTemplateLimits(t *testing.T) {
	b := newBench(t, nil)
	make := func(i, status, code int) {
		t.Helper()
		b.expect("POST", testAccount+"/message_templates", fmt.Sprintf(`{"name":"many_%d","language":"en_US","category":"UTILITY","components":[{"type":"BODY","text":"Notice %d of the shop."}]}`, i, i), status, code, "")
	}
	b.moved("accounts/"+testAccount, `{"businessVerification":"not_verified"}`)
	have := len(b.book.all()[0].templateList())
	for i := range maxTemplatesUnverified - have {
		if i%maxTemplatesAnHour == 0 && i > 0 {
			make(i, 400, 80007)
			b.Advance(time.Hour)
		}
		make(i, 200, 0)
	}
	b.Advance(time.Hour)
	make(999, 400, 100)
	b.moved("accounts/"+testAccount, `{"businessVerification":"verified"}`)
	make(999, 200, 0)

	b.moved("accounts/"+testAccount, `{"businessVerification":"not_verified"}`)
	b.expect("POST", testAccount+"/phone_numbers", `{"cc":"1","phone_number":"6505553001","verified_name":"Shop"}`, 200, 0, "id")
	b.expect("POST", testAccount+"/phone_numbers", `{"cc":"1","phone_number":"6505553002","verified_name":"Shop"}`, 400, 100, "as many phone numbers")
}

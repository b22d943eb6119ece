package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// code is the verification code that lies on the phone of a number.
func (b *bench) code(number string) string {
	b.Helper()
	list := b.Phone(number)
	if len(list) == 0 {
		b.Fatalf("nothing lies on the phone of %s", number)
	}
	digits := func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}
	return strings.Map(digits, list[len(list)-1].Text)
}

// moved makes a call of the control API that is to go well.
func (b *bench) moved(path, body string) {
	b.Helper()
	if status, answer := b.do("POST", "/_sandbox/"+path, body); status != 200 {
		b.Errorf("%s %s: %d %v", path, body, status, answer)
	}
}

// A code lies on the phone of its number; wrong ones end it, and so does time.
func TestCodes(t *testing.T) {
	b := newBench(t, nil)
	id := b.expect("POST", testAccount+"/phone_numbers", `{"cc":"1","phone_number":"5550003000","verified_name":"Lucky Shrub"}`, 200, 0, "id").str("id")
	ask := func() string {
		b.Advance(2 * time.Minute)
		b.expect("POST", id+"/request_code", `{"code_method":"VOICE","language":"en_US"}`, 200, 0, "success")
		return b.code("+15550003000")
	}
	code := ask()
	for range 5 {
		b.expect("POST", id+"/verify_code", `{"code":"none"}`, 400, 136025, "")
	}
	b.expect("POST", id+"/verify_code", `{"code":"`+code+`"}`, 400, 100, "2388093")
	late := ask()
	b.Advance(11 * time.Minute)
	b.expect("POST", id+"/verify_code", `{"code":"`+late+`"}`, 400, 136025, "expired")
	for range 8 {
		code = ask()
	}
	b.Advance(2 * time.Minute)
	b.expect("POST", id+"/request_code", `{"code_method":"SMS","language":"en_US"}`, 400, 100, "2388091")
	b.expect("POST", id+"/verify_code", `{"code":"`+code+`"}`, 200, 0, "success")
}

// Reviews of names and of the badge end when the control API says so, and are told of.
func TestReviews(t *testing.T) {
	b := newBench(t, nil)
	b.expect("POST", testPhone+"?new_display_name=New+Shop", "", 200, 0, "success")
	b.moved("numbers/"+testPhone, `{"name":"DECLINED","reason":"NAME_EMPLOYEE_ISSUE","after":"2h"}`)
	b.expect("GET", testPhone+"?fields=new_name_status", "", 200, 0, "PENDING_REVIEW")
	b.Advance(2 * time.Hour)
	b.until("the name is declined", func() bool { return strings.Contains(fmt.Sprint(b.values()), "NAME_EMPLOYEE_ISSUE") })
	b.expect("GET", testPhone+"?fields=new_name_status", "", 200, 0, "DECLINED")
	b.expect("POST", testPhone+"?new_display_name=New+Shop", "", 200, 0, "success")
	b.moved("numbers/"+testPhone, `{"name":"APPROVED"}`)
	b.expect("GET", testPhone+"?fields=verified_name,new_name_status", "", 200, 0, "New Shop")

	ask := `{"business_website_url":"https://a.example","primary_country_of_operation":"US"}`
	b.expect("POST", testPhone+"/official_business_account", ask, 200, 0, "success")
	b.expect("POST", testPhone+"/official_business_account", ask, 400, 100, "already")
	b.moved("numbers/"+testPhone, `{"badge":"REJECTED"}`)
	b.until("the badge is refused", func() bool { return strings.Contains(fmt.Sprint(b.values()), "OBA_REJECTED") })
	b.expect("POST", testPhone+"/official_business_account", ask, 400, 100, "30 days")
	b.Advance(31 * 24 * time.Hour)
	b.expect("POST", testPhone+"/official_business_account", ask, 200, 0, "success")
	b.moved("numbers/"+testPhone, `{"badge":"APPROVED","onApp":true}`)
	b.expect("GET", testPhone+"?fields=is_official_business_account,is_on_biz_app", "", 200, 0, "true")
	if status, _ := b.do("POST", "/_sandbox/numbers/1", `{"badge":"APPROVED"}`); status != 400 {
		t.Error("a number that is not there is taken")
	}
}

// A business is verified by the control API, on the simulator's clock.
func TestBusinessIsVerified(t *testing.T) {
	b := newBench(t, nil)
	b.moved("accounts/"+testAccount, `{"businessVerification":"pending","payment":false}`)
	b.moved("accounts/"+testAccount, `{"businessVerification":"verified","payment":true,"review":"APPROVED","after":"48h"}`)
	b.expect("GET", testAccount+"?fields=business_verification_status,primary_funding_id", "", 200, 0, "pending")
	b.Advance(49 * time.Hour)
	b.until("the account is reviewed", func() bool { return strings.Contains(fmt.Sprint(b.values()), "APPROVED") })
	b.expect("GET", testAccount+"?fields=business_verification_status", "", 200, 0, "verified")
	if status, _ := b.do("POST", "/_sandbox/accounts/"+testAccount, `{"businessVerification":"maybe"}`); status != 400 {
		t.Error("a state that is none is taken")
	}

	b.moved("token", `{"scopes":["whatsapp_business_messaging"],"expiresIn":"240h"}`)
	b.expect("GET", "debug_token?input_token="+DefaultToken, "", 200, 0, "is_valid\": true")
	b.moved("token", `{"valid":false}`)
	b.expect("GET", "debug_token?input_token="+DefaultToken, "", 200, 0, "is_valid\": false")
	b.expect("GET", testPhone, "", 401, 190, "")
}

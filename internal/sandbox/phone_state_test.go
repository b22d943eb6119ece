package sandbox

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"
	"time"
)

// expect makes a call and wants a status, a code (0 for none) and a text in the
// answer.
func (b *bench) expect(method, path, body string, status, code int, has string) fields {
	b.Helper()
	got, answer := b.do(method, "/v25.0/"+path, body)
	if got != status || answer.sub("error").str("code") != number(code) || !strings.Contains(dump(answer), has) {
		b.Errorf("%s %s %s: %d %v, want %d, code %d, %q", method, path, body, got, answer, status, code, has)
	}
	return answer
}

// What is written to a number is kept, and what makes no sense is refused.
func TestNumberKeepsWhatIsWritten(t *testing.T) {
	b := newBench(t, nil)
	profile := testPhone + "/whatsapp_business_profile"
	b.expect("POST", profile, `{"messaging_product":"whatsapp","about":"We sell lamps","websites":"[\"https://shop.example\"]","vertical":"HOTEL"}`, 200, 0, "success")
	b.expect("GET", profile+"?fields=about,websites,vertical,email", "", 200, 0, "We sell lamps")
	b.expect("GET", profile, "", 200, 0, "shop.example")
	for _, wrong := range []string{`"vertical":"NONSENSE"`, `"about":""`, `"about":"` + strings.Repeat("x", 140) + `"`, `"websites":["ftp://x"]`, `"websites":"x"`} {
		b.expect("POST", profile, `{"messaging_product":"whatsapp",`+wrong+`}`, 400, 100, "")
	}
	b.expect("POST", testPhone+"/settings", `{"storage_configuration":{"status":"IN_COUNTRY_STORAGE_ENABLED","data_localization_region":"BR"}}`, 200, 0, "success")
	b.expect("GET", testPhone+"/settings", "", 200, 0, "BR")
	b.expect("POST", testPhone+"/settings", `{"colour":{"a":1}}`, 400, 100, "")
	b.expect("POST", testPhone+"?new_display_name=New+Shop", "", 200, 0, "success")
	b.expect("GET", testPhone+"?fields=new_display_name,new_name_status", "", 200, 0, "PENDING_REVIEW")
	b.expect("POST", testPhone+"/conversational_automation", `{"enable_welcome_message":true,"prompts":["Hi"],"commands":[{"command_name":"help","command_description":"Get help"}]}`, 200, 0, "success")
	b.expect("GET", testPhone+"?fields=conversational_automation", "", 200, 0, "help")
	b.expect("POST", testPhone+"/whatsapp_commerce_settings?is_cart_enabled=true&is_catalog_visible=false", "", 200, 0, "success")
	b.expect("GET", testPhone+"/whatsapp_commerce_settings", "", 200, 0, `"is_cart_enabled": true`)
	b.expect("POST", testPhone+"/conversational_automation", `{"prompts":["a","b","c","d","e"]}`, 400, 100, "")
}

// A new number is added, verified and registered before it sends.
func TestNumberIsSetUp(t *testing.T) {
	b := newBench(t, nil)
	b.expect("POST", testPhone+"/request_code", `{"code_method":"SMS","language":"en_US"}`, 400, 136024, "")
	b.expect("POST", testAccount+"/phone_numbers", `{"cc":"1","phone_number":"5550001000","verified_name":"Twice"}`, 400, 100, "2388012")
	id := b.expect("POST", testAccount+"/phone_numbers", `{"cc":"1","phone_number":"5550003000","verified_name":"Lucky Shrub"}`, 200, 0, "id").str("id")
	b.expect("GET", id+"?fields=code_verification_status,status", "", 200, 0, "NOT_VERIFIED")
	b.expect("POST", id+"/messages", textTo(customerOne, "too early"), 400, 133010, "")
	b.expect("POST", id+"/register", `{"messaging_product":"whatsapp","pin":"123456"}`, 400, 133006, "")
	b.expect("POST", id+"/verify_code", `{"code":"123456"}`, 400, 136025, "")
	b.expect("POST", id+"/request_code?code_method=PIGEON&language=en_US", "", 400, 100, "code_method")
	b.expect("POST", id+"/request_code?code_method=VOICE&language=en_US", "", 200, 0, "success")
	b.expect("POST", id+"/request_code?code_method=SMS&language=en_US", "", 400, 100, "2388091")
	b.expect("POST", id+"/verify_code", `{"code":"none"}`, 400, 136025, "")
	kind, body := multipartBody(map[string]string{"code": b.code("+15550003000")})
	if status, answer := b.ask("/v25.0/"+id+"/verify_code", kind, DefaultToken, body); status != 200 {
		t.Fatalf("verify_code by multipart: %d %v", status, answer)
	}
	b.expect("GET", id+"?fields=code_verification_status", "", 200, 0, `"VERIFIED"`)
	b.expect("POST", id+"/register", `{"messaging_product":"whatsapp","pin":"123456"}`, 200, 0, "success")
	b.expect("POST", id+"/messages", textTo(customerOne, "now"), 200, 0, "wamid")
}

// Wrong PINs end in 133008, and too many registrations in 133016 for three days.
func TestWrongPINs(t *testing.T) {
	b := newBench(t, nil)
	register := func(pin string, status, code int) {
		t.Helper()
		b.expect("POST", testPhone+"/register", fmt.Sprintf(`{"messaging_product":"whatsapp","pin":"%s"}`, pin), status, code, "")
	}
	register("111111", 200, 0)
	for range 5 {
		register("222222", 400, 133005)
	}
	for range 4 {
		register("222222", 400, 133008)
	}
	register("111111", 400, 133016)
	b.Advance(71 * time.Hour)
	register("111111", 400, 133016)
}

// Edges that clients of the provider know.
func TestEdges(t *testing.T) {
	b := newBench(t, nil)
	b.write("hello")
	blocked := testPhone + "/block_users"
	b.expect("POST", blocked, `{"messaging_product":"whatsapp","block_users":[{"user":"`+customerOne+`"}]}`, 200, 0, "added_users")
	b.expect("POST", blocked, `{"messaging_product":"whatsapp","block_users":[{"user":"`+customerOne+`"},{"user":"+16505550000"}]}`, 400, 139100, "failed_users")
	b.expect("GET", blocked, "", 200, 0, "16505551234")
	before := len(b.hook.all())
	b.write("nobody hears this")
	b.settled()
	if len(b.hook.all()) > max(before, 1) {
		t.Error("what a blocked customer writes is told")
	}
	b.expect("DELETE", blocked, `{"messaging_product":"whatsapp","block_users":[{"user":"`+customerOne+`"}]}`, 200, 0, "removed_users")
	codes := testPhone + "/message_qrdls"
	code := b.expect("POST", codes, `{"prefilled_message":"Cyber Monday","generate_qr_image":"SVG"}`, 200, 0, "qr_image_url").str("code")
	b.expect("POST", codes, `{"prefilled_message":"Changed","code":"`+code+`"}`, 200, 0, code)
	b.expect("GET", codes, "", 200, 0, "Changed")
	b.expect("GET", codes+"/"+code, "", 200, 0, "deep_link_url")
	b.expect("POST", codes, `{"prefilled_message":""}`, 400, 100, "")
	b.expect("DELETE", codes+"/"+code, "", 200, 0, "success")
	b.expect("GET", codes+"/"+code, "", 400, 100, "")
	b.expect("GET", testPhone+"/call_permissions?user_wa_id=16505551234", "", 200, 0, "send_call_permission_request")
	b.expect("GET", testPhone+"/call_permissions", "", 400, 100, "")
	call := `{"messaging_product":"whatsapp","to":"16505551234","action":"connect"}`
	b.expect("POST", testPhone+"/calls", call, 400, 138000, "")
	b.expect("POST", testPhone+"/settings", `{"calling":{"status":"ENABLED"}}`, 200, 0, "")
	b.expect("POST", testPhone+"/calls", call, 400, 138006, "")
	b.expect("GET", testPhone+"/groups", "", 200, 0, "data")
	b.expect("POST", testPhone+"/username", `{"username":"lucky.shop"}`, 200, 0, "status")
	b.expect("POST", testPhone+"/username", `{"username":"NO"}`, 400, 147001, "")
	b.expect("GET", testPhone+"/username", "", 200, 0, "lucky.shop")
	b.expect("DELETE", testPhone+"/username", "", 200, 0, "success")
	b.expect("POST", testPhone+"/official_business_account", `{"business_website_url":"https://a.example","primary_country_of_operation":"US"}`, 200, 0, "success")
	b.expect("GET", testPhone+"?fields=official_business_account", "", 200, 0, "PENDING")
	public, err := publicKeyPEM()
	if err != nil {
		t.Fatal(err)
	}
	b.expect("POST", testPhone+"/whatsapp_business_encryption", `{"business_public_key":`+public+`}`, 200, 0, "success")
	b.expect("GET", testPhone+"/whatsapp_business_encryption", "", 200, 0, "PUBLIC KEY")
	b.expect("POST", testPhone+"/whatsapp_business_encryption", `{"business_public_key":"x"}`, 400, 100, "")
}

func publicKeyPEM() (quoted string, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", err
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})))
	return string(text), err
}

// Edges of accounts and businesses.
func TestAccountEdges(t *testing.T) {
	other := DefaultAccount()
	other.ID, other.Phones = "200000000000009", []Phone{{ID: "100000000000009", Number: "+15550009000", Name: "Other"}}
	other.Templates = other.Templates[:1]
	b := newBench(t, func(c *Config) { c.Accounts = []Account{DefaultAccount(), other} })
	b.expect("POST", other.ID+"/migrate_message_templates?source_waba_id="+testAccount, "", 200, 0, "Duplicate template")
	b.expect("POST", other.ID+"/migrate_message_templates?source_waba_id=1", "", 400, 100, "")
	b.expect("GET", testAccount+"/flows", "", 200, 0, "data")
	b.expect("POST", testAccount+"/flows", `{"name":"x"}`, 403, 10, "")
	b.expect("GET", testAccount+"/message_template_previews?category=AUTHENTICATION&languages=en_US,es_ES&add_security_recommendation=true&code_expiration_minutes=10&button_types=OTP", "", 200, 0, "Autocompletar")
	b.expect("GET", testAccount+"/template_analytics?start=1&end=2&granularity=DAILY&template_ids=[1]", "", 200, 0, "data_points")
	b.expect("GET", testAccount+"/template_analytics?start=1", "", 400, 100, "")
	b.expect("GET", testAccount+"?fields=pricing_analytics.start(1).end(2).granularity(DAILY)", "", 200, 0, "pricing_analytics")
	b.expect("GET", testAccount+"?fields=analytics.start(1).end(2)", "", 400, 100, "granularity")

	b.expect("POST", testAccount+"/assigned_users?user=77&tasks=['MANAGE']", "", 200, 0, "success")
	b.expect("GET", testAccount+"/assigned_users", "", 200, 0, "77")
	b.expect("DELETE", testAccount+"/assigned_users?user=77", "", 200, 0, "success")
	b.expect("POST", testAccount+"?is_enabled_for_insights=true", "", 200, 0, testAccount)
	b.expect("GET", "message_template_library?search=balance", "", 200, 0, "low_balance_warning_1")
	b.expect("POST", testAccount+"/message_templates", `{"name":"low_balance","language":"en_US","category":"UTILITY","library_template_name":"low_balance_warning_1"}`, 200, 0, "APPROVED")
	b.expect("POST", testAccount+"/upsert_message_templates", `{"name":"code","languages":["en_US","fr"],"category":"AUTHENTICATION","components":[{"type":"BODY"},{"type":"BUTTONS","buttons":[{"type":"OTP","otp_type":"COPY_CODE"}]}]}`, 200, 0, `"fr"`)
	b.expect("GET", businessID+"/owned_whatsapp_business_accounts", "", 200, 0, testAccount)
	b.expect("GET", businessID+"/client_whatsapp_business_accounts", "", 200, 0, "data")
	b.expect("GET", "oauth/access_token?client_id="+DefaultAppID+"&client_secret="+DefaultAppSecret+"&code=abc", "", 400, 100, "verification code")
	b.expect("GET", "oauth/access_token?client_id="+DefaultAppID+"&client_secret=wrong&code=abc", "", 400, 101, "")
}

// Fields that do not exist are refused; edges are expanded and lists filtered.
func TestFields(t *testing.T) {
	b := newBench(t, nil)
	for _, path := range []string{testPhone + "?fields=id,colour", testAccount + "?fields=colour", testAccount + "/phone_numbers?fields=colour",
		testAccount + "/message_templates?fields=name,colour", "9000000000000001?fields=colour", testAccount + "?fields=phone_numbers{colour}"} {
		b.expect("GET", path, "", 400, 100, "Tried accessing nonexisting field (colour)")
	}
	b.expect("GET", testPhone+"?fields=certificate,username", "", 200, 0, testPhone)
	a := b.expect("GET", testAccount+"?fields=name,phone_numbers{id,throughput{level}},message_templates.limit(2){name},owner_business_info{name}", "", 200, 0, "STANDARD")
	if list := a.sub("message_templates").list("data"); len(list) != 2 {
		t.Errorf("message_templates.limit(2): %v", a)
	}
	filtered := func(field, value string) int {
		answer := b.expect("GET", testAccount+`/phone_numbers?filtering=[{"field":"`+field+`","operator":"EQUAL","value":"`+value+`"}]`, "", 200, 0, "data")
		return len(answer.list("data"))
	}
	if filtered("account_mode", "LIVE") != 1 || filtered("account_mode", "SANDBOX") != 0 {
		t.Error("filtering is not honoured")
	}
	b.expect("GET", testAccount+"/phone_numbers?filtering=[{}]", "", 400, 100, "filtering")
}

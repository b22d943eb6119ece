package sandbox

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Whatever is posted to whichever edge in whatever form is answered in JSON, and
// never by a broken connection.
func TestHostileBodies(t *testing.T) {
	b := newBench(t, nil)
	edges := map[string]string{
		testPhone: ` messages marketing_messages media register deregister request_code verify_code whatsapp_business_profile settings conversational_automation
			block_users message_qrdls message_qrdls/X call_permissions calls groups username official_business_account whatsapp_business_encryption whatsapp_commerce_settings`,
		testAccount: ` phone_numbers message_templates subscribed_apps flows message_template_previews template_analytics assigned_users upsert_message_templates
			migrate_message_templates message_template_library`,
		"9000000000000001": " unpause", businessID: " owned_whatsapp_business_accounts extendedcredits", "oauth": "access_token", "me": "", DefaultAppID: " uploads", "upload:1": "", "debug_token": "",
	}
	bodies := []string{"", "{", "[]", "null", "x=%zz", `{"messaging_product":1,"to":{},"type":[],"block_users":{},"components":{},"pin":{},"websites":"[","commands":[1],"prompts":{}}`,
		`{"messaging_product":"whatsapp","block_users":[1,{}],"languages":[{}],"category":"AUTHENTICATION","name":"x","tasks":"[","filtering":"]","components":[1,{"type":{}},{"type":"CAROUSEL","cards":{}}]}`,
		"--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n12", strings.Repeat("{\"a\":", 2000), "\xff\xfe"}
	queries := []string{"", "?fields=a{b,c}.d(e", "?fields=" + strings.Repeat("{", 500), "?filtering={}&limit=-1&after=%00&summary=x", "?search=%ff&languages=,,&category=AUTHENTICATION"}
	for id, list := range edges {
		for _, edge := range append(strings.Fields(list), "") {
			for i, method := range []string{"GET", "POST", "DELETE"} {
				for j, body := range bodies {
					kind := []string{"application/json", "multipart/form-data; boundary=x", "multipart/form-data", "application/x-www-form-urlencoded", ""}[(i+j)%5]
					b.hostile(method, "/v25.0/"+id+"/"+edge+queries[(i+j)%len(queries)], kind, body)
				}
			}
		}
	}
}

func (b *bench) hostile(method, path, kind, body string) {
	b.Helper()
	req, err := http.NewRequest(method, b.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	req.Header.Set("Content-Type", kind)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Errorf("%s %s %q: %v", method, path, body, err)
		return
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	if _, e := parseFields(raw); e != nil || res.StatusCode >= 500 {
		b.Errorf("%s %s %q: %d %s", method, path, body, res.StatusCode, raw)
	}
}

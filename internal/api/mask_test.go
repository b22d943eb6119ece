package api_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// leaked returns the first of the numbers that a text shows: whole, with or without
// its plus, as any seven digits of its national part in a row, or in an identifier of
// the provider. Digits inside an identifier of ours are chance.
func leaked(text string, numbers []string) string {
	decoded := ""
	for _, id := range providerIDs.FindAllString(text, -1) {
		raw, _ := base64.StdEncoding.DecodeString(id[len("wamid."):])
		decoded += " " + string(raw)
	}
	var runs []string
	for _, at := range manyDigits.FindAllStringIndex(text, -1) {
		beside := text[max(0, at[0]-1):at[0]] + text[at[1]:min(len(text), at[1]+1)]
		if !strings.ContainsFunc(beside, func(r rune) bool { return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
			runs = append(runs, text[at[0]:at[1]])
		}
	}
	short := strings.Join(runs, " ")
	for _, number := range numbers {
		all := strings.TrimPrefix(number, "+")
		if strings.Contains(text, all) || strings.Contains(text, url.QueryEscape(number)) || strings.Contains(decoded, all) {
			return number
		}
		national := all[strings.IndexAny(crm.MaskPhone(all), "•"):]
		for i := range len(national) - 6 {
			if strings.Contains(short, national[i:i+7]) {
				return number + " by " + national[i:i+7]
			}
		}
	}
	return ""
}

var (
	providerIDs = regexp.MustCompile(`wa[mc]id\.[A-Za-z0-9+/]+=*`)
	manyDigits  = regexp.MustCompile(`[0-9]{7,}`)
)

// masks are those who see phone numbers masked: a person with every scope and the
// whole reach, and a key.
func masks(t *testing.T, k *testkit.Kit) (person, key string) {
	t.Helper()
	scopes := slices.DeleteFunc(slices.Clone(crm.Scopes), func(s crm.Scope) bool { return s == crm.ScopeAll })
	role := k.Do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Discreet", "scopes": scopes, "reach": "all", "masksPhoneNumbers": true})
	made := k.Do(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Discreet", "scopes": []string{"*"}, "masksPhoneNumbers": true})
	if role.Status != http.StatusCreated || made.Status != http.StatusCreated || role.JSON()["masksPhoneNumbers"] != true || made.JSON()["masksPhoneNumbers"] != true {
		t.Fatalf("%d %s, %d %s", role.Status, role.Body, made.Status, made.Body)
	}
	return k.NewPerson(k.WorkspaceID, role.Text("id")).Key, made.Text("key")
}

const masked = "+4917683920571" // as +49•••••••0571

type maskedThings struct {
	*things
	refused, moved string // a message, and a contact whose number changed
}

// newMaskedThings are things whose contact has a number that is nowhere else, with all
// that can be known of one.
func newMaskedThings(t *testing.T, k *testkit.Kit) (x maskedThings, numbers []string) {
	t.Helper()
	x = maskedThings{things: newThings(k)}
	must := func(method, path string, body any) testkit.Response {
		t.Helper()
		r := k.Do(method, path, k.Key, body)
		if r.Status >= 300 {
			t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
		}
		return r
	}
	x.answers = k.EventuallyStored(k.CustomerWrites(masked, "Where is my parcel?"))
	x.message = must(http.MethodPost, "/v1/messages", testkit.OrderShipped(masked)).Text("messageId")
	shown := k.Message(x.message)
	x.conversation, x.contact = shown["conversationId"].(string), shown["contactId"].(string)
	must(http.MethodPost, "/v1/contacts/"+x.contact+"/merge", map[string]any{"contactId": must(http.MethodPost, "/v1/contacts", map[string]any{"phone": "+4917683920572"}).Text("id")})
	x.table = must(http.MethodPost, "/v1/contact-imports", map[string]any{"csv": "phone\n+4917683920573\n0049176839205740000000"}).Text("id")
	must(http.MethodPost, "/v1/contacts/"+x.contact+"/consent", map[string]any{"state": "opted_in", "purpose": "marketing", "proof": "asked at the fair"})
	k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error { // a transcript then names the number
		tx.Write(db.SQL(`UPDATE contacts SET name = '', search_name = '' WHERE workspace_id = $1 AND id = $2`), k.WorkspaceID, x.contact)
		return nil
	}))
	sent := k.EventuallyMessage(x.message, "accepted")["providerMessageId"].(string)
	_, err := k.Sandbox().React(masked, sent, "👍")
	k.Must(err)
	k.Quiet()
	_, err = k.Sandbox().React(masked, sent, "")
	k.Must(err)
	k.Quiet()
	_, err = k.Sandbox().React(masked, sent, "👍")
	k.Must(err)
	k.CustomerWrites("+4917683920576", "My old number")
	k.Quiet()
	_, err = k.Sandbox().ChangeNumber("+4917683920576", "+4917683920577")
	k.Must(err)
	k.Quiet()
	k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 400, Code: 131026, Details: "Message undeliverable to +4917683920571 (4917683920571)."}))
	x.refused = must(http.MethodPost, "/v1/messages", testkit.OrderShipped(masked)).Text("messageId")
	k.EventuallyMessage(x.refused, "failed")
	k.Must(k.Sandbox().SetFaults())
	k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "errors", map[string]any{"code": 131026, "title": "Message to " + masked + " undeliverable",
		"error_data": map[string]any{"details": "The last one is " + sent + "."}}))
	k.Quiet()
	k.Must(k.App.Service.Account.FlushHealth(context.Background()))
	k.Indexed()
	x.event = k.Rows("SELECT id FROM events WHERE workspace_id = '%s' AND kind = 'messages.received' ORDER BY id DESC LIMIT 1", k.WorkspaceID)[0]["id"].(string)
	numbers = []string{"+4917683920572", "+4917683920574", "+4917683920576"} // no contact has them any more
	for _, row := range k.Rows("SELECT id, phone FROM contacts WHERE workspace_id = '%s' AND phone <> ''", k.WorkspaceID) {
		numbers = append(numbers, row["phone"].(string))
		if row["phone"] == "+4917683920577" {
			x.moved = row["id"].(string)
		}
	}
	return x, numbers
}

// Every operation that reads, the live stream and every export show whoever sees
// phone numbers masked no number of a contact, and the owner all of them.
func TestNoAnswerShowsAMaskedNumber(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		x, numbers := newMaskedThings(t, k)
		person, key := masks(t, k)
		owner := k.NewPerson(k.WorkspaceID, crm.RoleOwner).Key
		found, shown := k.Do(http.MethodGet, "/v1/messages/"+x.answers, k.Key, nil), map[string]bool{}
		asked := []string{"search /v1/search?q=" + url.QueryEscape(masked), "search /v1/search?q=0571", "search /v1/search?q=parcel", "list-contacts /v1/contacts?phone=" + url.QueryEscape(masked),
			"list-contacts /v1/contacts?q=" + url.QueryEscape(masked), "list-messages /v1/messages?to=" + url.QueryEscape(masked), "get-message /v1/messages/" + x.answers,
			"get-message /v1/messages/" + url.PathEscape(found.Text("providerMessageId")), "get-contact /v1/contacts/con_00000000000000000000000000?phone=" + url.QueryEscape(masked),
			"get-contact /v1/contacts/" + url.PathEscape(masked), "get-simulated-phone /v1/sandbox/phones/" + url.PathEscape(masked), "list-messages /v1/messages?to=%2B49+" + masked[3:],
			"list-events /v1/events?limit=200", "get-message /v1/messages/" + x.refused, "get-contact /v1/contacts/" + x.moved}
		for _, op := range readDocument(t, k).operations() {
			if op.method == http.MethodGet && op.id != "stream-events" && op.access() != "public" && !strings.HasSuffix(op.id, "event-type") && op.id != "list-event-types" { // samples
				asked = append(asked, op.id+" "+x.fill(t, op))
			}
		}
		for _, question := range asked {
			id, path, _ := strings.Cut(question, " ")
			whole := k.Do(http.MethodGet, path, owner, nil)
			if whole.Status == http.StatusOK && leaked(readable(whole.Body), numbers) != "" {
				shown[id] = true
			}
			for _, who := range []string{person, key} {
				r := k.Do(http.MethodGet, path, who, nil)
				if number := leaked(readable(r.Body)+fmt.Sprint(r.Header), numbers); number != "" {
					t.Errorf("%s shows %s: %d %s", question, number, r.Status, r.Body)
				}
				if who == person && r.Status != whole.Status && id != "get-delivery" {
					t.Errorf("%s is answered %d, and %d to the owner", question, r.Status, whole.Status)
				}
			}
		}
		for _, id := range []string{"list-contacts", "get-contact", "list-messages", "get-message", "list-events", "get-event", "export-contact", "export-contacts", "export-conversation", "search", "get-simulated-phone", "get-phone-number-health"} {
			if !shown[id] {
				t.Errorf("%s shows the owner no number: this test proves nothing about it", id)
			}
		}
		for who, want := range map[string]bool{owner: true, person: false, key: false} {
			if text := heard(t, k, who, x.event, "messages.received"); (leaked(text, numbers) != "") != want {
				t.Errorf("a live stream tells %v of a number: %s", !want, text)
			}
		}
	})
}

// readable is an answer as text, also what is packed.
func readable(body []byte) string {
	if all := unzipped(body); all != nil {
		return fmt.Sprint(all)
	}
	return string(body)
}

// heard is what a live stream tells from before an event until a kind was told.
func heard(t *testing.T, k *testkit.Kit, key, event, until string) string {
	t.Helper()
	first := k.Rows("SELECT id FROM events WHERE workspace_id = '%s' ORDER BY position LIMIT 1", k.WorkspaceID)[0]["id"].(string)
	s := openStream(t, k, key, "?lastEventId="+first)
	k.Eventually("the stream tells of "+event, func() bool { return strings.Contains(s.text(), "id: "+event) && strings.Contains(s.text(), until) })
	return s.text()
}

// rawStream is all that a live stream has told.
type rawStream struct {
	mu   sync.Mutex
	told strings.Builder
}

func (s *rawStream) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told.String()
}

func openStream(t *testing.T, k *testkit.Kit, key, query string) *rawStream {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.App.URL()+"/v1/events/stream"+query, nil)
	k.Must(err)
	if secret, session := strings.CutPrefix(key, testkit.SessionKey); session {
		req.AddCookie(&http.Cookie{Name: "crm", Value: secret})
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	s, ended := &rawStream{}, make(chan bool)
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			s.mu.Lock()
			s.told.WriteString(lines.Text() + "\n")
			s.mu.Unlock()
		}
	}()
	t.Cleanup(func() { cancel(); <-ended; _ = res.Body.Close() })
	return s
}

// What writes answers masked, too; whoever sees no whole number hands none on; and
// sends, answers and finds all the same.
func TestMaskedPeopleWork(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		x, numbers := newMaskedThings(t, k)
		person, _ := masks(t, k)
		ask := func(method, path string, body any, status int) testkit.Response {
			t.Helper()
			r := k.Do(method, path, person, body)
			if r.Status != status {
				t.Errorf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			if number := leaked(string(r.Body), append(numbers, "+4915112345699")); number != "" {
				t.Errorf("%s %s shows %s: %s", method, path, number, r.Body)
			}
			return r
		}
		me := ask(http.MethodGet, "/v1/me", nil, 200)
		if me.JSON()["masksPhoneNumbers"] != true {
			t.Errorf("they are not told: %s", me.Body)
		}
		if c := ask(http.MethodGet, "/v1/contacts/"+x.contact, nil, 200); c.Text("phone") != "+49•••••••0571" {
			t.Errorf("the number is shown as %s", c.Text("phone"))
		}
		// They write to whom they have before them, and to a number that they type.
		wrote := ask(http.MethodPost, "/v1/messages", map[string]any{"conversationId": x.conversation, "type": "text", "text": map[string]any{"body": "It comes today."}}, 202)
		ask(http.MethodGet, "/v1/messages/"+wrote.Text("messageId"), nil, 200)
		if m := k.Message(wrote.Text("messageId")); m["to"] != masked || m["conversationId"] != x.conversation {
			t.Errorf("the answer goes to %v in %v", m["to"], m["conversationId"])
		}
		ask(http.MethodPost, "/v1/messages", map[string]any{"conversationId": x.conversation, "to": masked, "type": "text", "text": map[string]any{"body": "It comes today."}}, 422)
		ask(http.MethodPost, "/v1/messages", map[string]any{"conversationId": "cnv_00000000000000000000000000", "type": "text", "text": map[string]any{"body": "It comes today."}}, 422)
		typed := ask(http.MethodPost, "/v1/messages", testkit.OrderShipped("+4915112345699"), 202)
		if r := k.Message(typed.Text("messageId")); r["to"] != "+4915112345699" {
			t.Errorf("the message goes to %v", r["to"])
		}
		ask(http.MethodPost, "/v1/messages", testkit.OrderShipped("004915112345699"), 422)
		ask(http.MethodPost, "/v1/contacts", map[string]any{"phone": masked}, 409)
		ask(http.MethodPost, "/v1/contacts", map[string]any{"phone": "+491511234569912345678"}, 422)
		ask(http.MethodPatch, "/v1/contacts/"+x.contact, map[string]any{"name": "Ada"}, 200)
		ask(http.MethodPost, "/v1/contact-imports/preview", map[string]any{"csv": "phone\n" + masked}, 200)
		reply := k.Do(http.MethodPost, "/v1/canned-replies", k.Key, map[string]any{"shortcut": "number", "body": "Is {{contact.phone}} right?"}).Text("id")
		if r := ask(http.MethodPost, "/v1/canned-replies/"+reply+"/fill", map[string]any{"conversationId": x.conversation}, 200); !strings.Contains(r.Text("text"), "+49•••••••0571") {
			t.Errorf("a canned reply is %s", r.Body)
		}
		k.Quiet()
		k.Indexed()
		// A number is found whole, or by what is shown of it, and never by a part.
		for query, want := range map[string]int{masked: 1, "0049 176 83920571": 1, "4917683920571": 1, "0571": 1, "Ada 0571": 1,
			"+491768392057": 0, "4917683": 0, "17683920571": 0, "83920571": 0, "20571": 0, "571": 0, "Ada 49176": 0, "176": 0, "+4917683920579": 0} {
			// A page may be short where its time was up.
			found, next := 0, ""
			for more := true; more; more = next != "" {
				r := ask(http.MethodGet, "/v1/search?kind=contact&q="+url.QueryEscape(query)+"&cursor="+next, nil, 200)
				list, _ := r.JSON()["data"].([]any)
				found += len(list)
				next, _ = r.JSON()["nextCursor"].(string)
			}
			if found != want {
				t.Errorf("search finds %d by %s", found, query)
			}
		}
		for query, want := range map[string]int{masked: 1, "00" + masked[1:]: 1, masked[1:]: 1, "+491768392057": 0, "+49": 0, "0571": 0, "Ada": 1} {
			r := ask(http.MethodGet, "/v1/contacts?q="+url.QueryEscape(query), nil, 200)
			if list, _ := r.JSON()["data"].([]any); len(list) != want {
				t.Errorf("contacts has %d by %s: %s", len(list), query, r.Body)
			}
		}
		for query, want := range map[string]int{"phone=%2B4917683920571&q=4917683920571": 1, "phone=%2B4917683920571&q=4917683920572": 0, "phone=%2B4917683920571&q=4917": 0, "phone=%2B4917683920579&q=4917683920571": 0, "phone=%2B4917683920571&q=Ada": 1} {
			r := ask(http.MethodGet, "/v1/contacts?"+query, nil, 200)
			if list, _ := r.JSON()["data"].([]any); len(list) != want || r.JSON()["nextCursor"] != nil {
				t.Errorf("contacts has %d by %s: %s", len(list), query, r.Body)
			}
		}
		opens := k.Do(http.MethodPost, "/v1/action-buttons", k.Key, map[string]any{"label": "Orders", "kind": "open_url", "url": "https://shop.example/?of={contact.phone}"}).Text("id")
		shown := ask(http.MethodGet, "/v1/conversations/"+x.conversation+"/buttons", nil, 200)
		if shown.Text("data", "1", "url") != "https://shop.example/?of=" || shown.Text("data", "1", "missing", "0") != "contact.phone" {
			t.Errorf("a button is shown as %s", shown.Body)
		}
		// Nothing that they make shows more.
		refused := func(method, path string, body any, status int, code crm.Code) {
			t.Helper()
			if r := ask(method, path, body, status); !strings.Contains(string(r.Body), string(code)) {
				t.Errorf("%s %s: %s", method, path, r.Body)
			}
		}
		refused(http.MethodPost, "/v1/contact-imports", map[string]any{"csv": "phone\n" + masked}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPost, "/v1/deal-imports", map[string]any{"csv": "title,phone\nChairs," + masked}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPost, "/v1/deal-imports/preview", map[string]any{"csv": "title,phone\nChairs," + masked}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPost, "/v1/webhook-endpoints", map[string]any{"url": "https://example.com/mine"}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPost, "/v1/action-buttons", map[string]any{"label": "Mine", "kind": "post", "url": "https://example.com/mine"}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPatch, "/v1/action-buttons/"+opens, map[string]any{"url": "https://example.com/mine"}, 403, crm.CodeNumbersMasked)
		refused(http.MethodPatch, "/v1/phone-numbers/"+k.NumberID+"/automatic-messages", map[string]any{"closing": map[string]any{"text": "Bye, {{contact.phone}}."}}, 422, crm.CodeNotAllowed)
		ask(http.MethodPatch, "/v1/phone-numbers/"+k.NumberID+"/automatic-messages", map[string]any{}, 200)
		refused(http.MethodPatch, "/v1/webhook-endpoints/"+x.endpoint, map[string]any{"url": "https://example.com/mine"}, 403, crm.CodeNumbersMasked)
		refused(http.MethodGet, "/v1/webhook-endpoints/"+x.endpoint+"/deliveries/"+x.delivery, nil, 403, crm.CodeNumbersMasked)
		refused(http.MethodPost, "/v1/api-keys", map[string]any{"name": "Mine", "scopes": []string{"contacts:read"}}, 422, crm.CodeForbidden)
		refused(http.MethodPost, "/v1/api-keys/"+x.key+"/rotate", nil, 403, crm.CodeForbidden)
		refused(http.MethodPost, "/v1/roles", map[string]any{"name": "Mine too", "scopes": []string{"contacts:read"}, "reach": "all"}, 422, crm.CodeForbidden)
		refused(http.MethodPatch, "/v1/roles/"+me.Text("roleId"), map[string]any{"masksPhoneNumbers": false}, 422, crm.CodeForbidden)
		refused(http.MethodPost, "/v1/users", map[string]any{"email": "friend@example.com", "name": "Friend", "role": "agent"}, 403, crm.CodeRoleTooWide)
		ask(http.MethodPost, "/v1/api-keys", map[string]any{"name": "Mine", "scopes": []string{"contacts:read"}, "masksPhoneNumbers": true}, 201)
	})
}

// Who sees what changes within a second of the role, on open streams too.
func TestAMaskCountsAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		person, _ := masks(t, k)
		role := k.Do(http.MethodGet, "/v1/me", person, nil).Text("roleId")
		stream, n := openStream(t, k, person, ""), 0
		shows := func() bool {
			t.Helper()
			n++
			id := k.EventuallyStored(k.CustomerWrites(fmt.Sprintf("+49176839205%02d", n), fmt.Sprintf("message %d", n)))
			told := fmt.Sprintf(`"content":"message %d"`, n)
			k.Eventually("the stream tells of it", func() bool { return strings.Contains(stream.text(), told) })
			in, number := stream.text(), fmt.Sprintf("+49176839205%02d", n)
			answer := k.Do(http.MethodGet, "/v1/messages/"+id, person, nil).Text("from")
			return strings.Contains(in, number) && answer == number
		}
		if shows() {
			t.Error("a stream shows a number")
		}
		for _, whole := range []bool{true, false} {
			if r := k.Do(http.MethodPatch, "/v1/roles/"+role, k.Key, map[string]any{"masksPhoneNumbers": !whole}); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			began := time.Now()
			for shows() != whole {
				if took := time.Since(began); took > 5*time.Second { // the machine of a test has neighbours
					t.Fatalf("after %v numbers are whole: %v", took, !whole)
				}
			}
		}
	})
}

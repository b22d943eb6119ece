package sandbox

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// freeForm is a send to customerOne with these members besides the envelope.
func freeForm(members string) string {
	return `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+1 650-555-1234",` + members + `}`
}

func interactive(members string) string {
	return freeForm(`"type":"interactive","interactive":{` + members + `}`)
}

func TestEnvelope(t *testing.T) {
	text := `"type":"text","text":{"body":"hi"}`
	checkSends(t, []sendCase{
		{"text", freeForm(text), 200, 0},
		{"type is optional", freeForm(`"text":{"body":"hi"}`), 200, 0},
		{"number as a number", `{"messaging_product":"whatsapp","to":16505551234,"text":{"body":"hi"}}`, 200, 0},
		{"user id", `{"messaging_product":"whatsapp","recipient":"US.13491208655302741918","type":"text","text":{"body":"hi"}}`, 200, 0},
		{"group", `{"messaging_product":"whatsapp","recipient_type":"group","to":"Y2FwaV9ncm91cDox","type":"text","text":{"body":"hi"}}`, 200, 0},
		{"reply", freeForm(text + `,"context":{"message_id":"wamid.x"}`), 200, 0},
		{"longest callback data", freeForm(text + `,"biz_opaque_callback_data":"` + strings.Repeat("é", 512) + `"`), 200, 0},

		{"no JSON", `{"messaging_product"`, 400, 100},
		{"not an object", `[1]`, 400, 100},
		{"empty", ``, 400, 100},
		{"null", `null`, 400, 100},
		{"no product", `{"to":"16505551234","text":{"body":"hi"}}`, 400, 100},
		{"wrong product", `{"messaging_product":"x","to":"16505551234","text":{"body":"hi"}}`, 400, 100},
		{"no recipient", `{"messaging_product":"whatsapp","type":"text","text":{"body":"hi"}}`, 400, 131008},
		{"letters", `{"messaging_product":"whatsapp","to":"abc","text":{"body":"hi"}}`, 400, 131009},
		{"too many digits", `{"messaging_product":"whatsapp","to":"1234567890123456","text":{"body":"hi"}}`, 400, 131009},
		{"wrong user id", `{"messaging_product":"whatsapp","recipient":"abc","text":{"body":"hi"}}`, 400, 131009},
		{"sender", `{"messaging_product":"whatsapp","to":"+15550001000","text":{"body":"hi"}}`, 400, 131021},
		{"recipient type", `{"messaging_product":"whatsapp","recipient_type":"all","to":"16505551234","text":{"body":"hi"}}`, 400, 100},
		{"unknown type", freeForm(`"type":"telegram","telegram":{}`), 400, 100},
		{"received type", freeForm(`"type":"system","system":{}`), 400, 131051},
		{"no object", freeForm(`"type":"text"`), 400, 131008},
		{"object of another type", freeForm(`"type":"text","text":"hi"`), 400, 131008},
		{"empty context", freeForm(text + `,"context":{}`), 400, 131008},
		{"callback data too long", freeForm(text + `,"biz_opaque_callback_data":"` + strings.Repeat("x", 513) + `"`), 400, 100},
		{"callback data of another type", freeForm(text + `,"biz_opaque_callback_data":7`), 400, 100},
		{"direct send", freeForm(text + `,"category":"utility"`), 400, 100},
		{"pin outside a group", freeForm(`"type":"pin","pin":{"type":"pin","message_id":"wamid.x"}`), 400, 131051},
		{"status of another kind", `{"messaging_product":"whatsapp","status":"delivered","message_id":"wamid.x"}`, 400, 100},
		{"read of an unknown message", `{"messaging_product":"whatsapp","status":"read","message_id":"wamid.x"}`, 400, 131009},
	})
}

type sendCase struct {
	name, body   string
	status, code int
}

func checkSends(t *testing.T, cases []sendCase) {
	t.Helper()
	b := newBench(t, nil)
	b.book.phone("").limit.rate.Store(1_000_000)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, answer := b.send(c.body)
			refusal := answer.sub("error")
			if status != c.status || refusal.str("code") != number(c.code) {
				t.Fatalf("answered %d %v, want %d %d", status, answer, c.status, c.code)
			}
			if status == http.StatusOK {
				return
			}
			if refusal.str("message") == "" || refusal.str("type") == "" || !strings.HasPrefix(refusal.str("fbtrace_id"), "A") {
				t.Errorf("incomplete error: %v", refusal)
			}
		})
	}
}

func TestContent(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ü", n) }
	body := `"body":{"text":"b"}`
	reply := func(id, title string) string {
		return `{"type":"reply","reply":{"id":"` + id + `","title":"` + title + `"}}`
	}
	buttons := func(list ...string) string {
		return interactive(`"type":"button",` + body + `,"action":{"buttons":[` + strings.Join(list, ",") + `]}`)
	}
	row := func(id string) string { return `{"id":"` + id + `","title":"t"}` }
	list := func(rows ...string) string {
		return interactive(`"type":"list",` + body + `,"action":{"button":"go","sections":[{"title":"s","rows":[` + strings.Join(rows, ",") + `]}]}`)
	}
	checkSends(t, []sendCase{
		{"longest text", freeForm(`"type":"text","text":{"body":"` + long(4096) + `"}`), 200, 0},
		{"text too long", freeForm(`"type":"text","text":{"body":"` + long(4097) + `"}`), 400, 100},
		{"empty text", freeForm(`"type":"text","text":{"body":""}`), 400, 100},
		{"no body", freeForm(`"type":"text","text":{}`), 400, 131008},
		{"preview of another type", freeForm(`"type":"text","text":{"body":"b","preview_url":"maybe"}`), 400, 100},
		{"image by link", freeForm(`"type":"image","image":{"link":"https://x.example/a.png","caption":"c"}`), 200, 0},
		{"image without source", freeForm(`"type":"image","image":{"caption":"c"}`), 400, 131008},
		{"image with two sources", freeForm(`"type":"image","image":{"id":"1","link":"https://x.example/a.png"}`), 400, 131009},
		{"image by another scheme", freeForm(`"type":"image","image":{"link":"ftp://x.example/a.png"}`), 400, 100},
		{"caption too long", freeForm(`"type":"video","video":{"id":"1","caption":"` + long(1025) + `"}`), 400, 100},
		{"location", freeForm(`"type":"location","location":{"latitude":"1.5","longitude":-2}`), 200, 0},
		{"location off the globe", freeForm(`"type":"location","location":{"latitude":91,"longitude":0}`), 400, 131009},
		{"half a location", freeForm(`"type":"location","location":{"latitude":1}`), 400, 131008},
		{"contact", freeForm(`"type":"contacts","contacts":[{"name":{"formatted_name":"A B","first_name":"A"}}]`), 200, 0},
		{"contact without parts", freeForm(`"type":"contacts","contacts":[{"name":{"formatted_name":"A B"}}]`), 400, 131009},
		{"no contact", freeForm(`"type":"contacts","contacts":[]`), 400, 131008},
		{"reaction", freeForm(`"type":"reaction","reaction":{"message_id":"wamid.x","emoji":""}`), 200, 0},
		{"reaction to nothing", freeForm(`"type":"reaction","reaction":{"emoji":"x"}`), 400, 131008},
		{"buttons", buttons(reply("a", "A"), reply("b", "B"), reply("c", "C")), 200, 0},
		{"four buttons", buttons(reply("a", "A"), reply("b", "B"), reply("c", "C"), reply("d", "D")), 400, 131009},
		{"no buttons", buttons(), 400, 131009},
		{"same id", buttons(reply("a", "A"), reply("a", "B")), 400, 131009},
		{"same title", buttons(reply("a", "A"), reply("b", "A")), 400, 131009},
		{"title too long", buttons(reply("a", long(21))), 400, 131009},
		{"spaced id", buttons(reply(" a", "A")), 400, 131009},
		{"list", list(row("1"), row("2")), 200, 0},
		{"eleven rows", list(row("1"), row("2"), row("3"), row("4"), row("5"), row("6"), row("7"), row("8"), row("9"), row("10"), row("11")), 400, 131009},
		{"same row", list(row("1"), row("1")), 400, 131009},
		{"link button", interactive(`"type":"cta_url",` + body + `,"action":{"name":"cta_url","parameters":{"display_text":"go","url":"https://x.example"}}`), 200, 0},
		{"link button to nowhere", interactive(`"type":"cta_url",` + body + `,"action":{"name":"cta_url","parameters":{"display_text":"go","url":"x"}}`), 400, 131009},
		{"flow", interactive(`"type":"flow",` + body + `,"action":{"name":"flow","parameters":{"flow_message_version":"3","flow_id":"1","flow_cta":"go"}}`), 200, 0},
		{"flow twice", interactive(`"type":"flow",` + body + `,"action":{"name":"flow","parameters":{"flow_message_version":"3","flow_id":"1","flow_name":"n","flow_cta":"go"}}`), 400, 131009},
		{"location request", interactive(`"type":"location_request_message",` + body + `,"action":{"name":"send_location"}`), 200, 0},
		{"footer too long", interactive(`"type":"location_request_message",` + body + `,"footer":{"text":"` + long(61) + `"},"action":{"name":"send_location"}`), 400, 131009},
		{"no interactive body", interactive(`"type":"location_request_message","action":{"name":"send_location"}`), 400, 131008},
		{"no action", interactive(`"type":"button",` + body), 400, 131008},
		{"unknown interactive", interactive(`"type":"maze",` + body + `,"action":{}`), 400, 100},
		{"media header", interactive(`"type":"button",` + body + `,"header":{"type":"image","image":{"link":"https://x.example/a.png"}},"action":{"buttons":[` + reply("a", "A") + `]}`), 200, 0},
		{"media header of a list", interactive(`"type":"list",` + body + `,"header":{"type":"image","image":{"id":"1"}},"action":{}`), 400, 131009},
		{"product", interactive(`"type":"product","action":{"catalog_id":"1","product_retailer_id":"2"}`), 200, 0},
		{"product without catalog", interactive(`"type":"product","action":{"product_retailer_id":"2"}`), 400, 131008},
		{"header of a catalog", interactive(`"type":"catalog_message",` + body + `,"header":{"type":"text","text":"h"},"action":{"name":"catalog_message"}`), 400, 131009},
		{"product list", interactive(`"type":"product_list",` + body + `,"header":{"type":"text","text":"h"},"action":{"catalog_id":"1","sections":[{"title":"s","product_items":[{"product_retailer_id":"a"}]}]}`), 200, 0},
		{"product list without header", interactive(`"type":"product_list",` + body + `,"action":{"catalog_id":"1","sections":[{"product_items":[{"product_retailer_id":"a"}]}]}`), 400, 131008},
	})
}

func TestCarousel(t *testing.T) {
	carousel := func(cards ...string) string {
		return interactive(`"type":"carousel","body":{"text":"b"},"action":{"cards":[` + strings.Join(cards, ",") + `]}`)
	}
	card := func(header, text, action string) string {
		return `{"type":"cta_url","header":` + header + `,"body":{"text":"` + text + `"},"action":` + action + `}`
	}
	const image, video, link = `{"type":"image","image":{"link":"https://x.example/a.png"}}`, `{"type":"video","video":{"link":"https://x.example/a.mp4"}}`,
		`{"name":"cta_url","parameters":{"display_text":"go","url":"https://x.example"}}`
	replies := func(ids ...string) string {
		var list []string
		for _, id := range ids {
			list = append(list, `{"type":"quick_reply","quick_reply":{"id":"`+id+`","title":"`+id+`"}}`)
		}
		return `{"buttons":[` + strings.Join(list, ",") + `]}`
	}
	product := func(catalog, sku string) string {
		return `{"type":"product","action":{"catalog_id":"` + catalog + `","product_retailer_id":"` + sku + `"}}`
	}
	good := card(image, "t", link)
	checkSends(t, []sendCase{
		{"links", carousel(good, good), 200, 0},
		{"replies", carousel(card(video, "", replies("a", "b")), card(video, "", replies("c", "d"))), 200, 0},
		{"products", carousel(product("1", "a"), product("1", "b")), 200, 0},
		{"one card", carousel(good), 400, 131009},
		{"no cards", carousel(`{}`, `{}`), 400, 131009},
		{"no header", carousel(card(`null`, "t", link), good), 400, 131008},
		{"text header", carousel(card(`{"type":"text","text":"h"}`, "t", link), good), 400, 131009},
		{"header by id", carousel(card(`{"type":"image","image":{"id":"1"}}`, "t", link), good), 400, 131009},
		{"three line breaks", carousel(card(image, `a\nb\nc\nd`, link), good), 400, 131009},
		{"body too long", carousel(card(image, strings.Repeat("ü", 161), link), good), 400, 131009},
		{"title too long", carousel(card(image, "", replies(strings.Repeat("ü", 21))), good), 400, 131009},
		{"other header", carousel(good, card(video, "t", link)), 400, 131009},
		{"other buttons", carousel(card(image, "", replies("a")), card(image, "", replies("a", "b"))), 400, 131009},
		{"other kind", carousel(good, product("1", "a")), 400, 131009},
		{"two catalogs", carousel(product("1", "a"), product("2", "b")), 400, 131009},
		{"no product", carousel(product("1", ""), product("1", "b")), 400, 131008},
	})
}

// TestPublishedRequests sends every published free-form request.
func TestPublishedRequests(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus(t, "outbound"), "*.request.json"))
	if len(files) == 0 {
		t.Fatal("no request is in the corpus")
	}
	b := newBench(t, nil)
	b.book.phone("").limit.rate.Store(1_000_000)
	sent := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		req, e := parseFields(raw)
		if e != nil || !req.has("messaging_product") || !req.has("type") || req.str("type") == "template" {
			continue
		}
		name := filepath.Base(file)
		if strings.Contains(string(raw), "http(s)") || strings.Contains("oa-send-product-list.request.json send-pin-group.request.json", name) || req.has("category") {
			continue // placeholders where a choice belongs, and what needs Direct Send
		}
		if _, ok := digits(req.str("to")); !ok && req.str("recipient_type") != "group" {
			req["to"] = "16505551234"
		}
		status, answer := b.send(string(encoder{}.value(nil, map[string]any(req))))
		if status != http.StatusOK {
			t.Errorf("%s: %d %v", name, status, answer)
		}
		sent++
	}
	if sent < 30 {
		t.Errorf("only %d requests were sent", sent)
	}
	b.settled()
}

func FuzzSend(f *testing.F) {
	for _, components := range []string{"", shippedComponents, saleComponents, carouselComponents} {
		f.Add([]byte(templateTo(customerOne, "summer_sale", "en_US", components)))
		f.Add([]byte(templateTo(customerOne, "order_shipped_tracking", "es", components)))
		f.Add([]byte(templateTo(customerOne, "new_arrivals", "en_US", components)))
	}
	f.Add([]byte(textTo(customerOne, "hi")))
	f.Add([]byte(interactive(`"type":"list","body":{"text":"b"},"action":{"button":"go","sections":[{"rows":[{"id":"1","title":"t"}]}]}`)))
	f.Add([]byte(`{"messaging_product":"whatsapp","status":"read","message_id":"x","typing_indicator":{"type":"text"}}`))
	account := DefaultAccount()
	account.Phones[0].Throughput = 1_000_000_000
	s := New(Config{Accounts: []Account{account}})
	f.Fuzz(func(t *testing.T, body []byte) {
		req, e := parseFields(body)
		if e != nil {
			return
		}
		c := &call{Server: s, version: defaultVersion}
		d, e := c.validate(s.book.phone(""), req, false)
		if e != nil {
			if e.code == 0 || e.message == "" || e.status < 400 {
				t.Fatalf("a refusal without code, text or status: %+v", e)
			}
			return
		}
		c.raw = body
		c.newMessage(s.book.phone(""), d).view()
	})
}

// Everything that can be tapped is shown, also what is for sale.
func TestProductsAreShown(t *testing.T) {
	b := newBench(t, nil)
	if _, err := b.CustomerSends(CustomerMessage{From: "+16505551234", Text: "hi"}); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{
		`"type":"product","action":{"catalog_id":"1","product_retailer_id":"a"}`,
		`"type":"product_list","header":{"type":"text","text":"h"},"body":{"text":"b"},"action":{"catalog_id":"1","sections":[{"title":"s","product_items":[{"product_retailer_id":"b"}]}]}`,
		`"type":"carousel","body":{"text":"b"},"action":{"cards":[{"type":"product","action":{"catalog_id":"1","product_retailer_id":"c"}},{"type":"product","action":{"catalog_id":"1","product_retailer_id":"d"}}]}`,
	} {
		if status, answer := b.send(interactive(body)); status != http.StatusOK {
			t.Fatal(status, answer)
		}
	}
	var shown []Button
	for _, m := range b.Phone("+16505551234") {
		shown = append(shown, m.Buttons...)
		for _, c := range m.Cards {
			shown = append(shown, c.Buttons...)
		}
	}
	want := []Button{{Type: "product", ID: "a", Text: "a"}, {Type: "product", ID: "b", Text: "b", Section: "s"}, {Type: "product", ID: "c", Text: "c"}, {Type: "product", ID: "d", Text: "d"}}
	if !slices.Equal(shown, want) {
		t.Errorf("shown %+v, want %+v", shown, want)
	}
}

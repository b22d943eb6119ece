package sandbox

import (
	"net/http"
	"strings"
	"testing"
)

// carouselComponents fills the template new_arrivals.
const carouselComponents = `,"components":[
	{"type":"body","parameters":[{"type":"text","text":"Zoë"}]},
	{"type":"carousel","cards":[
		{"card_index":0,"components":[
			{"type":"header","parameters":[{"type":"image","image":{"link":"https://media.example/1.jpg"}}]},
			{"type":"body","parameters":[{"type":"text","text":"Luma"}]},
			{"type":"button","sub_type":"quick_reply","index":"0","parameters":[{"type":"payload","payload":"more-lamps"}]},
			{"type":"button","sub_type":"url","index":"1","parameters":[{"type":"text","text":"lamp"}]}]},
		{"card_index":1,"components":[
			{"type":"header","parameters":[{"type":"image","image":{"link":"https://media.example/2.jpg"}}]},
			{"type":"body","parameters":[{"type":"text","text":"Stella"}]},
			{"type":"button","sub_type":"url","index":1,"parameters":[{"type":"text","text":"chair"}]}]}]}]`

// shippedComponents fills the template order_shipped_tracking, its names out of order.
const shippedComponents = `,"components":[
	{"type":"body","parameters":[
		{"type":"text","parameter_name":"eta","text":"on Friday"},
		{"type":"text","parameter_name":"name","text":"Zoë"},
		{"type":"text","parameter_name":"order_number","text":"A-7"}]},
	{"type":"button","sub_type":"url","index":"1","parameters":[{"type":"text","text":"A-7"}]}]`

const saleComponents = `,"components":[
	{"type":"header","parameters":[{"type":"image","image":{"link":"https://media.example/s.jpg"}}]},
	{"type":"body","parameters":[{"type":"text","text":"Zoë"},{"type":"text","text":"SUMMER25"}]},
	{"type":"limited_time_offer","parameters":[{"type":"limited_time_offer","limited_time_offer":{"expiration_time_ms":1798761600000}}]},
	{"type":"button","sub_type":"copy_code","index":0,"parameters":[{"type":"coupon_code","coupon_code":"SUMMER25"}]},
	{"type":"button","sub_type":"url","index":1,"parameters":[{"type":"text","text":"SUMMER25"}]}]`

func body(texts ...string) string {
	var list []string
	for _, s := range texts {
		list = append(list, `{"type":"text","text":"`+s+`"}`)
	}
	return `{"type":"body","parameters":[` + strings.Join(list, ",") + `]}`
}

func with(components ...string) string {
	return `,"components":[` + strings.Join(components, ",") + `]`
}

func TestTemplateSends(t *testing.T) {
	header := func(v string) string { return `{"type":"header","parameters":[` + v + `]}` }
	text := func(v string) string { return `{"type":"text","text":"` + v + `"}` }
	button := func(kind, v string) string {
		return `{"type":"button","sub_type":"` + kind + `","index":"0","parameters":[` + v + `]}`
	}
	cases := []struct {
		name, template, language, components string
		status, code                         int
	}{
		{"no variables", "hello_world", "en_US", "", 200, 0},
		{"named, any order", "order_shipped_tracking", "en_US", shippedComponents, 200, 0},
		{"header and body", "order_confirmation", "en_US", with(header(text("7")), body("a", "b")), 200, 0},
		{"upper-case types", "order_confirmation", "en_US", `,"components":[{"type":"HEADER","parameters":[{"type":"text","text":"7"}]},` + body("a", "b") + `]`, 200, 0},
		{"currency", "order_confirmation", "en_US", with(header(text("7")), `{"type":"body","parameters":[{"type":"text","text":"a"},{"type":"currency","currency":{"fallback_value":"$1","code":"USD","amount_1000":1000}}]}`), 200, 0},
		{"document header", "receipt_document", "en_US", with(header(`{"type":"document","document":{"link":"https://x.example/r.pdf","filename":"r.pdf"}}`), body("a")), 200, 0},
		{"location header", "store_location", "en_US", with(header(`{"type":"location","location":{"latitude":1,"longitude":"2","name":"n","address":"a"}}`), body("a")), 200, 0},
		{"one-time password", "verification_code", "en_US", with(body("1234"), button("url", text("1234"))), 200, 0},
		{"offer", "summer_sale", "en_US", saleComponents, 200, 0},
		{"carousel", "new_arrivals", "en_US", carouselComponents, 200, 0},
		{"flow", "appointment_flow", "en_US", with(body("a"), button("flow", `{"type":"action","action":{"flow_token":"t"}}`)), 200, 0},

		{"unknown name", "nope", "en_US", "", 404, 132001},
		{"unknown language", "hello_world", "de", "", 404, 132001},
		{"rejected", "rejected_promo", "en_US", "", 404, 132001},
		{"paused", "paused_promo", "en_US", with(body("a")), 400, 132015},
		{"too few", "order_confirmation", "en_US", with(header(text("7")), body("a")), 400, 132000},
		{"too many", "order_confirmation", "en_US", with(header(text("7")), body("a", "b", "c")), 400, 132000},
		{"none", "order_confirmation", "en_US", "", 400, 132000},
		{"header without need", "order_shipped_tracking", "en_US", strings.Replace(shippedComponents, `[`, `[`+header(text("x"))+`,`, 1), 400, 132000},
		{"wrong name", "order_shipped_tracking", "en_US", strings.Replace(shippedComponents, `"eta"`, `"when"`, 1), 400, 132012},
		{"name twice", "order_shipped_tracking", "en_US", strings.Replace(shippedComponents, `"eta"`, `"name"`, 1), 400, 132012},
		{"name missing", "order_shipped_tracking", "en_US", strings.Replace(shippedComponents, `"parameter_name":"eta",`, ``, 1), 400, 100},
		{"name without need", "order_confirmation", "en_US", with(header(text("7")), `{"type":"body","parameters":[{"type":"text","parameter_name":"x","text":"a"},{"type":"text","text":"b"}]}`), 400, 132012},
		{"wrong header", "receipt_document", "en_US", with(header(`{"type":"image","image":{"link":"https://x.example/r.png"}}`), body("a")), 400, 132012},
		{"missing header", "receipt_document", "en_US", with(body("a")), 400, 132012},
		{"incomplete location", "store_location", "en_US", with(header(`{"type":"location","location":{"latitude":1,"longitude":2}}`), body("a")), 400, 131008},
		{"body of another type", "order_confirmation", "en_US", with(header(text("7")), `{"type":"body","parameters":[{"type":"image","image":{"id":"1"}},{"type":"text","text":"a"}]}`), 400, 132012},
		{"empty value", "receipt_document", "en_US", with(header(`{"type":"document","document":{"id":"1"}}`), body("")), 400, 131008},
		{"line break", "receipt_document", "en_US", with(header(`{"type":"document","document":{"id":"1"}}`), body(`a\nb`)), 400, 132018},
		{"many spaces", "receipt_document", "en_US", with(header(`{"type":"document","document":{"id":"1"}}`), body(`a     b`)), 400, 132018},
		{"too long", "order_confirmation", "en_US", with(header(text("7")), body(strings.Repeat("x", 1024), "b")), 400, 132005},
		{"header too long", "order_confirmation", "en_US", with(header(text(strings.Repeat("x", 60))), body("a", "b")), 400, 132005},
		{"no button value", "order_shipped_tracking", "en_US", shippedComponents[:strings.LastIndex(shippedComponents, ",\n\t{\"type\":\"button\"")] + "]", 400, 131008},
		{"wrong sub type", "verification_code", "en_US", with(body("1"), button("quick_reply", text("1"))), 400, 132012},
		{"code too long", "verification_code", "en_US", with(body("1"), button("url", text(strings.Repeat("1", 16)))), 400, 132012},
		{"no such button", "hello_world", "en_US", with(button("url", text("1"))), 400, 132012},
		{"no offer", "summer_sale", "en_US", strings.Replace(saleComponents, "expiration_time_ms", "when", 1), 400, 131008},
		{"no coupon", "summer_sale", "en_US", strings.Replace(saleComponents, `"coupon_code":"SUMMER25"`, `"x":1`, 1), 400, 131008},
		{"card missing", "new_arrivals", "en_US", with(body("a"), `{"type":"carousel","cards":[{"card_index":0,"components":[]}]}`), 400, 132012},
		{"card twice", "new_arrivals", "en_US", strings.Replace(carouselComponents, `"card_index":1`, `"card_index":0`, 1), 400, 132012},
		{"unknown component", "hello_world", "en_US", with(`{"type":"tail"}`), 400, 132012},
		{"components of another type", "hello_world", "en_US", `,"components":{"type":"body"}`, 400, 100},
	}
	b := newBench(t, nil)
	b.book.phone("").limit.rate.Store(1_000_000)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, answer := b.send(templateTo(customerOne, c.template, c.language, c.components))
			code := answer.sub("error").str("code")
			if status != c.status || code != number(c.code) {
				t.Errorf("answered %d %s, want %d %d: %v", status, code, c.status, c.code, answer)
			}
			if status == http.StatusOK && answer.first("messages").str("message_status") != "accepted" {
				t.Errorf("no message_status: %v", answer)
			}
		})
	}
}

func TestPhoneShowsTemplatesFilledIn(t *testing.T) {
	b := newBench(t, nil)
	b.send(templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents))
	b.send(templateTo(customerOne, "summer_sale", "en_US", saleComponents))
	b.send(templateTo(customerOne, "new_arrivals", "en_US", carouselComponents))
	b.send(templateTo(customerOne, "verification_code", "en_US", with(body("778899"),
		`{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"778899"}]}`)))
	b.settled()
	got := b.Phone("+1 (650) 555-1234")
	if len(got) != 4 {
		t.Fatalf("the phone shows %s", dump(got))
	}
	shipped, sale, arrivals, code := got[0], got[1], got[2], got[3]
	if shipped.Text != "Hi Zoë, your order A-7 has been shipped and should arrive on Friday. Thank you!" || shipped.Footer != "Sandbox Trading" {
		t.Errorf("order_shipped_tracking: %s", dump(shipped))
	}
	if shipped.Buttons[0].ID != "Talk to us" || shipped.Buttons[1].URL != "https://shop.example/track/A-7" {
		t.Errorf("buttons: %s", dump(shipped.Buttons))
	}
	if shipped.Status != "delivered" || shipped.Arrived == nil || shipped.Callback != "cb-order_shipped_tracking" || !strings.HasPrefix(shipped.ID, "wamid.") {
		t.Errorf("frame: %s", dump(shipped))
	}
	if sale.Header.Link != "https://media.example/s.jpg" || !strings.HasPrefix(sale.Offer, "Expiring offer! (until ") || sale.Buttons[0].Code != "SUMMER25" {
		t.Errorf("summer_sale: %s", dump(sale))
	}
	if len(arrivals.Cards) != 2 || arrivals.Cards[0].Buttons[0].ID != "more-lamps" || arrivals.Cards[1].Text != "The chair Stella, light and sturdy." {
		t.Errorf("new_arrivals: %s", dump(arrivals))
	}
	if code.Text != "*778899* is your verification code. For your security, do not share this code." || code.Buttons[0].Code != "778899" {
		t.Errorf("verification_code: %s", dump(code))
	}
}

func TestAuthenticationNeedsANumber(t *testing.T) {
	b := newBench(t, nil)
	in := b.write("hi")
	status, answer := b.send(strings.Replace(templateTo("X", "verification_code", "en_US", ""), `"to":"X"`, `"recipient":"`+in.UserID+`"`, 1))
	if status != 400 || answer.sub("error").str("code") != "131062" {
		t.Errorf("answered %d %v", status, answer)
	}
}

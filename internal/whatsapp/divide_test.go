package whatsapp

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Whatever a body is about is in exactly one of the parts that it is divided into.
func TestDividedBodiesAreTheWhole(t *testing.T) {
	status := func(number, id string) string {
		return `{"field":"messages","value":{"metadata":{"phone_number_id":"` + number + `"},"statuses":[{"id":"` + id + `","status":"sent","timestamp":"1","recipient_id":"1"}]}}`
	}
	review := `{"field":"account_review_update","value":{"decision":"APPROVED"}}`
	partner := `{"field":"account_update","value":{"event":"PARTNER_ADDED","waba_info":{"waba_id":"w2"}}}`
	body := []byte(`{"object":"whatsapp_business_account","entry":[` +
		`{"id":"w1","time":5,"k\u0022ey":1,"changes":[` + strings.Join([]string{status("1", "a"), review, status("2", "b"), status("1", "c"), partner}, ",") + `]},` +
		`{"id":"w2","changes":[` + status("2", "d") + `]},{"id":"w3"},{"id":"w2","time":6,"changes":[` + review + `]}]}`)
	all := Addressees(body)
	if want := []Addressee{{PhoneNumberID: "1"}, {WABAID: "w1"}, {PhoneNumberID: "2"}, {WABAID: "w2"}, {WABAID: "w3"}}; !slices.Equal(all, want) {
		t.Fatalf("it is about %v, want %v", all, want)
	}
	items := func(body []byte) (out []string) {
		in, err := Parse(body)
		if err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		for _, item := range in.Items {
			head := item.Common()
			out = append(out, fmt.Sprint(reflect.TypeOf(item), head.WABAID, head.PhoneNumberID, head.EntryTime.Unix(), head.Field, string(head.Raw)))
		}
		return out
	}
	whole := items(body)
	if len(whole) != 8 {
		t.Fatalf("it has %d items", len(whole))
	}
	for shares := range 1 << len(all) {
		mine := func(a Addressee) bool { return shares>>slices.Index(all, a)&1 == 1 }
		got := append(items(Divide(body, mine)), items(Divide(body, func(a Addressee) bool { return !mine(a) }))...)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(whole))
		if !slices.Equal(got, want) {
			t.Fatalf("divided by %b it has\n%s\nwant\n%s", shares, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, a := range Addressees(Divide(body, mine)) {
			if !mine(a) {
				t.Errorf("divided by %b a part is about %v", shares, a)
			}
		}
	}
}

// The numbers among those whom a body is about are those that it speaks of.
func TestAddresseesAreThePhoneNumbers(t *testing.T) {
	for _, path := range fixtures(t, "inbound/*.json") {
		body := read(t, path)
		var numbers []string
		for _, a := range Addressees(body) {
			if a.PhoneNumberID != "" {
				numbers = append(numbers, a.PhoneNumberID)
			}
		}
		if want := PhoneNumberIDs(body); len(Addressees(body)) > 0 && !slices.Equal(numbers, want) {
			t.Errorf("%s is about %v, and speaks of %v", path, numbers, want)
		}
	}
}

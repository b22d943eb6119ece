package whatsapp

import (
	"bytes"
	"encoding/json"
)

// Addressee is whom a change of a body is about, by the provider's identifiers: a
// business number, or an account where none is named.
type Addressee struct{ PhoneNumberID, WABAID string }

// Addressees returns whom a webhook body is about, each once, in the order in
// which they stand; nobody when it is not readable.
func Addressees(body []byte) (out []Addressee) {
	if !json.Valid(body) {
		return nil
	}
	if object := text(member(body, "object")); object != "" && object != accountObject {
		return nil
	}
	seen := map[Addressee]bool{}
	add := func(a Addressee) {
		if !seen[a] {
			seen[a] = true
			out = append(out, a)
		}
	}
	for entry := range elements(member(body, "entry")) {
		account, empty := text(member(entry, "id")), true
		for change := range elements(member(entry, "changes")) {
			add(addressee(account, change))
			empty = false
		}
		if empty {
			add(Addressee{WABAID: account})
		}
	}
	return out
}

// addressee is whom one change is about. A partner's event has its account
// elsewhere.
func addressee(account string, change []byte) Addressee {
	value := member(change, "value")
	if id, _ := business(value); id != "" {
		return Addressee{PhoneNumberID: id}
	}
	if text(member(change, "field")) == "account_update" {
		if id := text(member(value, "waba_info", "waba_id")); id != "" {
			account = id
		}
	}
	return Addressee{WABAID: account}
}

// Divide returns a body with those entries and changes of a readable one, as they
// stand there, that are about whom keep says.
func Divide(body []byte, keep func(Addressee) bool) []byte {
	var out bytes.Buffer
	out.WriteByte('{')
	if object := member(body, "object"); object != nil {
		out.WriteString(`"object":`)
		out.Write(object)
		out.WriteByte(',')
	}
	out.WriteString(`"entry":[`)
	entries := 0
	for entry := range elements(member(body, "entry")) {
		account, all := text(member(entry, "id")), 0
		var kept [][]byte
		for change := range elements(member(entry, "changes")) {
			all++
			if keep(addressee(account, change)) {
				kept = append(kept, change)
			}
		}
		if len(kept) == 0 && (all > 0 || !keep(Addressee{WABAID: account})) {
			continue
		}
		if entries++; entries > 1 {
			out.WriteByte(',')
		}
		if len(kept) == all {
			out.Write(entry)
			continue
		}
		out.WriteByte('{')
		for key, value := range members(entry) {
			if string(key) != "changes" {
				name, _ := json.Marshal(string(key)) // a text always can
				out.Write(name)
				out.WriteByte(':')
				out.Write(value)
				out.WriteByte(',')
			}
		}
		out.WriteString(`"changes":[`)
		out.Write(bytes.Join(kept, []byte{','}))
		out.WriteString(`]}`)
	}
	out.WriteString(`]}`)
	return out.Bytes()
}

package sandbox

import (
	"encoding/json"
	"net/http"
)

// controlWebhook is POST /_sandbox/webhooks: the provider tells something by
// any webhook field, with the value as given: changes of an account, echoes of
// the phone app, history, calls, and what does not exist yet. With to, it
// is about that number and brings its metadata; otherwise about the account.
func (s *Server) controlWebhook(r *http.Request) (any, *badInput) {
	var in struct {
		Field string          `json:"field"`
		Value json.RawMessage `json:"value"`
		To    string          `json:"to"`
	}
	if bad := readBody(r, &in); bad != nil {
		return nil, bad
	}
	value, e := parseFields(in.Value)
	switch {
	case in.Field == "":
		return nil, &badInput{"field", "is required, such as account_update"}
	case e != nil:
		return nil, &badInput{"value", "must be a JSON object"}
	}
	p := s.book.phone(in.To)
	if p == nil {
		return nil, &badInput{"to", "must name one of the business numbers, by number or id"}
	}
	if in.To != "" {
		value["messaging_product"], value["metadata"] = "whatsapp", json.RawMessage(p.metadata)
	}
	l := p.lane
	if in.To == "" {
		l = p.account.lane
	}
	if !s.listening(p.account, p) {
		return nil, &badInput{"field", "nobody is subscribed to webhooks"}
	}
	s.enqueue(l, item{kind: in.Field, body: s.enc().value(nil, map[string]any(value))})
	return map[string]string{"field": in.Field}, nil
}

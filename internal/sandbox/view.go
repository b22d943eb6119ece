package sandbox

import (
	"encoding/json"
	"strings"
	"time"
)

// Received is one message as the customer's phone shows it.
type Received struct {
	ID       string          `json:"id"`   // the provider's message id
	From     string          `json:"from"` // business number, with +
	To       string          `json:"to"`
	Type     string          `json:"type"`
	Template string          `json:"template,omitempty"`
	Language string          `json:"language,omitempty"`
	Header   *Header         `json:"header,omitempty"`
	Text     string          `json:"text"` // body with parameters filled in, caption or a line of description
	Footer   string          `json:"footer,omitempty"`
	Offer    string          `json:"offer,omitempty"`
	Buttons  []Button        `json:"buttons,omitempty"`
	Cards    []Card          `json:"cards,omitempty"`
	Media    *Header         `json:"media,omitempty"`
	ReplyTo  string          `json:"replyTo,omitempty"`
	Callback string          `json:"callbackData,omitempty"` // biz_opaque_callback_data
	Status   string          `json:"status"`                 // accepted, sent, delivered or read
	Time     time.Time       `json:"time"`
	Arrived  *time.Time      `json:"deliveredAt,omitempty"`
	Read     *time.Time      `json:"readAt,omitempty"`
	Raw      json.RawMessage `json:"raw"` // the request that sent it
}

// Header is the top of a message: a text, a medium, a place or a product.
type Header struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	ID       string `json:"id,omitempty"`
	Link     string `json:"link,omitempty"`
	Filename string `json:"filename,omitempty"`
}

// Button is something the customer can tap. ID is what a tap is told by.
type Button struct {
	Type        string `json:"type"` // quick_reply, reply, row, url, copy_code, phone_number, flow, …
	ID          string `json:"id,omitempty"`
	Text        string `json:"text"`
	Description string `json:"description,omitempty"`
	Section     string `json:"section,omitempty"`
	URL         string `json:"url,omitempty"`
	Code        string `json:"code,omitempty"`
	Phone       string `json:"phone,omitempty"`
}

// Card is one card of a carousel.
type Card struct {
	Header  *Header  `json:"header,omitempty"`
	Text    string   `json:"text,omitempty"`
	Buttons []Button `json:"buttons,omitempty"`
}

// view renders the message. It decodes the request again: phones are looked at
// rarely, messages are sent often.
func (m *message) view() Received {
	req, e := parseFields(m.body)
	if e != nil {
		req = fields{}
	}
	v := Received{
		ID: m.id, From: "+" + m.from.number, To: m.to.address(), Type: m.kind, ReplyTo: m.replyTo,
		Status: status(m.state.Load()).String(), Time: m.at.UTC(), Raw: m.body,
		Arrived: moment(m.deliveredN.Load()), Read: moment(m.readN.Load()),
	}
	if m.callback != nil {
		v.Callback = *m.callback
	}
	if m.template != nil {
		m.template.render(&v, req.sub("template"))
		return v
	}
	renderContent(&v, req)
	return v
}

func moment(nanos int64) *time.Time {
	if nanos == 0 {
		return nil
	}
	t := time.Unix(0, nanos).UTC()
	return &t
}

// address is the number with + or, without one, the user id.
func (w *customer) address() string {
	if w.number == "" {
		return w.userID
	}
	if _, ok := digits(w.number); !ok {
		return w.number // a group
	}
	return "+" + w.number
}

// substitute fills the variables of a text; unknown ones stay.
func substitute(text string, values map[string]string) string {
	if len(values) == 0 {
		return text
	}
	return variable.ReplaceAllStringFunc(text, func(v string) string {
		name := strings.TrimSpace(strings.Trim(v, "{}"))
		if value, ok := values[name]; ok {
			return value
		}
		return v
	})
}

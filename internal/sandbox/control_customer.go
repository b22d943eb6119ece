package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
)

// inboundKinds are the types of messages that a customer can send.
var inboundKinds = []string{
	"text", "image", "video", "audio", "document", "sticker", "location", "contacts",
	"reaction", "button", "interactive", "order", "system", "unsupported", "request_welcome", "edit", "revoke",
}

// messageFields are the fields of POST /_sandbox/messages besides the type's.
var messageFields = []string{"from", "userId", "username", "name", "to", "type", "replyTo", "context", "referral"}

// controlMessage is POST /_sandbox/messages: a customer writes.
func (s *Server) controlMessage(r *http.Request) (any, *badInput) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, &badInput{"body", "is larger than 1 MiB or was cut off"}
	}
	f, e := parseFields(raw)
	if e != nil {
		return nil, &badInput{"body", "must be a JSON object"}
	}
	in, bad := readCustomerMessage(f)
	if bad != nil {
		return nil, bad
	}
	sent, bad := s.customerSends(in)
	if bad != nil {
		return nil, bad
	}
	return sent, nil
}

func readCustomerMessage(f fields) (CustomerMessage, *badInput) {
	in := CustomerMessage{
		From: f.str("from"), UserID: f.str("userId"), Username: f.str("username"), Name: f.str("name"),
		To: f.str("to"), Type: f.str("type"), ReplyTo: f.str("replyTo"),
		Context: f.sub("context"), Referral: f.sub("referral"),
	}
	orString(&in.Type, "text")
	if !slices.Contains(inboundKinds, in.Type) {
		return in, &badInput{"type", "must be one of " + strings.Join(inboundKinds, ", ")}
	}
	for key := range f {
		if key != in.Type && !slices.Contains(messageFields, key) {
			return in, &badInput{key, "is not a field of a " + in.Type + " message"}
		}
	}
	if bad := in.readContent(f); bad != nil {
		return in, bad
	}
	return in, nil
}

// readContent takes the field that has the name of the type.
func (in *CustomerMessage) readContent(f fields) *badInput {
	switch in.Type {
	case "text":
		if body := f.sub("text"); body != nil {
			in.Text = body.str("body")
		} else if s, ok := f["text"].(string); ok {
			in.Text = s
		}
		if in.Text == "" || chars(in.Text) > maxText {
			return &badInput{"text", "must be 1 to 4096 characters"}
		}
	case "contacts":
		if len(f.list("contacts")) == 0 {
			return &badInput{"contacts", "must be a list of contacts"}
		}
		in.Content = fields{"contacts": f["contacts"]}
	case "unsupported", "request_welcome":
		in.Content = f.sub(in.Type)
		if in.Content == nil {
			in.Content = fields{}
		}
	default:
		in.Content = f.sub(in.Type)
		if in.Content == nil && !isMedia(in.Type) {
			return &badInput{in.Type, "is required: the object of that type"}
		}
	}
	return nil
}

func (s *Server) controlPhone(r *http.Request) (any, *badInput) {
	name := r.PathValue("number")
	if _, ok := digits(name); !ok && s.customer(name) == nil && !isUserID(name) {
		return nil, &badInput{"number", "must be a phone number or a user id"}
	}
	messages := s.Phone(name)
	if messages == nil {
		messages = []Received{}
	}
	answer := map[string]any{"messages": messages}
	if who := s.customer(name); who != nil {
		answer["number"], answer["userId"] = who.address(), who.userID
	}
	return answer, nil
}

// act is what a customer does: exactly one of its fields.
type act struct {
	Read      json.RawMessage `json:"read"`   // true, or a message id
	Played    json.RawMessage `json:"played"` // the same, of voice messages
	Tap       *string         `json:"tap"`
	Response  map[string]any  `json:"response"` // with tap, for a flow
	Block     *bool           `json:"block"`
	Marketing *string         `json:"marketing"` // stop or resume
	React     *struct {
		MessageID string `json:"messageId"` // the newest one when empty
		Emoji     string `json:"emoji"`     // empty takes it back
	} `json:"react"`
	Edit *struct {
		MessageID string `json:"messageId"`
		Text      string `json:"text"`
	} `json:"edit"`
	Delete       *string `json:"delete"`       // the id of a message that the customer wrote
	Hide         *string `json:"hide"`         // behind this username; "" shows the number again
	ChangeNumber *string `json:"changeNumber"` // to this one
}

// controlAct is POST /_sandbox/phones/{number}: the customer acts.
func (s *Server) controlAct(r *http.Request) (any, *badInput) {
	var do act
	if bad := readBody(r, &do); bad != nil {
		return nil, bad
	}
	number := r.PathValue("number")
	answer, err := s.perform(number, &do)
	var bad *badInput
	switch {
	case err == nil:
		return answer, nil
	case errors.As(err, &bad):
		return nil, bad
	case errors.Is(err, ErrUnknownPhone):
		return nil, &badInput{"number", "has neither received nor sent a message"}
	}
	return nil, &badInput{"body", err.Error()}
}

func (s *Server) perform(number string, do *act) (any, error) {
	switch {
	case do.Tap != nil:
		return s.Tap(number, *do.Tap, do.Response)
	case do.Block != nil:
		return map[string]bool{"block": *do.Block}, s.Block(number, *do.Block)
	case do.Marketing != nil:
		if *do.Marketing != "stop" && *do.Marketing != "resume" {
			return nil, &badInput{"marketing", "must be stop or resume"}
		}
		return map[string]string{"marketing": *do.Marketing}, s.Marketing(number, *do.Marketing == "stop")
	case do.Read != nil:
		id, bad := readWhich("read", do.Read)
		if bad != nil {
			return nil, bad
		}
		n, err := s.Read(number, id)
		return map[string]int{"read": n}, err
	case do.Played != nil:
		id, bad := readWhich("played", do.Played)
		if bad != nil {
			return nil, bad
		}
		n, err := s.Play(number, id)
		return map[string]int{"played": n}, err
	}
	return s.performChange(number, do)
}

func (s *Server) performChange(number string, do *act) (any, error) {
	switch {
	case do.React != nil:
		return s.React(number, do.React.MessageID, do.React.Emoji)
	case do.Edit != nil:
		return s.Edit(number, do.Edit.MessageID, do.Edit.Text)
	case do.Delete != nil:
		return s.Delete(number, *do.Delete)
	case do.Hide != nil:
		return map[string]string{"hide": *do.Hide}, s.Hide(number, *do.Hide)
	case do.ChangeNumber != nil:
		return s.ChangeNumber(number, *do.ChangeNumber)
	}
	return nil, &badInput{"body", "needs one of read, played, tap, block, marketing, react, edit, delete, hide and changeNumber"}
}

// readWhich reads true as all messages and a string as one.
func readWhich(field string, raw json.RawMessage) (id string, bad *badInput) {
	if string(raw) == "true" {
		return "", nil
	}
	if json.Unmarshal(raw, &id) != nil || id == "" {
		return "", &badInput{field, "must be true or the id of a message"}
	}
	return id, nil
}

package whatsapp

import "strconv"

// Echo is a message that the business wrote on its phone: it is outgoing and
// has been sent already (inbound.md 3.13). Either of To and ToUserID may be "".
type Echo struct {
	Written
	To         string // digits
	ToUserID   string
	ToParentID string
}

func echo(head Head) (Item, string) {
	e := &Echo{Written: newWritten(head)}
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "to":
			e.To = text(value)
		case "to_user_id":
			e.ToUserID = text(value)
		case "to_parent_user_id":
			e.ToParentID = text(value)
		}
	}
	e.To, e.ToUserID = person(e.To, e.ToUserID)
	if e.ID == "" {
		return nil, "the echo has no id"
	}
	return e, ""
}

// HistoryMessage is a message from before the number was connected. It starts
// nothing: no window, no event, no reply.
type HistoryMessage struct {
	Written
	Outbound bool
	// Phone and UserID are the person of the conversation; Phone: digits.
	Phone, UserID string
	Status        string // read, delivered, sent, played, pending, error; "" where not told
}

// HistoryProgress is how much of a number's history has come: of 100. Declined: the
// business does not share it.
type HistoryProgress struct {
	Head
	Progress int
	Declined bool
}

// codeHistoryDeclined is told where a business does not share its history (inbound.md 3.13).
const codeHistoryDeclined = 2593109

// history takes the field history apart: chunks of conversations, then the files of
// messages that stood there as placeholders.
func (in *Inbound) history(head Head, value []byte) {
	before := len(in.Items)
	for key, part := range members(value) {
		switch string(key) {
		case "history":
			for chunk := range elements(part) {
				in.historyChunk(head, chunk)
			}
		case "messages":
			in.each(head, "history", part, func(h Head) (Item, string) {
				return historyMessage(h, false, text(member(h.Raw, "from")), text(member(h.Raw, "from_user_id")))
			})
		case "message_echoes":
			in.each(head, "history", part, func(h Head) (Item, string) {
				return historyMessage(h, true, text(member(h.Raw, "to")), text(member(h.Raw, "to_user_id")))
			})
		default:
			in.besideOne(head, string(key), part)
		}
	}
	if len(in.Items) == before {
		in.other(head, head.Field, "the value has no items")
	}
}

func (in *Inbound) historyChunk(head Head, chunk []byte) {
	in.each(head, "history", member(chunk, "errors"), func(h Head) (Item, string) {
		item, problem := valueError(h)
		if e, ok := item.(*ValueError); ok && e.Error.Code == codeHistoryDeclined {
			return &HistoryProgress{Head: h, Declined: true}, ""
		}
		return item, problem
	})
	for conversation := range elements(member(chunk, "threads")) {
		phone, userID := text(member(conversation, "id")), text(member(conversation, "context", "user_id"))
		phone = firstOf(phone, text(member(conversation, "context", "wa_id")))
		phone, userID = person(phone, userID)
		in.each(head, "history", member(conversation, "messages"), func(h Head) (Item, string) {
			from, _ := person(text(member(h.Raw, "from")), "")
			own := from != "" && from == digitsOf(head.DisplayNumber) || member(h.Raw, "to") != nil
			return historyMessage(h, own, phone, userID)
		})
	}
	if n, err := strconv.Atoi(text(member(chunk, "metadata", "progress"))); err == nil && n > 0 && n <= 100 {
		head.Raw = member(chunk, "metadata")
		in.add(&HistoryProgress{Head: head, Progress: n})
	}
}

func historyMessage(head Head, outbound bool, phone, userID string) (Item, string) {
	m := &HistoryMessage{Written: newWritten(head), Outbound: outbound}
	m.Phone, m.UserID = person(phone, userID)
	m.Status = text(member(head.Raw, "history_context", "status"))
	if m.ID == "" {
		return nil, "the message has no id"
	}
	return m, ""
}

func digitsOf(number string) string {
	digits, _ := person(number, "")
	return digits
}

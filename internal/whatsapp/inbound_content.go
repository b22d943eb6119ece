package whatsapp

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

// newWritten reads the parts that every message has, and its content.
func newWritten(head Head) Written {
	w := Written{Head: head, BadTimestamp: true}
	fallback, origin := "unknown", ""
	for key, value := range members(head.Raw) {
		if payloads[string(key)] {
			fallback = string(key)
		}
		switch string(key) {
		case "id":
			w.ID = text(value)
		case "type":
			w.Type = text(value)
		case "timestamp":
			at, ok := unix(value)
			w.Timestamp, w.BadTimestamp = at, !ok
		case "group_id":
			w.Content.GroupID = text(value)
		case "context":
			w.Content.Context = quoted(value)
		case "referral":
			w.Content.Referral = referral(value)
		case "errors":
			w.Errors = providerErrors(value)
		case "origin":
			origin = text(value)
		}
	}
	w.Type = firstOf(w.Type, fallback)
	w.interpret(origin)
	return w
}

// payloads are the keys by which a message without a type is recognised.
var payloads = map[string]bool{"text": true, "image": true, "video": true, "audio": true, "document": true,
	"sticker": true, "location": true, "contacts": true, "reaction": true, "button": true, "interactive": true,
	"order": true, "system": true, "unsupported": true, "edit": true, "revoke": true}

// interpret reads the content by its type. What is not understood becomes a
// message of type unsupported that keeps the item as it came.
func (w *Written) interpret(origin string) {
	payload := member(w.Raw, w.Type)
	if w.read(payload) {
		if m := w.Content.Media; m != nil && len(w.Errors) > 0 {
			m.Fault = fault(w.Errors[0])
		}
		for i := range w.Content.Contacts {
			card := &w.Content.Contacts[i]
			card.Origin = firstOf(card.Origin, origin)
		}
		return
	}
	word := w.Type
	switch w.Type {
	case TypeUnsupported:
		word = text(member(payload, "type"))
	case "interactive":
		if kind := text(member(payload, "type")); kind != "" {
			word += "." + kind
		}
	}
	w.Type, w.TargetID, w.MediaURL = TypeUnsupported, "", ""
	w.Content.Unsupported = &crm.Unsupported{Type: word, Errors: w.Errors}
	w.Content.Raw = bytes.Clone(w.Raw)
}

func fault(e crm.ProviderError) string {
	return strings.TrimSpace(strconv.Itoa(e.Code) + " " + firstOf(e.Details, e.Title))
}

// read fills the content from the payload of the message's type and reports
// whether it could.
func (w *Written) read(payload []byte) bool {
	if w.Type == "request_welcome" {
		return true
	}
	if w.Type == "contacts" {
		for card := range elements(payload) {
			w.Content.Contacts = append(w.Content.Contacts, contactCard(card))
		}
		return len(w.Content.Contacts) > 0
	}
	if len(payload) == 0 || payload[0] != '{' {
		return false
	}
	switch w.Type {
	case "text":
		w.Content.Text = &crm.Text{Body: text(member(payload, "body"))}
	case "image", "video", "audio", "document", "sticker":
		w.media(payload)
	case "location":
		return w.location(payload)
	case "reaction":
		w.TargetID = text(member(payload, "message_id"))
		w.Content.Reaction = &crm.Reaction{ProviderMessageID: w.TargetID, Emoji: text(member(payload, "emoji"))}
	case "button":
		w.Content.Reply = &crm.Reply{Type: "templateButton", ID: text(member(payload, "payload")), Title: text(member(payload, "text"))}
	case "interactive":
		w.Content.Reply = reply(payload)
		return w.Content.Reply != nil
	case "order":
		w.Content.Order = order(payload)
	case "edit":
		return w.edit(payload)
	case "revoke":
		w.TargetID = text(member(payload, "original_message_id"))
		return w.TargetID != ""
	case "system":
		return true
	default:
		return false
	}
	return true
}

// edit reads the message as it is from now on. Its context is a placeholder of
// the provider.
func (w *Written) edit(payload []byte) bool {
	now := Written{Head: Head{Raw: member(payload, "message")}}
	now.Type = text(member(now.Raw, "type"))
	w.TargetID = text(member(payload, "original_message_id"))
	understood := now.Type != "edit" && now.read(member(now.Raw, now.Type))
	if w.TargetID == "" || !understood || now.Content.Text == nil && now.Content.Media == nil {
		return false
	}
	now.Content.Context, now.Content.Referral, now.Content.GroupID = w.Content.Context, w.Content.Referral, w.Content.GroupID
	w.Content, w.MediaURL = now.Content, now.MediaURL
	return true
}

func (w *Written) media(payload []byte) {
	m := &crm.Media{}
	for key, value := range members(payload) {
		switch string(key) {
		case "id":
			m.ProviderID = text(value)
		case "mime_type":
			m.MIMEType = text(value)
		case "sha256":
			m.SHA256 = hexDigest(text(value))
		case "caption":
			m.Caption = text(value)
		case "filename":
			m.Filename = text(value)
		case "voice":
			m.Voice = boolean(value)
		case "animated":
			m.Animated = boolean(value)
		case "url":
			w.MediaURL = text(value)
		}
	}
	w.Content.Media = m
}

// hexDigest turns the provider's base64 into hex; some samples have hex
// already. What is neither could never verify a file and is dropped.
func hexDigest(s string) string {
	if raw, err := hex.DecodeString(s); err == nil && len(raw) == 32 {
		return strings.ToLower(s)
	}
	if raw, err := base64.StdEncoding.DecodeString(s); err == nil && len(raw) == 32 {
		return hex.EncodeToString(raw)
	}
	return ""
}

func (w *Written) location(payload []byte) bool {
	latitude, err := strconv.ParseFloat(text(member(payload, "latitude")), 64)
	if err != nil {
		return false
	}
	longitude, err := strconv.ParseFloat(text(member(payload, "longitude")), 64)
	if err != nil {
		return false
	}
	w.Content.Location = &crm.Location{Latitude: latitude, Longitude: longitude, Name: text(member(payload, "name")),
		Address: text(member(payload, "address")), URL: text(member(payload, "url"))}
	return true
}

func quoted(raw []byte) *crm.Context {
	c := crm.Context{}
	for key, value := range members(raw) {
		switch string(key) {
		case "id":
			c.ProviderMessageID = text(value)
		case "from":
			c.From = crm.ContactNumber(text(value))
		case "forwarded":
			c.Forwarded = boolean(value)
		case "frequently_forwarded":
			c.FrequentlyForwarded = boolean(value)
		case "referred_product":
			c.Product = &crm.ProductRef{CatalogID: text(member(value, "catalog_id")), RetailerID: text(member(value, "product_retailer_id"))}
		}
	}
	if c == (crm.Context{}) {
		return nil
	}
	return &c
}

func referral(raw []byte) *crm.Referral {
	r := crm.Referral{}
	image, video := "", ""
	for key, value := range members(raw) {
		switch string(key) {
		case "source_url":
			r.SourceURL = text(value)
		case "source_id":
			r.SourceID = text(value)
		case "source_type":
			r.SourceType = text(value)
		case "headline":
			r.Headline = text(value)
		case "body":
			r.Body = text(value)
		case "media_type":
			r.MediaType = text(value)
		case "image_url":
			image = text(value)
		case "video_url":
			video = text(value)
		case "thumbnail_url":
			r.ThumbnailURL = text(value)
		case "ctwa_clid":
			r.ClickID = text(value)
		case "welcome_message":
			r.Welcome = text(member(value, "text"))
		case "ref":
			r.Ref = text(value)
		}
	}
	r.MediaURL = firstOf(image, video)
	if r.MediaType == "video" {
		r.MediaURL = firstOf(video, image)
	}
	if r == (crm.Referral{}) {
		return nil
	}
	return &r
}

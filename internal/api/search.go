package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/search"
)

var searchTag = tag{"Search", "Messages, notes, contacts and deals by their words, in any language."}

// SearchHit is an item that was found.
type SearchHit struct {
	Kind           string        `json:"kind" enum:"message,note,contact,deal" doc:"What was found."`
	ID             string        `json:"id" doc:"Id of the message, the note, the contact or the deal."`
	ConversationID string        `json:"conversationId,omitempty" doc:"The conversation of the message, the note or the deal; absent for a contact, and for a deal that has none."`
	ContactID      string        `json:"contactId" doc:"The contact of the conversation or of the deal, or the one that was found; empty for a deal that has none."`
	PhoneNumberID  string        `json:"phoneNumberId,omitempty" doc:"Your phone number in the conversation; absent for a contact and a deal."`
	Direction      string        `json:"direction,omitempty" enum:"inbound,outbound" doc:"Direction of a message; absent otherwise."`
	At             time.Time     `json:"at" doc:"When the message or the note was written, or the contact or the deal was created."`
	Snippet        SearchSnippet `json:"snippet" doc:"The part of the text in which the words are."`
}

// SearchSnippet is a part of a text.
type SearchSnippet struct {
	Text  string       `json:"text" doc:"Plain text, at most about 160 characters. An ellipsis shows where something is left out." example:"Where is my parcel?"`
	Marks []SearchMark `json:"marks" nullable:"false" doc:"Where the words are in text, in order."`
}

// SearchMark is a stretch of a snippet.
type SearchMark struct {
	From int `json:"from" doc:"First position, counted in UTF-16 units from 0, as JavaScript, Java and C# count." example:"12"`
	To   int `json:"to" doc:"The position after the last one." example:"18"`
}

// SearchPage is a page of hits.
type SearchPage struct {
	Data         []SearchHit `json:"data" nullable:"false" doc:"The hits of this page, newest first."`
	NextCursor   *string     `json:"nextCursor" doc:"Send this as cursor to get the next page; null on the last page."`
	IndexedUntil *time.Time  `json:"indexedUntil" doc:"Everything up to this time can be found; what came later may not be yet. null before the first item is indexed."`
	Complete     bool        `json:"complete" doc:"false while items from before an upgrade are still being indexed, contacts first, then messages from the newest on, then deals."`
}

type searchInput struct {
	PageInput
	Q              string    `query:"q" required:"true" maxLength:"200" doc:"The words, all of which an item must have; the last one may be the beginning of a word. Case and accents do not matter."`
	Kind           string    `query:"kind" enum:"message,note,contact,deal" doc:"Only items of this kind. message needs the scope messages:read, contact contacts:read, deal deals:read. Without kind, you find what your scopes let you read."`
	ConversationID string    `query:"conversationId" maxLength:"64" doc:"Only messages, notes and deals of this conversation."`
	ContactID      string    `query:"contactId" maxLength:"64" doc:"Only this contact, its deals, and what was written with it."`
	PhoneNumberID  string    `query:"phoneNumberId" maxLength:"64" doc:"Only messages and notes of conversations on this phone number."`
	Direction      string    `query:"direction" enum:"inbound,outbound" doc:"Only messages in this direction."`
	From           time.Time `query:"from" doc:"Only items from this time on."`
	To             time.Time `query:"to" doc:"Only items from before this time."`
}

type searchOutput struct{ Body SearchPage }

func (o *searchOutput) bindCursor(mark string) { bindCursor(o.Body.NextCursor, mark) }

func searchRoutes(s *Server) {
	register(s, operation{id: "search", method: http.MethodGet, path: "/v1/search", tag: searchTag,
		scope: crm.ScopeConversationsRead, summary: "Search messages, notes, contacts and deals",
		description: "Newest first. A page may have fewer items than limit, or none, and still have a nextCursor: it ends after 200 milliseconds of work. Follow it to continue. A new item can be found within about a second; see indexedUntil."},
		func(ctx context.Context, a crm.Actor, in *searchInput) (*searchOutput, error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			found, err := s.svc.Search.Search(ctx, a, search.Query{Text: in.Q, Kind: search.Kind(in.Kind), ConversationID: in.ConversationID, ContactID: in.ContactID,
				PhoneNumberID: in.PhoneNumberID, Direction: crm.Direction(in.Direction), From: in.From, To: in.To}, p)
			if err != nil {
				return nil, err
			}
			return &searchOutput{renderHits(found)}, nil
		})
}

func renderHits(f search.Found) SearchPage {
	out := SearchPage{Data: make([]SearchHit, 0, len(f.Items)), NextCursor: encodeCursor(f.Next), Complete: f.Complete}
	if !f.IndexedUntil.IsZero() {
		out.IndexedUntil = &f.IndexedUntil
	}
	for _, h := range f.Items {
		marks := make([]SearchMark, 0, len(h.Snippet.Marks))
		for _, r := range h.Snippet.Marks {
			marks = append(marks, SearchMark{From: r.Start, To: r.End})
		}
		out.Data = append(out.Data, SearchHit{Kind: string(h.Kind), ID: h.ID, ConversationID: h.ConversationID, ContactID: h.ContactID, PhoneNumberID: h.PhoneNumberID,
			Direction: string(h.Direction), At: h.At, Snippet: SearchSnippet{Text: h.Snippet.Text, Marks: marks}})
	}
	return out
}

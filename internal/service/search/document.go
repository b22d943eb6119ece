package search

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/words"
)

// document is an item as the index has it.
type document struct {
	id, conversationID, phoneNumberID string
	direction                         crm.Direction
	number                            int64
	text                              string
	tokens                            []words.Token
	// holders are the words of who has what it belongs to, in order. A deal has none: who
	// sees it is asked when it is found.
	holders []string
}

// known is what is stored of a document that is in the index.
type known struct {
	number  int64
	holders string
}

// sightKey is what the reach of a document is looked up by.
func (d *document) sightKey() string {
	if d.conversationID != "" {
		return d.conversationID
	}
	return d.id
}

const (
	// A number is milliseconds and belowMillisecond bits of the identifier: items
	// of one millisecond keep their order.
	belowMillisecond = 15
	// A span of messages is 2^25 milliseconds, a third of a day. Of contacts and notes it is
	// 2^28, three days, and of deals 2^31, 25 days: a workspace has fewer of them, over years,
	// and a rare word is looked for in every span.
	spanBitsMessages = belowMillisecond + 25
	spanBitsPeople   = belowMillisecond + 28
	spanBitsDeals    = belowMillisecond + 31
	// Four digits of base 36 count the spans for 1,700 years; later ones share the last.
	maxSpan = 36*36*36*36 - 1
)

// kindOf returns what an identifier names, "" for nothing that is found.
func kindOf(id string) Kind {
	switch prefix, _, _ := strings.Cut(id, "_"); prefix {
	case crm.PrefixMessage:
		return KindMessage
	case crm.PrefixNote:
		return KindNote
	case crm.PrefixContact:
		return KindContact
	case crm.PrefixDeal:
		return KindDeal
	}
	return ""
}

// numberOf is the place of an item in the order of time: identifiers sort by it.
func numberOf(id string) int64 {
	ms := crm.TimeOfID(id).UnixMilli()
	return max(0, ms)<<belowMillisecond | int64(crm.BelowMillisecond(id))
}

// firstNumber is the lowest number of a time.
func firstNumber(t time.Time) int64 { return max(0, t.UnixMilli()) << belowMillisecond }

func timeOf(number int64) time.Time { return time.UnixMilli(number >> belowMillisecond).UTC() }

func (k Kind) spanBits() int {
	switch k {
	case KindContact, KindNote:
		return spanBitsPeople
	case KindDeal:
		return spanBitsDeals
	}
	return spanBitsMessages
}

func (k Kind) spanOf(number int64) int64 { return min(number>>k.spanBits(), maxSpan) }

// beginOf is the first number of a span.
func (k Kind) beginOf(span int64) int64 { return span << k.spanBits() }

// prefixOf begins every word of a workspace's items of a kind in a span. Words of
// one workspace are thus never read for another, and those of a span by
// themselves. Two workspaces may share a mark: rows are asked for by workspace.
func prefixOf(workspaceID string, kind Kind, span int64) string {
	const marks = 36 * 36 * 36 * 36
	sum := sha256.Sum256([]byte(workspaceID))
	return digits(int64(binary.BigEndian.Uint32(sum[:4])%marks), 4) + digits(span, 4) + string(kind[0])
}

func digits(n int64, width int) string {
	s := strconv.FormatInt(n, 36)
	return strings.Repeat("0", max(0, width-len(s))) + s
}

// The classes of the words that say which conversation it is, and which team or phone
// number has that.
const (
	conversationClass = "c"
	teamClass         = "t"
	numberClass       = "n"
)

func wordOfID(class, id string) string {
	_, rest, _ := strings.Cut(id, "_")
	return class + rest
}

func conversationWord(id string) string { return wordOfID(conversationClass, id) }

// holderWords are the words of holders, in order.
func holderWords(list []reach.Holder) []string {
	out := make([]string, len(list))
	for i, h := range list {
		if out[i] = wordOfID(teamClass, h.TeamID); h.TeamID == "" {
			out[i] = wordOfID(numberClass, h.PhoneNumberID)
		}
	}
	slices.Sort(out)
	return out
}

// stored are the words of a document as both engines store them, in order.
func (d *document) stored(workspaceID string) []string {
	prefix := prefixOf(workspaceID, kindOf(d.id), kindOf(d.id).spanOf(d.number))
	out := make([]string, 0, len(d.tokens)+1+len(d.holders))
	for _, t := range d.tokens {
		out = append(out, prefix+string(t.Class)+t.Text)
	}
	if d.conversationID != "" {
		out = append(out, prefix+conversationWord(d.conversationID))
	}
	for _, w := range d.holders {
		out = append(out, prefix+w)
	}
	return out
}

// PostgreSQL keeps so many positions of a word, and knows none behind the last.
const (
	maxPositions = 255
	lastPosition = 16_383
)

// vectorText writes words as a literal of PostgreSQL's type tsvector. They have
// letters, digits and marks only, so nothing needs to be escaped.
func vectorText(list []string) string {
	at := make(map[string][]int, len(list))
	order := make([]string, 0, len(list))
	for i, w := range list {
		if at[w] == nil {
			order = append(order, w)
		}
		if len(at[w]) < maxPositions {
			at[w] = append(at[w], min(i+1, lastPosition))
		}
	}
	var b strings.Builder
	for i, w := range order {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("'" + w + "'")
		for j, p := range at[w] {
			b.WriteByte(":,"[min(j, 1)])
			b.WriteString(strconv.Itoa(p))
		}
	}
	return b.String()
}

// Package crm holds the nouns of the product and their rules. It uses no
// database, no network and no other package of the project.
package crm

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	"strings"
	"sync"
	"time"
)

// Source is where time and identifiers come from. The zero value is not
// usable; NewSource gives the real one, tests freeze both.
type Source struct {
	now  func() time.Time
	rand io.Reader

	mu     sync.Mutex
	lastMs int64
	count  uint16
	past   uint16 // of NewIDAt
	pool   [512]byte
	used   int
}

// NewSource returns a source on the given clock; nil means the wall clock.
func NewSource(now func() time.Time) *Source {
	if now == nil {
		now = time.Now
	}
	return &Source{now: now, rand: rand.Reader, used: 512}
}

// TimeLayout is how times are written for users: always with three digits of
// milliseconds, the precision that is stored.
const TimeLayout = "2006-01-02T15:04:05.000Z07:00"

// Now returns the current time in UTC with millisecond precision, the only
// precision that is stored.
func (s *Source) Now() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// inFuture reports whether a time is behind the millisecond that Now gives: a caller's own
// clock says more digits of the same moment.
func inFuture(at, now time.Time) bool { return at.Truncate(time.Millisecond).After(now) }

// NewID returns a new identifier such as msg_01jd…: the prefix, an underscore
// and 26 base32 characters of a UUIDv7. Identifiers of one process sort in the
// order in which they were made.
func (s *Source) NewID(prefix string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next(prefix)
}

// next returns the next identifier. It is called with the lock held.
func (s *Source) next(prefix string) string {
	ms := s.now().UnixMilli()
	if ms <= s.lastMs {
		// A 12-bit counter orders identifiers of one millisecond; when it is
		// full, or the clock went back, the next millisecond is borrowed.
		ms = s.lastMs
		if s.count++; s.count > 0xfff {
			s.count, ms = 0, ms+1
		}
	} else {
		s.count = 0
	}
	s.lastMs = ms
	return s.write(prefix, ms, s.count)
}

// write writes the identifier number count of a millisecond. It is called with the
// lock held.
func (s *Source) write(prefix string, ms int64, count uint16) string {
	var u [16]byte
	binary.BigEndian.PutUint64(u[:8], uint64(ms)<<16|uint64(count))
	if s.used+8 > len(s.pool) {
		if _, err := io.ReadFull(s.rand, s.pool[:]); err != nil {
			panic("crm: no randomness: " + err.Error())
		}
		s.used = 0
	}
	copy(u[8:], s.pool[s.used:s.used+8])
	s.used += 8
	u[6] = u[6]&0x0f | 0x70
	u[8] = u[8]&0x3f | 0x80
	return prefix + "_" + encodeBase32(u)
}

// NewIDAt returns a new identifier that sorts among those made at t, and after
// those that were made for t just before.
func (s *Source) NewIDAt(prefix string, t time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.past = (s.past + 1) & 0xfff
	return s.write(prefix, t.UnixMilli(), s.past)
}

// maxAhead is how far the clock of another node may be ahead before it no longer
// pulls the identifiers of this process along.
const maxAhead = time.Second

// NewIDAfter returns a new identifier that sorts after all that were made up to t, on
// whatever node, and when it is of: after t, whatever the clock says. It sorts after
// those of this process that were made before, too, unless t is ahead of its clock by
// more than a second.
func (s *Source) NewIDAfter(prefix string, t time.Time) (id string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if after := t.UnixMilli() + 1; after > s.lastMs {
		if after > s.now().Add(maxAhead).UnixMilli() {
			s.past = (s.past + 1) & 0xfff
			return s.write(prefix, after, s.past), time.UnixMilli(after).UTC()
		}
		s.lastMs, s.count = after-1, 0xfff
	}
	id = s.next(prefix)
	return id, time.UnixMilli(s.lastMs).UTC()
}

// FirstTime and LastTime bound the times that a caller may name where they are
// kept or told again: no number of milliseconds is negative, and no time is too
// late to be written, in whatever zone.
var (
	FirstTime = time.Unix(0, 0).UTC()
	LastTime  = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

const base32Alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

func encodeBase32(u [16]byte) string {
	var out [26]byte
	hi, lo := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
	for i := 25; i >= 0; i-- {
		out[i] = base32Alphabet[lo&31]
		lo = lo>>5 | hi<<59
		hi >>= 5
	}
	return string(out[:])
}

// Prefixes of identifiers, one per noun.
const (
	PrefixWorkspace        = "wsp"
	PrefixAPIKey           = "key"
	PrefixAct              = "act"
	PrefixMessagingAccount = "wba"
	PrefixPhoneNumber      = "num"
	PrefixTemplate         = "tpl"
	PrefixContact          = "con"
	PrefixContactField     = "fld"
	PrefixContactImport    = "imp"
	PrefixContactMerge     = "mrg"
	PrefixContactNotice    = "ntc"
	PrefixContactErasure   = "ers"
	PrefixConversation     = "cnv"
	PrefixEpisode          = "eps"
	PrefixTimeline         = "tle"
	PrefixClock            = "clk"
	PrefixRoutingDecision  = "rdc"
	PrefixMessage          = "msg"
	PrefixFile             = "med"
	PrefixObject           = "obj"
	PrefixEvent            = "evt"
	PrefixWebhookEndpoint  = "whk"
	PrefixDelivery         = "dlv"
	PrefixRedelivery       = "rdl"
	PrefixProviderWebhook  = "pwh"
	PrefixRequest          = "req"
	PrefixConsent          = "cns"
	PrefixKnowledgeSource  = "kns"
	PrefixPassage          = "psg"
	PrefixGap              = "gap"
	PrefixGapQuestion      = "gqu"
	PrefixEmbeddings       = "emb"
	PrefixAIProvider       = "aip"
	PrefixAICall           = "aic"
	PrefixAINotice         = "ain"
	PrefixAIReservation    = "air"
	PrefixAssistant        = "ast"
	PrefixPipeline         = "pip"
	PrefixStage            = "stg"
	PrefixDeal             = "dl"
	PrefixDealReason       = "dlr"
	PrefixDealAction       = "dla"
	PrefixDealNote         = "dln"
	PrefixDealImport       = "dli"
	PrefixDealRule         = "drl"
	PrefixDealRun          = "drr"
	PrefixBroadcast        = "bct"
	PrefixConversion       = "cvn"
	PrefixRevision         = "arv"
	PrefixProposal         = "prp"
	PrefixProposalFailure  = "prf"
	PrefixAutonomyChange   = "atc"
	PrefixTurn             = "trn"
	PrefixEvaluation       = "evl"
	PrefixRehearsal        = "rhs"
	PrefixPublication      = "pub"
	PrefixUser             = "usr"
	PrefixSession          = "ses"
	PrefixRole             = "rol"
	PrefixTeam             = "tem"
	PrefixCalendar         = "cal"
	PrefixPasskey          = "pky"
	PrefixCeremony         = "cer"
	PrefixSSOConnection    = "sso"
	PrefixNote             = "not"
	PrefixCannedReply      = "crp"
	PrefixLabel            = "lbl"
	PrefixView             = "vew"
	PrefixAction           = "acn"
	PrefixButton           = "btn"
	PrefixPress            = "prs"
	PrefixPromise          = "prm"
	PrefixAttempt          = "nat"
	PrefixNotification     = "ntf"
	PrefixRateCard         = "rtc"
	PrefixPushSubscription = "psh"
	PrefixSegment          = "seg"
	PrefixReconciliation   = "rec"
	PrefixBudget           = "bud"
)

// DeliveryID names the delivery of an event. It is unique among those of one
// endpoint.
func DeliveryID(eventID string) string {
	return PrefixDelivery + strings.TrimPrefix(eventID, PrefixEvent)
}

// ValidID reports whether id has the given prefix and the form that NewID gives.
func ValidID(prefix, id string) bool {
	rest, ok := strings.CutPrefix(id, prefix+"_")
	if !ok || len(rest) != 26 || rest[0] > '7' {
		return false
	}
	return strings.Trim(rest, base32Alphabet) == ""
}

// LowestID returns an identifier that sorts before every one made at t or
// later, so that a time can bound a page of identifiers. Identifiers have the
// years from 1970 to 10889: a time beyond counts as the first or the last.
func LowestID(prefix string, t time.Time) string {
	var u [16]byte
	binary.BigEndian.PutUint64(u[:8], uint64(min(max(t.UnixMilli(), 0), 1<<48-1))<<16)
	return prefix + "_" + encodeBase32(u)
}

// TimeOfID returns when an identifier was made, to the millisecond; zero for
// what is none.
func TimeOfID(id string) time.Time {
	_, rest, ok := strings.Cut(id, "_")
	if !ok || len(rest) != 26 {
		return time.Time{}
	}
	var ms int64
	for i := range 10 {
		n := strings.IndexByte(base32Alphabet, rest[i])
		if n < 0 {
			return time.Time{}
		}
		ms = ms<<5 | int64(n)
	}
	return time.UnixMilli(ms).UTC()
}

// BelowMillisecond returns the 15 bits of an identifier that follow its time: the
// counter that orders identifiers of one millisecond, and chance. 0 for what is
// none.
func BelowMillisecond(id string) (out uint16) {
	_, rest, ok := strings.Cut(id, "_")
	if !ok || len(rest) != 26 {
		return 0
	}
	var bits uint32 // of characters 10 to 14: 4 of the version, 12 of the counter, 2 of the variant, 7 of chance
	for i := 10; i < 15; i++ {
		n := strings.IndexByte(base32Alphabet, rest[i])
		if n < 0 {
			return 0
		}
		bits = bits<<5 | uint32(n)
	}
	return uint16(bits>>9&0xfff<<3 | bits>>4&0x7)
}

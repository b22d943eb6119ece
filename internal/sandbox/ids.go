package sandbox

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"strconv"
	"sync/atomic"
)

// mix is a bijection of 64-bit numbers: distinct counters give distinct ids.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// stream is an endless sequence of pseudo-random numbers that never repeats
// and is safe for concurrent use without a lock.
type stream struct {
	seed uint64
	n    atomic.Uint64
}

func (g *stream) next() uint64 { return mix(g.seed + g.n.Add(1)*0x9e3779b97f4a7c15) }

// generator holds one stream per kind of id, so that an extra call of one kind
// does not shift the ids of another.
type generator struct {
	seed                          uint64
	messages, traces, nodes, pace stream
}

func newGenerator(seed int64) *generator {
	g := &generator{seed: mix(uint64(seed) + 1)}
	for i, s := range []*stream{&g.messages, &g.traces, &g.nodes, &g.pace} {
		s.seed = mix(g.seed + uint64(i) + 1)
	}
	return g
}

const upperHex = "0123456789ABCDEF"

// Directions inside a message id.
const (
	sentByBusiness = 0x11
	sentByCustomer = 0x12
)

// messageID returns "wamid." and the base64 layout that real ids have: it
// contains the customer's number, a direction and a unique hexadecimal part of
// 18 characters (20 beginning with 3A for a customer's message).
func (g *generator) messageID(number string, direction byte) string {
	number = number[:min(len(number), 100)]
	buf := make([]byte, 0, 160)
	buf = append(buf, 0x1c, 0x18, byte(len(number)))
	buf = append(buf, number...)
	buf = append(buf, 0x15, 0x02, 0x00, direction, 0x18)
	if direction == sentByCustomer {
		buf = append(buf, 20, '3', 'A')
	} else {
		buf = append(buf, 18)
	}
	buf = append(appendHexID(buf, g.messages.next()), 0)
	out := make([]byte, 0, 6+base64.StdEncoding.EncodedLen(len(buf)))
	return string(base64.StdEncoding.AppendEncode(append(out, "wamid."...), buf))
}

// appendHexID spells 64 bits as 18 digits; the last two are a checksum-like
// repetition, since only the first 16 need to be unique.
func appendHexID(dst []byte, id uint64) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		dst = append(dst, upperHex[id>>shift&15])
	}
	return append(dst, upperHex[mix(id)>>4&15], upperHex[mix(id)&15])
}

// traceID returns an fbtrace_id: "A" and 22 characters of URL-safe base64.
func (g *generator) traceID() string {
	n := g.traces.next()
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], n)
	binary.BigEndian.PutUint64(raw[8:], mix(n))
	return "A" + base64.RawURLEncoding.EncodeToString(raw[:])
}

// nodeID returns a 16-digit object id for a template, a medium or an upload.
func (g *generator) nodeID() string {
	return strconv.FormatUint(1e15+g.nodes.next()%(9e15-1), 10)
}

// between returns a number of [low, high) for delays.
func (g *generator) between(low, high float64) float64 {
	return low + (high-low)*float64(g.pace.next()>>11)/(1<<53)
}

// userSeed sets apart the user ids of the simulated portfolio.
var userSeed = mix(2)

// userID returns the business-scoped user id of a number. It depends on the
// number only, so that a customer keeps it over restarts of the simulator.
func (g *generator) userID(number string) string {
	h := fnv.New64a()
	h.Write([]byte(number))
	return countryOf(number) + "." + strconv.FormatUint(1e16+mix(userSeed^h.Sum64())%9e16, 10)
}

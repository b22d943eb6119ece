package password

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Bounds of what a stored hash may ask for: a row that somebody changed must not
// take the memory of the process.
const (
	maxMemoryKiB          = 256 << 10
	maxPasses             = 16
	maxLanes              = 8
	minBytes, maxKeyBytes = 8, 64 // of salt and key
)

// phc is one hash in the format of the password hashing competition.
type phc struct {
	cost      Cost
	lanes     uint8
	salt, key []byte
}

// String returns the one way to write the hash.
func (p phc) String() string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.MemoryKiB, p.cost.Passes, p.lanes, b64(p.salt), b64(p.key))
}

// parse reads what String writes, and nothing else.
func parse(s string) (p phc, ok bool) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, false
	}
	costs := strings.Split(parts[3], ",")
	if len(costs) != 3 {
		return phc{}, false
	}
	memory, ok1 := number(costs[0], "m=", maxMemoryKiB)
	passes, ok2 := number(costs[1], "t=", maxPasses)
	lanes, ok3 := number(costs[2], "p=", maxLanes)
	salt, ok4 := raw(parts[4])
	key, ok5 := raw(parts[5])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || memory < 8*lanes {
		return phc{}, false
	}
	p = phc{cost: Cost{MemoryKiB: memory, Passes: passes}, lanes: uint8(lanes), salt: salt, key: key}
	return p, p.String() == s
}

func number(s, name string, most uint64) (uint32, bool) {
	digits, found := strings.CutPrefix(s, name)
	n, err := strconv.ParseUint(digits, 10, 32)
	return uint32(n), found && err == nil && n >= 1 && n <= most
}

func raw(s string) ([]byte, bool) {
	if base64.RawStdEncoding.DecodedLen(len(s)) > maxKeyBytes {
		return nil, false
	}
	b, err := base64.RawStdEncoding.DecodeString(s)
	return b, err == nil && len(b) >= minBytes
}

package reply

import (
	"crypto/sha256"
	"unicode/utf8"

	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core"
)

// saidLately are the texts that this process's assistants said last, of every
// workspace, as hashes: whoever writes word for word what an assistant said is
// an assistant too. It is bounded and forgets what was said long ago.
type saidLately struct {
	recent *core.Recent[[16]byte, bool]
}

// How many texts are remembered twice over, and how long one is at least, so
// that what people say as well is none.
const (
	recentTexts = 1 << 16
	saidLength  = 16
)

func hashOf(text string) (h [16]byte, ok bool) {
	text = knowledge.Normalise(text)
	if utf8.RuneCountInString(text) < saidLength {
		return h, false
	}
	sum := sha256.Sum256([]byte(text))
	return [16]byte(sum[:]), true
}

func (l *saidLately) note(text string) {
	if h, ok := hashOf(text); ok {
		l.recent.Keep(h, true)
	}
}

func (l *saidLately) has(text string) bool {
	h, ok := hashOf(text)
	if !ok {
		return false
	}
	said, _ := l.recent.Get(h)
	return said
}

// echoes counts the contact's last messages in a row that an assistant said.
func (l *saidLately) echoes(f decide.Facts) (n int) {
	for _, list := range [][]decide.Said{f.Burst, f.Before} {
		for i := len(list) - 1; i >= 0; i-- {
			if !list[i].Inbound {
				continue
			}
			if !l.has(list[i].Text) {
				return n
			}
			n++
		}
	}
	return n
}

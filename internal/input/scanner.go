package input

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// maxDepth is how deep values may be nested.
const maxDepth = 200

// scanner reads JSON by the letter of RFC 8259 and keeps track of open values.
type scanner struct {
	text   []byte
	noun   string // what to call the text in an error
	at     int
	comma  int   // position of the last comma
	opened []int // positions of the open objects and lists, the innermost last
	broken *crm.Error
}

// fail records where the text stops being JSON, and what was still open there.
func (s *scanner) fail(problem string) {
	if s.broken != nil {
		return
	}
	where := func(at int) string {
		before := s.text[:at]
		line := bytes.Count(before, []byte("\n")) + 1
		column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
		return fmt.Sprintf("line %d, column %d", line, column)
	}
	text := fmt.Sprintf("%s is not valid JSON: %s at %s.", s.noun, problem, where(min(s.at, len(s.text))))
	if n := len(s.opened); n > 0 {
		thing := "object"
		if s.text[s.opened[n-1]] == '[' {
			thing = "list"
		}
		text = fmt.Sprintf("%s The %s that began at %s is still open.", text, thing, where(s.opened[n-1]))
	}
	s.broken = malformed("%s", text)
}

// found names what was found instead of what was expected.
func (s *scanner) found() string {
	if s.at >= len(s.text) {
		return "the text ends"
	}
	r, _ := utf8.DecodeRune(s.text[s.at:])
	if r < ' ' || r == 0x7f {
		return fmt.Sprintf("found a control character (U+%04X)", r)
	}
	return "found " + strconv.QuoteRune(r)
}

// expect fails because the text goes on with something else.
func (s *scanner) expect(what string) { s.fail("expected " + what + " but " + s.found()) }

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// open steps into an object or a list.
func (s *scanner) open() {
	if len(s.opened) >= maxDepth {
		s.fail(fmt.Sprintf("more than %d levels of nesting", maxDepth))
		return
	}
	s.opened = append(s.opened, s.at)
	s.at++
}

// next moves to the next member or item after n of them, and reports whether
// there is one. At the end it leaves the object or list.
func (s *scanner) next(end byte, n int) bool {
	if s.broken != nil {
		return false
	}
	s.space()
	next := s.peek()
	if next == end && s.at < len(s.text) {
		s.at++
		s.opened = s.opened[:len(s.opened)-1]
		return false
	}
	if n > 0 {
		if next != ',' {
			s.expect("a comma or " + string(end))
			return false
		}
		s.comma = s.at
		s.at++
		s.space()
		if s.peek() == end {
			s.expect("something after the comma")
			return false
		}
	}
	return true
}

// key reads the name of a member and the colon after it.
func (s *scanner) key() (raw []byte, flags int) {
	if s.peek() != '"' {
		s.expect("a name in double quotes")
		return nil, 0
	}
	raw, flags = s.quoted()
	s.space()
	if s.broken == nil && s.peek() != ':' {
		s.expect("a colon")
	}
	s.at++
	s.space()
	return raw, flags
}

// Why a string is refused: it contains a null character, or half of a
// surrogate pair.
const (
	hasNull = 1 << iota
	hasHalf
)

// quoted reads a string and returns what is between its quotes.
func (s *scanner) quoted() (raw []byte, flags int) {
	begin := s.at
	s.at++
	for s.at < len(s.text) {
		switch b := s.text[s.at]; {
		case b == '"':
			s.at++
			return s.text[begin+1 : s.at-1], flags
		case b == '\\':
			flags |= s.escape()
			if s.broken != nil {
				return nil, 0
			}
		case b < ' ':
			s.fail(fmt.Sprintf("unescaped control character (U+%04X) in a string", b))
			return nil, 0
		default:
			s.at++
		}
	}
	s.at = begin
	s.fail("missing end of the string that begins")
	return nil, 0
}

// escape steps over an escape within a string.
func (s *scanner) escape() (flags int) {
	if s.at+1 >= len(s.text) {
		s.at++
		return 0 // quoted reports the missing end
	}
	switch s.text[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return 0
	case 'u':
		first, ok := s.hex()
		switch {
		case !ok:
			s.fail("\\u without four hexadecimal digits")
		case first == 0:
			return hasNull
		case first >= 0xdc00 && first <= 0xdfff:
			return hasHalf
		case first >= 0xd800 && first <= 0xdbff:
			if back := s.at; s.at+1 < len(s.text) && s.text[s.at] == '\\' && s.text[s.at+1] == 'u' {
				if second, ok := s.hex(); ok && second >= 0xdc00 && second <= 0xdfff {
					return 0
				}
				s.at = back
			}
			return hasHalf
		}
		return 0
	}
	s.fail("unknown escape sequence")
	return 0
}

// hex reads \uXXXX.
func (s *scanner) hex() (uint64, bool) {
	if s.at+6 > len(s.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s.text[s.at+2:s.at+6]), 16, 16)
	if err != nil {
		return 0, false
	}
	s.at += 6
	return n, true
}

// word reads a number, true, false or null.
func (s *scanner) word() value {
	begin := s.at
	switch b := s.peek(); {
	case b == '-' || b >= '0' && b <= '9':
		s.number()
		return value{'0', begin, s.at, s.text[begin:s.at]}
	case b == 't', b == 'f', b == 'n':
		for _, w := range []string{"true", "false", "null"} {
			if w[0] == b && bytes.HasPrefix(s.text[s.at:], []byte(w)) {
				s.at += len(w)
				return value{b, begin, s.at, s.text[begin:s.at]}
			}
		}
	}
	s.expect("a value")
	return value{}
}

func (s *scanner) number() {
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else if !s.digits() {
		return
	}
	if b := s.peek(); b >= '0' && b <= '9' {
		s.fail("number with a leading zero")
		return
	}
	if s.peek() == '.' {
		s.at++
		if !s.digits() {
			return
		}
	}
	if b := s.peek(); b == 'e' || b == 'E' {
		s.at++
		if b := s.peek(); b == '+' || b == '-' {
			s.at++
		}
		s.digits()
	}
}

func (s *scanner) digits() bool {
	begin := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	if s.at == begin {
		s.expect("a digit")
		return false
	}
	return true
}

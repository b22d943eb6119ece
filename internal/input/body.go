package input

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// Result is what Check found in a body.
type Result struct {
	Faults []crm.FieldError
	// Clean can be decoded: it is the body without the values that have a fault.
	Clean []byte
}

// Whole numbers outside this range are not exact in JSON.
const (
	maxInteger = 1<<53 - 1
	minInteger = -maxInteger
)

// Check checks a JSON body against a shape. It returns an error only for a body
// that is not JSON; the error says where, and what was still open there. The noun
// is what sentences call the whole body.
func Check(body []byte, s *Shape, noun string) (Result, error) {
	if !utf8.Valid(body) {
		return Result{}, malformed("%s is not UTF-8.", noun)
	}
	c := &checker{scanner: scanner{text: body, noun: noun}}
	c.root(s)
	if c.broken != nil {
		return Result{}, c.broken
	}
	return Result{Faults: c.faults, Clean: c.clean()}, nil
}

// value is one value of the text. Its kind is its first byte, or '0' for every
// number.
type value struct {
	kind       byte
	begin, end int
	raw        []byte
}

// step is one step of the path from the root to a value.
type step struct {
	name  []byte // as written between the quotes
	index int    // of an item, if name is nil
}

// change replaces a piece of the text before it is decoded.
type change struct {
	begin, end int
	text       string
}

type checker struct {
	scanner
	path    []step
	faults  []crm.FieldError
	said    int  // bytes of the faults' pointers
	more    int  // faults beyond the limit
	quiet   bool // inside a value that is not decoded: its faults do not count
	changes []change
}

// maxSaid limits the bytes of all pointers together: each repeats the names on
// its path, and a body can make those very long.
const maxSaid = 256 << 10

// full reports whether another fault would be left out. Then its text is not
// written: a body can have hundreds of thousands of faults.
func (c *checker) full() bool {
	return c.quiet || len(c.faults) >= crm.MaxFaults || c.said >= maxSaid
}

func (c *checker) root(s *Shape) {
	c.space()
	c.value(s)
	c.space()
	if c.broken == nil && c.at < len(c.text) {
		c.fail("unexpected text after the end of the JSON")
	}
}

// add records a fault of the value at the path.
func (c *checker) add(code crm.Code, detail string) {
	if c.full() {
		c.more++
		return
	}
	c.addAt(c.pointer(), code, detail)
}

func (c *checker) addAt(pointer string, code crm.Code, detail string) {
	c.said += len(pointer)
	c.faults = append(c.faults, crm.FieldError{Pointer: pointer, Detail: detail, Code: code})
}

// leaveOut replaces a value by null, so that it is not decoded.
func (c *checker) leaveOut(v value) {
	c.changes = append(c.changes, change{v.begin, v.end, "null"})
}

func (c *checker) pointer() string {
	parts := make([]any, len(c.path))
	for i, s := range c.path {
		parts[i] = s.index
		if s.name != nil {
			parts[i] = unquote(s.name)
		}
	}
	return crm.Pointer(parts...)
}

// name is what a sentence calls the value at the path.
func (c *checker) name() string {
	if c.full() {
		return "" // the sentence is not written
	}
	tail := ""
	for i := len(c.path) - 1; i >= 0; i-- {
		if s := c.path[i]; s.name != nil {
			return shown(unquote(s.name)) + tail
		}
		tail = "[" + strconv.Itoa(c.path[i].index) + "]" + tail
	}
	return c.noun + tail
}

func unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw)
	}
	var s string
	_ = json.Unmarshal(slices.Concat([]byte(`"`), raw, []byte(`"`)), &s) // the scanner accepted it
	return s
}

// value reads one value and checks it against its shape.
func (c *checker) value(s *Shape) {
	if c.broken != nil {
		return
	}
	if s != nil && len(s.OneOf) > 0 {
		if one := s.branch(c.peek()); one != nil {
			s = one
		}
	}
	switch c.peek() {
	case '{':
		c.object(s)
	case '[':
		c.array(s)
	case '"':
		c.string(s)
	default:
		c.simple(s)
	}
}

// branch returns the shape for a value that begins with this byte; nil if there
// is none.
func (s *Shape) branch(first byte) *Shape {
	for _, o := range s.OneOf {
		switch {
		case first == '{' && o.Type == Object, first == '[' && o.Type == Array, first == '"' && o.Type == String,
			(first == '-' || first >= '0' && first <= '9') && (o.Type == Integer || o.Type == Number),
			(first == 't' || first == 'f') && o.Type == Boolean:
			return o
		}
	}
	return nil
}

func (s *Shape) takes(kind byte) bool {
	switch {
	case s == nil || s.Type == "" && len(s.OneOf) == 0:
		return true
	case len(s.OneOf) > 0:
		return false // no branch takes it
	}
	switch kind {
	case '{':
		return s.Type == Object
	case '[':
		return s.Type == Array
	case '"':
		return s.Type == String
	case '0':
		return s.Type == Integer || s.Type == Number
	case 't', 'f':
		return s.Type == Boolean
	}
	return s.Null
}

func (c *checker) wrongType(s *Shape, v value) {
	c.add(crm.CodeWrongType, textWrongType(c.name(), s, v))
	c.leaveOut(v)
}

func (c *checker) array(s *Shape) {
	fits, begin, n := s.takes('['), c.at, 0
	var items *Shape
	if fits && s != nil {
		items = s.Items
	}
	c.open()
	for c.next(']', n) {
		c.path = append(c.path, step{index: n})
		c.value(items)
		c.path = c.path[:len(c.path)-1]
		n++
	}
	v := value{'[', begin, c.at, nil}
	switch {
	case c.broken != nil:
	case !fits:
		c.wrongType(s, v)
	case s == nil:
	case s.MinLength != nil && n < *s.MinLength || s.MaxLength != nil && n > *s.MaxLength:
		code := crm.CodeOutOfRange
		if n == 0 {
			code = crm.CodeRequired
		}
		c.add(code, textItems(c.name(), s, n))
		c.leaveOut(v)
	}
}

func (c *checker) string(s *Shape) {
	begin := c.at
	raw, flags := c.quoted()
	v := value{'"', begin, c.at, raw}
	switch {
	case c.broken != nil:
	case flags&hasNull != 0:
		c.add(crm.CodeParameterInvalid, textNull(c.name()))
		c.leaveOut(v)
	case flags&hasHalf != 0:
		c.add(crm.CodeParameterInvalid, textHalf(c.name()))
		c.leaveOut(v)
	case !s.takes('"'):
		c.wrongType(s, v)
	case s != nil && (s.Time || s.Enum != nil || s.MinLength != nil || s.MaxLength != nil):
		text := unquote(raw)
		if code, detail := s.judge(c.name(), text, false); code != "" {
			c.add(code, detail)
			c.leaveOut(v)
		}
	}
}

// judge checks the text of a string against the rules of its shape.
func (s *Shape) judge(name, text string, query bool) (code crm.Code, detail string) {
	n := utf8.RuneCountInString(text)
	switch {
	case s.Time:
		if t, err := time.Parse(time.RFC3339, text); err != nil || t.Year() < 1 {
			return crm.CodeWrongType, textTime(name, query)
		}
	case s.Enum != nil && !slices.Contains(s.Enum, text):
		return crm.CodeNotAllowed, textEnum(name, s, text)
	case s.MinLength != nil && n < *s.MinLength:
		if n == 0 {
			return crm.CodeRequired, textTooShort(name, n, *s.MinLength)
		}
		return crm.CodeOutOfRange, textTooShort(name, n, *s.MinLength)
	case s.MaxLength != nil && n > *s.MaxLength:
		return crm.CodeTooLong, textTooLong(name, n, *s.MaxLength)
	}
	return "", ""
}

// simple reads a number, true, false or null.
func (c *checker) simple(s *Shape) {
	v := c.word()
	switch {
	case c.broken != nil:
	case !s.takes(v.kind):
		c.wrongType(s, v)
	case v.kind == '0':
		c.number(s, v)
	}
}

func (c *checker) number(s *Shape, v value) {
	plainDigits := !bytes.ContainsAny(v.raw, ".eE")
	if s == nil || s.Type == "" {
		if f, err := strconv.ParseFloat(string(v.raw), 64); err != nil || math.IsInf(f, 0) {
			c.add(crm.CodeOutOfRange, textHuge(c.name(), maxInteger))
			c.leaveOut(v)
		}
		return
	}
	n, err := strconv.ParseFloat(string(v.raw), 64) // infinite if it is out of range
	switch {
	case s.Type == Integer && n != math.Trunc(n):
		c.wrongType(s, v)
	case s.Min != nil && n < *s.Min:
		c.add(crm.CodeOutOfRange, textRange(c.name(), s, true))
		c.leaveOut(v)
	case s.Max != nil && n > *s.Max:
		c.add(crm.CodeOutOfRange, textRange(c.name(), s, false))
		c.leaveOut(v)
	case n > maxInteger || n < minInteger || err != nil:
		c.huge(v, n)
	case s.Type == Integer && !plainDigits:
		c.changes = append(c.changes, change{v.begin, v.end, strconv.FormatInt(int64(n), 10)})
	}
}

// huge records a number beyond every limit. The rules of the operation may have
// a narrower limit, which then replaces this fault.
func (c *checker) huge(v value, n float64) {
	text, limit := textHuge(c.name(), maxInteger), int64(maxInteger)
	if n < 0 {
		text, limit = textTiny(c.name(), minInteger), minInteger
	}
	c.add(crm.CodeOutOfRange, text)
	if k := len(c.faults) - 1; c.more == 0 {
		c.faults[k] = c.faults[k].UnlessSaid()
	}
	c.changes = append(c.changes, change{v.begin, v.end, strconv.FormatInt(limit, 10)})
}

// clean returns the text with its changes. Where changes overlap, the outermost
// one counts.
func (c *checker) clean() []byte {
	if len(c.changes) == 0 {
		return c.text
	}
	slices.SortStableFunc(c.changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(b.end, a.end))
	})
	out, done := make([]byte, 0, len(c.text)), 0
	for _, ch := range c.changes {
		if ch.begin < done {
			continue
		}
		out = append(append(out, c.text[done:ch.begin]...), ch.text...)
		done = ch.end
	}
	return append(out, c.text[done:]...)
}

package input

import (
	"bytes"

	"service.example/crm/internal/crm"
)

// object reads an object. Names must match exactly and occur once.
func (c *checker) object(s *Shape) {
	fits, begin := s.takes('{'), c.at
	declared := fits && s != nil && s.Fields != nil
	var given uint64
	var seen names
	c.open()
	for n := 0; c.next('}', n); n++ {
		member := c.at
		if n > 0 {
			member = c.comma
		}
		raw, flags := c.key()
		if c.broken != nil {
			return
		}
		c.path = append(c.path, step{name: raw})
		switch {
		case !fits:
			c.value(nil)
		case flags != 0:
			c.badName(flags)
			c.skipMember(member, n)
		case declared:
			c.field(s, raw, member, n, &given)
		case seen.twice(raw):
			c.add(crm.CodeInvalid, textTwice(c.name()))
			c.skipMember(member, n)
		default:
			var values *Shape
			if s != nil {
				values = s.Values
			}
			c.value(values)
		}
		c.path = c.path[:len(c.path)-1]
	}
	switch {
	case c.broken != nil:
	case !fits:
		c.wrongType(s, value{'{', begin, c.at, nil})
	case declared && s.required&^given != 0:
		c.missing(s, given)
	}
}

// field reads a member of an object that declares its fields.
func (c *checker) field(s *Shape, raw []byte, member, n int, given *uint64) {
	var f *Field
	if bytes.IndexByte(raw, '\\') < 0 {
		f = s.Fields[string(raw)]
	} else {
		f = s.Fields[unquote(raw)]
	}
	switch {
	case f == nil:
		if !c.full() {
			c.add(crm.CodeUnknownField, textUnknown(unquote(raw), s.names))
		}
		c.skipMember(member, n)
		return
	case *given&(1<<f.number) != 0:
		c.add(crm.CodeInvalid, textTwice(c.name()))
		c.skipMember(member, n)
		return
	}
	*given |= 1 << f.number
	if c.peek() == 'n' && !f.Required { // the same as an absent field
		c.word()
		return
	}
	begin, before := c.at, len(c.changes)
	c.value(f.Shape)
	for i := before; i < len(c.changes); i++ {
		if ch := &c.changes[i]; ch.begin == begin && ch.end == c.at && ch.text == "null" {
			c.changes[i] = withoutMember(member, c.at, n)
		}
	}
}

// missing records the required fields that are absent.
func (c *checker) missing(s *Shape, given uint64) {
	for i, name := range s.names {
		if s.required&^given&(1<<i) != 0 && !c.full() {
			pointer := c.pointer() + crm.Pointer(name)
			c.addAt(pointer, crm.CodeRequired, textRequired(crm.Dotted(pointer)))
		}
	}
}

// skipMember reads a member and leaves it out of what is decoded.
func (c *checker) skipMember(member, n int) {
	quiet, changed, more := c.quiet, len(c.changes), c.more
	c.quiet = true
	c.value(nil)
	c.quiet, c.changes, c.more = quiet, c.changes[:changed], more
	c.changes = append(c.changes, withoutMember(member, c.at, n))
}

// withoutMember removes a member from the text. The first one is replaced by an
// empty name, because a comma may follow.
func withoutMember(begin, end, n int) change {
	if n == 0 {
		return change{begin, end, `"":null`}
	}
	return change{begin, end, ""}
}

func (c *checker) badName(flags int) {
	path := c.path
	c.path = path[:len(path)-1]
	defer func() { c.path = path }()
	if flags&hasNull != 0 {
		c.add(crm.CodeParameterInvalid, textNull("A name in "+c.name()))
		return
	}
	c.add(crm.CodeParameterInvalid, textHalf("A name in "+c.name()))
}

// names are the names of a map so far. A few are compared one by one.
type names struct {
	few  [][]byte
	many map[string]bool
}

func (n *names) twice(raw []byte) bool {
	if bytes.IndexByte(raw, '\\') >= 0 {
		raw = []byte(unquote(raw))
	}
	if n.many != nil {
		if n.many[string(raw)] {
			return true
		}
		n.many[string(raw)] = true
		return false
	}
	for _, f := range n.few {
		if bytes.Equal(f, raw) {
			return true
		}
	}
	if n.few = append(n.few, raw); len(n.few) > 16 {
		n.many = make(map[string]bool, 2*len(n.few))
		for _, f := range n.few {
			n.many[string(f)] = true
		}
	}
	return false
}

// Package input checks what a caller sends against the shape of an operation:
// JSON bodies, queries and paths. It finds every fault at once. Each fault is a
// sentence that names the field and the rule; all sentences are in texts.go.
package input

import "slices"

// The types of a shape.
const (
	Object  = "object"
	Array   = "array"
	String  = "string"
	Integer = "integer"
	Number  = "number"
	Boolean = "boolean"
)

// Shape is what a value must be. The zero shape takes anything.
type Shape struct {
	Type string
	// Null says that null is a value of its own rather than a field left out.
	Null bool
	// Fields are those of an object, by their exact names; an object without
	// any is a map, whose values have the shape Values.
	Fields map[string]*Field
	Values *Shape
	Items  *Shape
	// OneOf are shapes of different types, of which the value has one.
	OneOf []*Shape
	Enum  []string
	// Time says that a string is a time.
	Time                 bool
	Min, Max             *float64
	MinLength, MaxLength *int // of a string in characters, of a list in items
	// Noun says what the items of a list are, such as seconds.
	Noun string

	either   *Shape // whose branch it is
	required uint64 // the numbers of the fields that must be given
	names    []string
}

// Field is one field of an object.
type Field struct {
	*Shape
	Required bool

	number int
}

// maxFields is how many fields an object may declare: which were given is kept
// in the bits of one word.
const maxFields = 64

// Seal numbers the fields of an object; a shape is used only after it.
func (s *Shape) Seal() {
	if len(s.Fields) > maxFields {
		panic("input: an object has more than 64 fields")
	}
	for _, o := range s.OneOf {
		o.either = s
	}
	s.names = s.names[:0]
	for name := range s.Fields {
		s.names = append(s.names, name)
	}
	slices.Sort(s.names)
	s.required = 0
	for i, name := range s.names {
		f := s.Fields[name]
		f.number = i
		if f.Required {
			s.required |= 1 << i
		}
	}
}

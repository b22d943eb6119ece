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

// Shape describes the values that are accepted. The zero Shape accepts anything.
type Shape struct {
	Type string
	// Null says that null is a value; otherwise it means an absent field.
	Null bool
	// Fields are the fields of an object by their exact names. An object without
	// fields is a map with values of the shape Values.
	Fields map[string]*Field
	Values *Shape
	Items  *Shape
	// OneOf lists shapes of different types; the value must have one of them.
	OneOf []*Shape
	Enum  []string
	// Time says that a string must be a time.
	Time                 bool
	Min, Max             *float64
	MinLength, MaxLength *int // characters of a string, items of a list
	// Noun names the items of a list, for example seconds.
	Noun string

	either   *Shape // the shape that has this one in OneOf
	required uint64 // bits of the required fields
	names    []string
}

// Field is one field of an object.
type Field struct {
	*Shape
	Required bool

	number int
}

// maxFields is the maximum number of fields of an object: one bit of a word
// records whether a field was given.
const maxFields = 64

// Seal numbers the fields. Call it before the shape is used.
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

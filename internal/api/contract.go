package api

import (
	"fmt"
	"net/http"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/input"
)

// contract is what an operation takes.
type contract struct {
	operation   operation
	body        *input.Shape // nil for none, or a form alone
	options     *input.Shape // of the part of a form that is JSON
	bodyNeeded  bool
	query, path map[string]*input.Field
	// reserved are words in place of an identifier that are paths of their own,
	// with the methods that those take.
	reserved map[string][]string
	// list tells the cursors of this operation from those of others.
	list string
	// apart are the items of a list, such as /messages, that are judged one by
	// one.
	apart string
	// upload: a form with a file may come instead of JSON.
	upload bool
}

// contractsOf reads what every operation takes off the document.
func (s *Server) contractsOf() map[string]*contract {
	out := map[string]*contract{}
	for _, item := range s.huma.OpenAPI().Paths {
		for _, op := range operationsOf(item) {
			out[op.OperationID] = s.contractOf(op)
		}
	}
	for _, op := range s.operations {
		out[op.id].apart, out[op.id].upload = op.apart, op.form != nil
	}
	for path, item := range s.huma.OpenAPI().Paths {
		if at, word := pathpkg.Split(path); !strings.HasPrefix(word, "{") {
			if other := s.huma.OpenAPI().Paths[at+"{id}"]; other != nil {
				reserve(out, other, item, word)
			}
		}
	}
	return out
}

// reserve lets the operations of a path with an identifier know of a word that
// is a path of its own, where that one does not take their method.
func reserve(all map[string]*contract, byID, own *huma.PathItem, word string) {
	var takes []string
	for _, op := range operationsOf(own) {
		takes = append(takes, op.Method)
	}
	for _, op := range operationsOf(byID) {
		if !slices.Contains(takes, op.Method) {
			c := all[op.OperationID]
			if c.reserved == nil {
				c.reserved = map[string][]string{}
			}
			c.reserved[word] = takes
		}
	}
}

func operationsOf(item *huma.PathItem) []*huma.Operation {
	return slices.DeleteFunc([]*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete}, func(op *huma.Operation) bool { return op == nil })
}

func (s *Server) contractOf(op *huma.Operation) *contract {
	own := s.operations[slices.IndexFunc(s.operations, func(o operation) bool { return o.id == op.OperationID })]
	c := &contract{list: cursorMark(op.Path), operation: own, query: map[string]*input.Field{}, path: map[string]*input.Field{}}
	for _, p := range op.Parameters {
		switch p.In {
		case "query":
			c.query[p.Name] = &input.Field{Shape: s.shape(p.Schema), Required: p.Required}
		case "path":
			c.path[p.Name] = &input.Field{Shape: s.shape(p.Schema), Required: true}
		}
	}
	if op.RequestBody != nil {
		c.bodyNeeded = op.RequestBody.Required
		if content := op.RequestBody.Content["application/json"]; content != nil {
			c.body = s.shape(content.Schema)
		}
		if form := op.RequestBody.Content["multipart/form-data"]; form != nil && form.Schema.Properties["options"] != nil {
			c.options = s.shape(form.Schema.Properties["options"])
		}
	}
	return c
}

// shape is what a schema says of values.
func (s *Server) shape(schema *huma.Schema) *input.Shape {
	if schema == nil {
		return nil
	}
	if schema.Ref != "" {
		if known := s.shapes[schema.Ref]; known != nil {
			return known
		}
		known := &input.Shape{}
		s.shapes[schema.Ref] = known // which its own fields may refer to
		s.fillShape(known, s.huma.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref))
		return known
	}
	out := &input.Shape{}
	s.fillShape(out, schema)
	return out
}

func (s *Server) fillShape(out *input.Shape, schema *huma.Schema) {
	*out = input.Shape{Type: schema.Type, Null: schema.Nullable, Items: s.shape(schema.Items), Time: schema.Format == "date-time",
		Min: schema.Minimum, Max: schema.Maximum, MinLength: schema.MinLength, MaxLength: schema.MaxLength}
	if schema.Type == huma.TypeArray {
		out.MinLength, out.MaxLength = schema.MinItems, schema.MaxItems
		out.Noun = strings.ToLower(strings.TrimSuffix(schema.Items.Description, "."))
	}
	for _, v := range schema.Enum {
		out.Enum = append(out.Enum, fmt.Sprint(v))
	}
	for _, o := range schema.OneOf {
		out.OneOf = append(out.OneOf, s.shape(o))
	}
	if len(out.OneOf) > 0 {
		out.Seal()
	}
	switch values := schema.AdditionalProperties.(type) {
	case *huma.Schema:
		out.Values = s.shape(values)
	case bool:
		if values {
			return // an object of any kind
		}
		s.fillFields(out, schema)
	default:
		if len(schema.Properties) > 0 {
			s.fillFields(out, schema)
		}
	}
}

func (s *Server) fillFields(out *input.Shape, schema *huma.Schema) {
	out.Fields = make(map[string]*input.Field, len(schema.Properties))
	for name, property := range schema.Properties {
		out.Fields[name] = &input.Field{Shape: s.shape(property)}
	}
	for _, name := range schema.Required {
		out.Fields[name].Required = true
	}
	out.Seal()
}

// hasBody reports whether the operation of a method takes a body at all.
func hasBody(r *http.Request) bool { return r.Method != http.MethodGet && r.Method != http.MethodHead }

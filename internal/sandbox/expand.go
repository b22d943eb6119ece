package sandbox

import (
	"net/url"
	"slices"
	"strings"
)

// node is an object of the graph, from which callers pick fields.
type node struct {
	all      object
	defaults object   // what comes unasked
	empty    []string // fields that exist and have no value
	edges    map[string]edge
}

// edge is a list, or a computed field, that is asked for among the fields.
type edge func(field) (any, *graphError)

// field is one entry of a fields parameter: name.limit(5).after(x){sub,fields}.
type field struct {
	name, sub string
	args      url.Values
}

// okNode answers with the fields that the query asks for.
func (c *call) okNode(n node) *graphError {
	o, e := n.pick(c.r.URL.Query().Get("fields"))
	if e != nil {
		return e
	}
	return c.ok(o)
}

// pick reduces a node to the asked-for fields, in that order, and its id. What
// has no value is left out; what no such object has is refused.
func (n node) pick(asked string) (object, *graphError) {
	if asked == "" {
		return n.defaults, nil
	}
	out := object{}
	for _, f := range append(splitFields(asked), field{name: "id"}) {
		if f.name == "" || slices.ContainsFunc(out, func(m member) bool { return m.key == f.name }) {
			continue
		}
		i := slices.IndexFunc(n.all, func(m member) bool { return m.key == f.name })
		switch {
		case i >= 0:
			out = append(out, member{f.name, narrow(n.all[i].value, f.sub)})
		case n.edges[f.name] != nil:
			v, e := n.edges[f.name](f)
			if e != nil {
				return nil, e
			}
			out = append(out, member{f.name, v})
		case f.name != "id" && !slices.Contains(n.empty, f.name):
			return nil, invalid("Tried accessing nonexisting field (%s)", f.name)
		}
	}
	return out, nil
}

// narrow reduces an object to the fields in braces.
func narrow(v any, sub string) any {
	o, ok := v.(object)
	if !ok || sub == "" {
		return v
	}
	out := object{}
	for _, f := range splitFields(sub) {
		for _, m := range o {
			if m.key == f.name {
				out = append(out, member{m.key, narrow(m.value, f.sub)})
			}
		}
	}
	return out
}

// splitFields splits a fields parameter at its outer commas.
func splitFields(s string) []field {
	var out []field
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i < len(s) && strings.IndexByte("{([", s[i]) >= 0:
			depth++
		case i < len(s) && strings.IndexByte("})]", s[i]) >= 0:
			depth--
		case i == len(s) || s[i] == ',' && depth == 0:
			out, start = append(out, readField(strings.TrimSpace(s[start:i]))), i+1
		}
	}
	return out
}

func readField(s string) field {
	f := field{name: s, args: url.Values{}}
	cut := strings.IndexAny(s, "{(.")
	if cut < 0 {
		return f
	}
	f.name, s = s[:cut], s[cut:]
	for strings.HasPrefix(s, ".") {
		key, rest, ok := strings.Cut(s[1:], "(")
		value, after, closed := strings.Cut(rest, ")")
		if !ok || !closed {
			return f
		}
		f.args.Set(key, value)
		s = after
	}
	f.sub = strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}")
	return f
}

// query is what the edge would be asked for by a call of its own.
func (f field) query() url.Values {
	if f.sub != "" {
		f.args.Set("fields", f.sub)
	}
	return f.args
}

// filter is one entry of a filtering parameter.
type filter struct {
	field, operator string
	values          []string
}

func readFilters(given string) ([]filter, *graphError) {
	if given == "" {
		return nil, nil
	}
	v, _ := decodeAny([]byte(given))
	list, ok := v.([]any)
	var out []filter
	for _, f := range (fields{"f": list}).objects("f") {
		one := filter{field: f.str("field"), operator: strings.ToUpper(f.str("operator"))}
		for _, v := range append(f.list("value"), f["value"]) {
			if s, ok := text(v); ok {
				one.values = append(one.values, s)
			}
		}
		if one.field == "" || one.operator != "EQUAL" && one.operator != "NOT_EQUAL" && one.operator != "IN" {
			return nil, invalid("Param filtering must be an array of objects with field, operator and value.")
		}
		out = append(out, one)
	}
	if !ok || len(out) != len(list) {
		return nil, invalid("Param filtering must be an array of objects with field, operator and value.")
	}
	return out, nil
}

// keeps tells whether an object passes the filter.
func (f filter) keeps(o object) (bool, *graphError) {
	for _, m := range o {
		if m.key == f.field {
			value, _ := text(m.value)
			return slices.Contains(f.values, value) != (f.operator == "NOT_EQUAL"), nil
		}
	}
	return false, invalid("Filtering field %s is not supported.", f.field)
}

// filterPhones applies the filtering parameter of a list of numbers.
func (c *call) filterPhones(list []*phone, filtering string) ([]*phone, *graphError) {
	filters, e := readFilters(filtering)
	if e != nil {
		return nil, e
	}
	var out []*phone
	for _, p := range list {
		all, keep := c.phoneNode(p).all, true
		for _, f := range filters {
			passes, e := f.keeps(all)
			if e != nil {
				return nil, e
			}
			keep = keep && passes
		}
		if keep {
			out = append(out, p)
		}
	}
	return out, nil
}

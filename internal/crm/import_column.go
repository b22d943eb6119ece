package crm

import (
	"maps"
	"slices"
	"strings"
)

// TableFile is a table that came in as a file.
type TableFile struct {
	Filename, Encoding string
	Delimiter          byte
	// Object and Key are where the table is kept, as UTF-8, while it is read.
	Object string
	Key    []byte
	Size   int64
}

// ImportColumn is what a column of a table means.
type ImportColumn struct {
	Header string `json:"header"`
	// Target is one of the Column constants or the key of a custom field.
	Target string `json:"target"`
	// Field is the number of the custom field.
	Field int `json:"field,omitempty"`
}

// importTargets are what the columns of one kind of table may be, besides custom fields.
type importTargets struct {
	targets []string
	// many is the one that several columns may be; "" for none.
	many string
	// headers are what people call the columns, in the form of headerKey.
	headers map[string]string
}

func headerKey(h string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-.'\"", r) {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(h)))
}

// columns returns what each column of a table means, and which targets have one; and adds
// what is wrong. There are none where the table has too many.
func (t importTargets) columns(header []string, mapping map[string]string, fields []CustomField, f *Faults) (out []ImportColumn, taken map[string]bool) {
	if len(header) > MaxImportColumns {
		f.Add("/file", CodeOutOfRange, "The table has %d columns; an import accepts at most %d.", len(header), MaxImportColumns)
		return nil, nil
	}
	out = make([]ImportColumn, len(header))
	taken = map[string]bool{}
	named := map[string]bool{}
	for i, h := range header {
		h = strings.TrimSpace(h)
		named[h] = true
		target, given := mapping[h]
		if !given {
			target = t.recognise(h, fields)
		}
		out[i] = ImportColumn{Header: clipTo(h, maxImportHeader), Target: target}
		if n := slices.IndexFunc(fields, func(d CustomField) bool { return d.Key == target }); n >= 0 {
			out[i].Field = fields[n].Number
		} else if target != ColumnIgnore && !slices.Contains(t.targets, target) {
			f.Add(Pointer("mapping", h), CodeNotAllowed, "%q is not %s, ignore or a custom field.", target, strings.Join(t.targets, ", "))
		}
		if target != ColumnIgnore && target != t.many && taken[target] {
			if given {
				f.Add(Pointer("mapping", h), CodeNotAllowed, "Two columns are mapped to %s.", target)
			}
			out[i] = ImportColumn{Header: out[i].Header, Target: ColumnIgnore}
		}
		taken[target] = true
	}
	for _, h := range slices.Sorted(maps.Keys(mapping)) {
		if !named[h] {
			f.Add(Pointer("mapping", h), CodeUnknownField, "The table has no column %q.", h)
		}
	}
	return out, taken
}

func (t importTargets) recognise(header string, fields []CustomField) string {
	if target, known := t.headers[headerKey(header)]; known {
		return target
	}
	for _, d := range fields {
		if headerKey(d.Key) == headerKey(header) || headerKey(d.Label) == headerKey(header) {
			return d.Key
		}
	}
	return ColumnIgnore
}

func checkDelimiter(text string, f *Faults) {
	if text != "" && !slices.Contains([]string{",", ";", "\t", "|"}, text) {
		f.Add("/delimiter", CodeNotAllowed, "delimiter must be a comma, a semicolon, a tab or a |.")
	}
}

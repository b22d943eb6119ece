package crm

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// What an import does with somebody who is a contact already.
const (
	DuplicateUpdate = "update"
	DuplicateSkip   = "skip"
)

// Bounds of imports.
const (
	MaxImportSize     = 512 << 20
	MaxImportProblems = 10_000
	// MaxImportColumns and maxImportHeader bound what is kept of every table,
	// and of every cell that was not taken.
	MaxImportColumns = 500
	maxImportHeader  = 200
	// ImportPreviewRows is how many rows a preview shows.
	ImportPreviewRows = 20
)

// Targets of the columns of an import, besides the keys of custom fields.
const (
	ColumnPhone  = "phone"
	ColumnUserID = "userId"
	ColumnName   = "name"
	ColumnTags   = "tags"
	ColumnIgnore = "ignore"
)

// ImportOptions say how a table of contacts is read.
type ImportOptions struct {
	// Mapping says what a column is, by its header; columns that it does not
	// name are recognised by themselves.
	Mapping map[string]string `json:"mapping,omitempty"`
	// DefaultCountry lets numbers be national ones, such as DE.
	DefaultCountry string   `json:"defaultCountry,omitempty"`
	Tags           []string `json:"tags,omitempty"`
	OnDuplicate    string   `json:"onDuplicate,omitempty"`
	Delimiter      string   `json:"delimiter,omitempty"`
}

// ContactImport is one table of contacts that is or was read in.
type ContactImport struct {
	ID          string
	WorkspaceID string
	Run
	TableFile
	Options ImportOptions
	Columns []ImportColumn
	// Done counts the rows that were read: each counts in one of these too.
	Created, Updated, Skipped, Failed int64
	Problems                          int64 // as many are listed
}

// contactColumns are what the columns of a table of contacts may be.
var contactColumns = importTargets{
	targets: []string{ColumnPhone, ColumnUserID, ColumnName, ColumnTags},
	many:    ColumnTags,
	headers: map[string]string{
		"phone": ColumnPhone, "phonenumber": ColumnPhone, "mobile": ColumnPhone, "mobilephone": ColumnPhone, "mobilenumber": ColumnPhone, "cell": ColumnPhone,
		"tel": ColumnPhone, "telephone": ColumnPhone, "telefon": ColumnPhone, "telefono": ColumnPhone, "teléfono": ColumnPhone, "telefone": ColumnPhone,
		"celular": ColumnPhone, "number": ColumnPhone, "whatsapp": ColumnPhone, "waid": ColumnPhone, "msisdn": ColumnPhone,
		"userid": ColumnUserID, "bsuid": ColumnUserID,
		"name": ColumnName, "fullname": ColumnName, "displayname": ColumnName, "contactname": ColumnName, "nombre": ColumnName, "nome": ColumnName,
		"tags": ColumnTags, "tag": ColumnTags, "labels": ColumnTags, "etiquetas": ColumnTags,
	},
}

// Columns returns what each column of a table means, and adds what is wrong.
func (o ImportOptions) Columns(header []string, fields []CustomField, f *Faults) []ImportColumn {
	out, taken := contactColumns.columns(header, o.Mapping, fields, f)
	if out != nil && !taken[ColumnPhone] && !taken[ColumnUserID] {
		f.Add("/mapping", CodeRequired, "No column is phone or userId. Name one in mapping, such as {\"Handy\": \"phone\"}.")
	}
	return out
}

// Validate adds the faults of the options that show without the table.
func (o *ImportOptions) Validate(f *Faults) {
	if o.OnDuplicate == "" {
		o.OnDuplicate = DuplicateUpdate
	}
	if o.OnDuplicate != DuplicateUpdate && o.OnDuplicate != DuplicateSkip {
		f.Add("/onDuplicate", CodeNotAllowed, "onDuplicate must be update or skip.")
	}
	checkDelimiter(o.Delimiter, f)
	o.Tags = CheckTags(o.Tags, f)
}

// ContactRow is one row of an import, read and checked.
type ContactRow struct {
	Line                int64
	Phone, UserID, Name string
	Tags                []string
	Values              map[int]string
}

// Apply returns the contact with what the row says. Empty cells change nothing.
func (r ContactRow) Apply(c Contact) Contact {
	c.Phone, c.UserID = first(c.Phone, r.Phone), first(c.UserID, r.UserID)
	if r.Name != "" {
		c.Name, c.NamedHere = r.Name, true
	}
	if len(r.Tags) > 0 {
		c.Tags = addTags(c.Tags, r.Tags)
	}
	if len(r.Values) > 0 {
		values := maps.Clone(c.Values)
		if values == nil {
			values = make(map[int]string, len(r.Values))
		}
		maps.Copy(values, r.Values)
		c.Values = values
	}
	return c
}

// SameContent reports whether two states of a contact differ in nothing that
// an import changes.
func SameContent(a, b Contact) bool {
	return a.Phone == b.Phone && a.UserID == b.UserID && a.Name == b.Name && a.NamedHere == b.NamedHere &&
		slices.Equal(a.Tags, b.Tags) && maps.Equal(a.Values, b.Values)
}

// Row reads the cells of a record. phone turns a number as people write it into
// the international form, or says why it cannot.
func (o ImportOptions) Row(cells []string, columns []ImportColumn, fields map[int]CustomField, phone func(string) (string, string)) (r ContactRow, faults []RunProblem) {
	fault := func(c ImportColumn, reason string) {
		faults = append(faults, RunProblem{Field: c.Header, Reason: reason})
	}
	r.Tags = o.Tags
	for i, c := range columns {
		if i >= len(cells) || c.Target == ColumnIgnore {
			continue
		}
		text := strings.TrimSpace(cells[i])
		if text == "" {
			continue
		}
		switch d, custom := fields[c.Field]; {
		case c.Field != 0 && custom:
			value, reason := d.Parse(text)
			if reason != "" {
				fault(c, d.Key+" "+reason+".")
				continue
			}
			if r.Values == nil {
				r.Values = make(map[int]string, len(columns))
			}
			r.Values[c.Field] = value
		case c.Field != 0: // the field was deleted meanwhile
		case c.Target == ColumnPhone:
			var reason string
			if r.Phone, reason = phone(text); reason != "" {
				fault(c, reason)
			}
		case c.Target == ColumnUserID:
			if r.UserID = text; len(text) > maxUserID || strings.ContainsAny(text, " \t") {
				fault(c, "This is not a user id of the provider.")
			}
		case c.Target == ColumnName:
			if r.Name = text; utf8.RuneCountInString(text) > maxContactName {
				fault(c, "A name may have at most 200 characters.")
			}
		case c.Target == ColumnTags:
			var f Faults
			r.Tags = addTags(r.Tags, CheckTags(splitTags(text), &f))
			if !f.Empty() || len(r.Tags) > MaxContactTags {
				fault(c, "A contact may have at most 100 tags of 1 to 64 characters.")
			}
		}
	}
	if r.Phone == "" && r.UserID == "" && len(faults) == 0 {
		faults = append(faults, RunProblem{Reason: "The row has no phone and no user id."})
	}
	return r, faults
}

func splitTags(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '|' })
	return slices.DeleteFunc(parts, func(t string) bool { return strings.TrimSpace(t) == "" })
}

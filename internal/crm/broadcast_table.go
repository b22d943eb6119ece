package crm

import (
	"slices"
	"strings"
)

// BroadcastTable is a table of those whom a broadcast goes to, each with what fills the
// template for them.
type BroadcastTable struct {
	TableFile
	// Columns are the parameters that they fill; ColumnTo is the phone number, "" nothing.
	Columns []string
	// Country is that of numbers in national form; "" for none.
	Country string
	// Begin is where its first row is.
	Begin string
}

// ColumnTo is the column that has the phone number.
const ColumnTo = "to"

// BroadcastColumns tells what the columns of a table are: the phone number, and else the
// parameter of that name.
func BroadcastColumns(header []string, f *Faults) []string {
	out := make([]string, len(header))
	for i, name := range header {
		name = strings.TrimSpace(strings.Trim(strings.TrimSpace(name), "{}"))
		if lower := strings.ToLower(name); lower == ColumnTo || lower == "phone" {
			name = ColumnTo
		}
		if name != "" && slices.Contains(out[:i], name) {
			f.Add("/file", CodeNotAllowed, "Two columns are %q.", name)
		}
		out[i] = name
	}
	if !slices.Contains(out, ColumnTo) {
		f.Add("/file", CodeRequired, "The table has no column named to or phone, with the phone numbers.")
	}
	return out
}

// Unread is the table that is yet to be read; nil where there is none.
func (a *BroadcastAudience) Unread() *BroadcastTable {
	if a.Table == nil || a.Table.Object == "" {
		return nil
	}
	return a.Table
}

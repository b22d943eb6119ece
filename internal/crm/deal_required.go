package crm

import (
	"slices"
	"strings"
)

// DealRequirements are the fields that a stage may require, and requiredField begins
// those that a workspace defined.
var DealRequirements = []string{"amount", "contactId", "conversationId", "expectedCloseOn", "lines", "ownerId"}

const requiredField = "fields."

// mayRequire reports whether a stage may require a field. That a custom field exists is
// another matter.
func mayRequire(name string) bool {
	key, custom := strings.CutPrefix(name, requiredField)
	return slices.Contains(DealRequirements, name) || custom && fieldKey.MatchString(key)
}

// RequiredKeys are the keys of the custom fields that the stage requires.
func (s Stage) RequiredKeys() (out []string) {
	for _, name := range s.Requires {
		if key, custom := strings.CutPrefix(name, requiredField); custom {
			out = append(out, key)
		}
	}
	return out
}

// CheckRequirements adds the custom fields that stages require and that do not exist.
// What a stage required before is left alone: its field was deleted, and asks for nothing.
func (p Pipeline) CheckRequirements(before Pipeline, fields []CustomField, f *Faults) {
	for i, s := range p.Stages {
		old, _ := before.Stage(s.ID)
		for n, name := range s.Requires {
			key, custom := strings.CutPrefix(name, requiredField)
			if !custom || slices.Contains(old.Requires, name) || slices.ContainsFunc(fields, func(d CustomField) bool { return d.Key == key }) {
				continue
			}
			f.Add(Pointer("stages", i, "requires", n), CodeUnknownField, "This workspace has no custom field %q of deals. Create it with POST %s.", key, OfDeals.Path())
		}
	}
}

// CheckRequired adds what a deal lacks that its stage requires. fields are the
// definitions of the custom fields, where the stage requires any.
func (d Deal) CheckRequired(s Stage, fields []CustomField, f *Faults) {
	for _, name := range d.lacks(s, fields) {
		f.Add(requirementPointer(name), CodeRequired, "The stage %s requires %s: set it on the deal first.", s.Name, name)
	}
}

// CheckKept adds what a change takes from a deal that its stage requires. What it lacked
// before, as the stage came to require it later, is no fault of the change.
func (d Deal) CheckKept(before Deal, s Stage, fields []CustomField, f *Faults) {
	lacked := before.lacks(s, fields)
	for _, name := range d.lacks(s, fields) {
		if !slices.Contains(lacked, name) {
			f.Add(requirementPointer(name), CodeRequired, "The stage %s requires %s: move the deal first, or keep it.", s.Name, name)
		}
	}
}

// lacks are the fields that a stage requires and the deal does not have. A custom field
// that is not defined any more is none of them.
func (d Deal) lacks(s Stage, fields []CustomField) (out []string) {
	has := map[string]bool{"amount": d.Amount != nil, "contactId": d.ContactID != "", "conversationId": d.ConversationID != "",
		"ownerId": d.OwnerID != "", "lines": d.FromLines, "expectedCloseOn": d.ExpectedCloseOn != ""}
	for _, key := range s.RequiredKeys() {
		i := slices.IndexFunc(fields, func(d CustomField) bool { return d.Key == key })
		has[requiredField+key] = i < 0 || d.Values[fields[i].Number] != ""
	}
	for _, name := range s.Requires {
		if !has[name] {
			out = append(out, name)
		}
	}
	return out
}

func requirementPointer(name string) string { return "/" + strings.ReplaceAll(name, ".", "/") }

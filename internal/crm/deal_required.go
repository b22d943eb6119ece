package crm

import (
	"slices"
	"strings"
)

// CheckRequired adds what a deal lacks that its stage requires.
func (d Deal) CheckRequired(s Stage, f *Faults) {
	for _, name := range d.lacks(s) {
		f.Add(requirementPointer(name), CodeRequired, "The stage %s requires %s: set it on the deal first.", s.Name, name)
	}
}

// CheckKept adds what a change takes from a deal that its stage requires. What it lacked
// before, as the stage came to require it later, is no fault of the change.
func (d Deal) CheckKept(before Deal, s Stage, f *Faults) {
	lacked := before.lacks(s)
	for _, name := range d.lacks(s) {
		if !slices.Contains(lacked, name) {
			f.Add(requirementPointer(name), CodeRequired, "The stage %s requires %s: move the deal first, or keep it.", s.Name, name)
		}
	}
}

// lacks are the fields that a stage requires and the deal does not have.
func (d Deal) lacks(s Stage) (out []string) {
	has := map[string]bool{"amount": d.Amount != nil, "contactId": d.ContactID != "", "conversationId": d.ConversationID != "",
		"ownerId": d.OwnerID != "", "lines": d.FromLines, "expectedCloseOn": d.ExpectedCloseOn != ""}
	for _, name := range s.Requires {
		if !has[name] {
			out = append(out, name)
		}
	}
	return out
}

func requirementPointer(name string) string { return "/" + strings.ReplaceAll(name, ".", "/") }

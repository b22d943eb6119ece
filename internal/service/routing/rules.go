package routing

import (
	"context"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/people"
)

// Rules returns the rules in force; version 0 has none.
func (s *Routing) Rules(ctx context.Context, actor crm.Actor) (r crm.RoutingRules, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = rulesInForce(tx, actor.WorkspaceID); return err })
	return r, err
}

// RulesVersion returns a version of the rules, or a KindNotFound error.
func (s *Routing) RulesVersion(ctx context.Context, actor crm.Actor, version int) (r crm.RoutingRules, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = rulesOf(tx, actor.WorkspaceID, version); return err })
	return r, err
}

// RulesVersions returns up to limit versions before one, 0 for the end, newest
// first and without the rules themselves.
func (s *Routing) RulesVersions(ctx context.Context, actor crm.Actor, before, limit int) (out []crm.RoutingRules, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out, err = rulesVersions(tx, actor.WorkspaceID, before, limit)
		return err
	})
	return out, err
}

// ReplaceRules makes another version of the rules. All that is wrong of them is
// told at once. If the condition, an If-Match, names another version than the one
// in force, nothing changes; what says the same makes no version.
func (s *Routing) ReplaceRules(ctx context.Context, actor crm.Actor, body crm.RoutingBody, condition string) (crm.RoutingRules, error) {
	return s.changeRules(ctx, actor, condition, checkRules, func(crm.RoutingBody) (crm.RoutingBody, error) { return body, nil })
}

// AddRule puts a rule behind the others and returns it with its key, which is made
// from its name, and the version that has it.
func (s *Routing) AddRule(ctx context.Context, actor crm.Actor, rule crm.RoutingRule) (crm.RoutingRule, int, error) {
	at := ""
	// What the other rules name may be gone: that is no fault of this one.
	check := func(tx *db.Tx, workspaceID string, b crm.RoutingBody) error {
		return ofRule(checkRules(tx, workspaceID, b), at)
	}
	r, err := s.changeRules(ctx, actor, "", check, func(b crm.RoutingBody) (crm.RoutingBody, error) {
		rule.Key, at = b.NewKey(rule.Name), crm.Pointer("rules", len(b.Rules))
		b.Rules = append(slices.Clone(b.Rules), rule)
		return b, nil
	})
	if err != nil || len(r.Rules) == 0 {
		return rule, 0, err
	}
	return r.Rules[len(r.Rules)-1], r.Version, nil
}

// ofRule leaves of the faults of rules those of one, which stands at a pointer, and
// shows them as its own; and that there are too many.
func ofRule(err error, at string) error {
	if crm.AsError(err).Kind != crm.KindInvalid {
		return err
	}
	var own []crm.FieldError
	for _, f := range crm.AsError(err).Fields {
		switch rest, mine := strings.CutPrefix(f.Pointer, at+"/"); {
		case f.Pointer == "/rules":
			f.Pointer = ""
		case !mine:
			continue
		default:
			if f.Pointer = "/" + rest; strings.HasPrefix(rest, "when") {
				f.Pointer = "/conditions" + strings.TrimPrefix(rest, "when")
			}
		}
		own = append(own, f)
	}
	return crm.Invalid(own, 0)
}

// RemoveRule takes a rule out of the rules, or returns a KindNotFound error.
func (s *Routing) RemoveRule(ctx context.Context, actor crm.Actor, key string) error {
	unchecked := func(*db.Tx, string, crm.RoutingBody) error { return nil } // the others were, when they were set
	_, err := s.changeRules(ctx, actor, "", unchecked, func(b crm.RoutingBody) (crm.RoutingBody, error) {
		before := len(b.Rules)
		if b.Rules = slices.DeleteFunc(slices.Clone(b.Rules), func(r crm.RoutingRule) bool { return r.Key == key }); len(b.Rules) == before {
			return b, crm.NotFound("routing rule", key)
		}
		return b, nil
	})
	return err
}

// changeRules makes a version of the rules in force as change would have them, if
// check finds no fault of it.
func (s *Routing) changeRules(ctx context.Context, actor crm.Actor, condition string, check func(*db.Tx, string, crm.RoutingBody) error, change func(crm.RoutingBody) (crm.RoutingBody, error)) (crm.RoutingRules, error) {
	return set(ctx, s, actor, func(tx *db.Tx) (r crm.RoutingRules, record func() error, err error) {
		old, err := rulesInForce(tx, actor.WorkspaceID)
		if err == nil {
			err = CheckVersion(condition, old.Version, "rules")
		}
		var body crm.RoutingBody
		if err == nil {
			body, err = change(old.RoutingBody)
			body.Rules = append([]crm.RoutingRule{}, body.Rules...)
		}
		if err != nil || old.RoutingBody.Equal(body) {
			return old, nil, err
		}
		if err := check(tx, actor.WorkspaceID, body); err != nil {
			return r, nil, err
		}
		now := tx.Now()
		r = crm.RoutingRules{WorkspaceID: actor.WorkspaceID, Version: old.Version + 1, RoutingBody: body, MadeBy: actor.By(), CreatedAt: &now}
		if err := insertRules(tx, r); err != nil {
			return r, nil, err
		}
		setReferences(tx, actor.WorkspaceID, placeOfRules, body.Named)
		tx.After(func() { s.rules.Drop(actor.WorkspaceID) })
		return r, func() error {
			return audit.Record(tx, actor, crm.Act{Action: "routing_rules.updated", Targets: []crm.ActTarget{{Type: "routing_rules", ID: actor.WorkspaceID}},
				Changes: crm.ActDiff(old.RoutingBody, body).Set("version", old.Version, r.Version)})
		}, nil
	})
}

// CheckVersion holds an If-Match, "" for none, against the version in force of a
// document.
func CheckVersion(condition string, version int, document string) error {
	if crm.MatchesVersion(condition, int64(version)) {
		return nil
	}
	return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The %s in force are version %d, not what If-Match names.", document, version)
}

// checkRules returns every fault of the rules: of their form, and of what they name.
func checkRules(tx *db.Tx, workspaceID string, body crm.RoutingBody) error {
	var f crm.Faults
	if err := f.Join(body.Validate()); err != nil {
		return err
	}
	if len(body.Rules) > crm.MaxRoutingRules { // what they name would be as many
		return f.Err()
	}
	if err := CheckNamed(tx, workspaceID, body.Named, &f); err != nil {
		return err
	}
	if err := checkFields(tx, workspaceID, body, &f); err != nil {
		return err
	}
	return f.Err()
}

// CheckNamed adds a fault for everything that is named and is not there. Each thing
// is looked up once.
func CheckNamed(tx *db.Tx, workspaceID string, named func(func(pointer, id string)), f *crm.Faults) (err error) {
	why := map[string]string{}
	var numbers map[string]bool
	named(func(pointer, id string) {
		if err != nil {
			return
		}
		text, known := why[id]
		if !known && strings.HasPrefix(id, crm.PrefixPhoneNumber+"_") {
			if numbers == nil {
				numbers, err = numbersOf(tx, workspaceID)
			}
			if !numbers[id] {
				text = "There is no phone number %q in this workspace."
			}
		} else if !known {
			text, err = missing(tx, workspaceID, id)
		}
		if why[id] = text; text != "" && err == nil {
			f.Add(pointer, crm.CodeNotFound, text, id)
		}
	})
	return err
}

func numbersOf(tx *db.Tx, workspaceID string) (map[string]bool, error) {
	page, err := account.PhoneNumbers(tx, workspaceID, crm.Page{Limit: 10_000})
	out := map[string]bool{}
	for _, n := range page.Items {
		out[n.ID] = true
	}
	return out, err
}

// missing says what is wrong of an identifier, "" if nothing is. One that has
// another form was told by the check of the form.
func missing(tx *db.Tx, workspaceID, id string) (text string, err error) {
	switch prefix, _, _ := strings.Cut(id, "_"); prefix {
	case crm.PrefixTeam:
		text = "There is no team %q in this workspace."
		var there bool
		if there, err = people.HoldTeam(tx, workspaceID, id); err == nil && !there {
			err = crm.NotFound("team", id)
		}
	case crm.PrefixCalendar:
		text = "There is no calendar %q in this workspace."
		_, err = calendar.Calendar(tx, workspaceID, id)
	case crm.PrefixLabel:
		there, err := conversation.HoldLabels(tx, workspaceID, id)
		if err == nil && len(there) == 0 {
			text = "There is no label %q in this workspace."
		}
		return text, err
	case crm.PrefixAssistant:
		text = "There is no assistant %q in this workspace."
		_, err = assistant.Assistant(tx, workspaceID, id)
	case crm.PrefixUser:
		_, ok, err := people.Assignable(tx, workspaceID, id)
		if err == nil && !ok {
			text = "There is no active member %q who may answer in this workspace."
		}
		return text, err
	}
	switch {
	case err == nil:
		return "", nil
	case crm.CodeOf(err) == crm.CodeNotFound:
		return text, nil
	}
	return "", err
}

// checkFields adds a fault for each custom field that contacts do not have, and for
// each value that it cannot have: such a rule would never match.
func checkFields(tx *db.Tx, workspaceID string, body crm.RoutingBody, f *crm.Faults) error {
	var defined map[string]crm.CustomField
	for i, r := range body.Rules {
		for j, field := range r.When.ContactFields {
			if defined == nil {
				var err error
				if defined, err = contactFields(tx, workspaceID); err != nil {
					return err
				}
			}
			at := crm.Pointer("rules", i, "when", "contactFields", j)
			d, ok := defined[field.Key]
			if !ok {
				f.Add(at+"/key", crm.CodeNotFound, "Contacts have no custom field %q.", field.Key)
				continue
			}
			for k, value := range field.Values {
				if stored, reason := d.Parse(value); reason != "" {
					f.Add(at+crm.Pointer("values", k), crm.CodeParameterInvalid, "%s %s.", field.Key, reason)
				} else if stored != value {
					f.Add(at+crm.Pointer("values", k), crm.CodeParameterInvalid, "Write the value as it is stored: %q.", stored)
				}
			}
		}
	}
	return nil
}

package crm

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of what limits a key.
const (
	maxKeyNetworks = 50
	maxReachIDs    = 100
)

// KeyReach is which conversations an API key may see, as its maker says: all, or
// those of teams, each on every phone number or on some.
type KeyReach struct {
	Kind           ReachKind
	TeamIDs        []string
	PhoneNumberIDs []string
}

// Reach is what the key reaches; the zero KeyReach is everything.
func (k KeyReach) Reach() Reach {
	if k.Kind == "" {
		k.Kind = ReachAll
	}
	return Reach{Kind: k.Kind, TeamIDs: k.TeamIDs, PhoneNumberIDs: k.PhoneNumberIDs}
}

// MastersKey returns nil when the actor has every scope of a key, reaches as far and
// sees as much as it does, so that the actor may change it or get its successor.
func (a Actor) MastersKey(k APIKey) error {
	for _, s := range k.Scopes {
		if err := a.Require(s); err != nil {
			return err
		}
	}
	if !a.Reach.Covers(k.Reach.Reach()) {
		return Errorf(KindForbidden, CodeForbidden, "The key reaches more than you do.")
	}
	if a.MasksPhoneNumbers && !k.MasksPhoneNumbers {
		return Errorf(KindForbidden, CodeForbidden, "The key shows whole phone numbers, and %s them masked.", a.Address("this API key sees", "you see"))
	}
	return nil
}

// check records what is wrong with the reach; maker must reach as far.
func (k KeyReach) check(maker Actor, f *Faults) {
	if !slices.Contains([]ReachKind{"", ReachAll, ReachTeams}, k.Kind) {
		f.Add("/reach/kind", CodeNotAllowed, "kind is all or teams.")
		return
	}
	if k.Kind == ReachTeams && len(k.TeamIDs) == 0 {
		f.Add("/reach/teamIds", CodeRequired, "teamIds needs at least one team.")
	}
	if k.Kind != ReachTeams && len(k.TeamIDs) > 0 {
		f.Add("/reach/teamIds", CodeNotAllowed, "teamIds is for the kind teams.")
	}
	CheckIDs("reach/teamIds", PrefixTeam, k.TeamIDs, f)
	CheckIDs("reach/phoneNumberIds", PrefixPhoneNumber, k.PhoneNumberIDs, f)
	if !maker.Reach.Covers(k.Reach()) {
		f.Add("/reach", CodeForbidden, "%s less and cannot grant this reach.", maker.Address("This API key reaches", "You reach"))
	}
}

// CheckIDs records a list of identifiers at the pointer /field that is too long,
// or has one that is not of the kind that prefix names.
func CheckIDs(field, prefix string, ids []string, f *Faults) {
	if len(ids) > maxReachIDs {
		f.Add("/"+field, CodeOutOfRange, "%s may have at most %d entries.", field[strings.LastIndexByte(field, '/')+1:], maxReachIDs)
		return
	}
	for i, id := range ids {
		if !ValidID(prefix, id) {
			f.Add("/"+field+Pointer(i), CodeNotAllowed, "%q is not an identifier: %s_…", clip(id), prefix)
		}
	}
}

// CheckNetworks records every text that is neither a network nor an address, and
// returns the others in their one form.
func CheckNetworks(list []string, f *Faults) (out []string) {
	if len(list) > maxKeyNetworks {
		f.Add("/networks", CodeOutOfRange, "networks may have at most %d entries.", maxKeyNetworks)
		return nil
	}
	for i, text := range list {
		p, err := netip.ParsePrefix(text)
		if a, broken := netip.ParseAddr(text); broken == nil && a.Zone() == "" {
			p, err = netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()), nil
		}
		if err != nil || p.Addr().Is4In6() {
			f.Add(Pointer("networks", i), CodeNotAllowed, "%q is not a network such as 203.0.113.0/24 or 2001:db8::/32.", clip(text))
			continue
		}
		out = append(out, p.Masked().String())
	}
	return out
}

// AllowedFrom returns nil when the key may be used from an address; "" is one that
// is not known.
func (k APIKey) AllowedFrom(ip string) error {
	if len(k.Networks) == 0 {
		return nil
	}
	from, err := netip.ParseAddr(ip)
	if err == nil && slices.ContainsFunc(k.Networks, func(n string) bool { p, err := netip.ParsePrefix(n); return err == nil && p.Contains(from.Unmap()) }) {
		return nil
	}
	return Errorf(KindForbidden, CodeNetworkNotAllowed, "This API key is not allowed from %s.", ip)
}

// APIKeyChange changes what is given of a key.
type APIKeyChange struct {
	Name     *string
	Networks *[]string
}

// Apply returns the key as it becomes, or every fault of the change.
func (ch APIKeyChange) Apply(k APIKey) (APIKey, error) {
	var f Faults
	if ch.Name != nil {
		k.Name = *ch.Name
		checkKeyName(k.Name, &f)
	}
	if ch.Networks != nil {
		k.Networks = CheckNetworks(*ch.Networks, &f)
	}
	return k, f.Err()
}

func checkKeyName(name string, f *Faults) {
	if strings.TrimSpace(name) == "" {
		f.Add("/name", CodeRequired, "name is required: the purpose of the key.")
	} else if utf8.RuneCountInString(name) > 100 {
		f.Add("/name", CodeTooLong, "name may have at most 100 characters.")
	}
}

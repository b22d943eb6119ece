package crm

import (
	"maps"
	"slices"
	"strings"
)

// SearchText is what a message is found by: its words, one part to a line; "" for
// one that was taken back.
func (c *Content) SearchText() string {
	if c.RevokedAt != nil {
		return ""
	}
	var lines []string
	add := func(parts ...string) {
		for _, p := range parts {
			if p = strings.TrimSpace(p); p != "" {
				lines = append(lines, p)
			}
		}
	}
	add(c.Words())
	if t := c.Template; t != nil {
		add(t.Name, t.HeaderParameter)
		for _, k := range slices.Sorted(maps.Keys(t.Parameters)) {
			add(t.Parameters[k])
		}
		for _, card := range t.Cards {
			for _, k := range slices.Sorted(maps.Keys(card.Parameters)) {
				add(card.Parameters[k])
			}
		}
	}
	if c.Media != nil {
		add(c.Media.Filename)
	}
	if c.Location != nil {
		add(c.Location.Name, c.Location.Address)
	}
	if c.Reply != nil {
		add(c.Reply.Description)
	}
	if c.Order != nil {
		for _, item := range c.Order.Items {
			add(item.RetailerID)
		}
	}
	for _, card := range c.Contacts {
		add(card.Name.FormattedName)
		for _, p := range card.Phones {
			add(p.Phone)
		}
		for _, e := range card.Emails {
			add(e.Email)
		}
		if card.Org != nil {
			add(card.Org.Company)
		}
	}
	if c.Interactive != nil {
		add(c.Interactive.pressed()...)
	}
	return strings.Join(lines, "\n")
}

// pressed is what stands around the body of an interactive message.
func (i *Interactive) pressed() (out []string) {
	if i.Header != nil {
		out = append(out, i.Header.Text)
	}
	out = append(out, i.Footer)
	for _, b := range i.Buttons {
		out = append(out, b.Title)
	}
	if i.List != nil {
		for _, s := range i.List.Sections {
			out = append(out, s.Title)
			for _, r := range s.Rows {
				out = append(out, r.Title, r.Description)
			}
		}
	}
	for _, card := range i.Cards {
		out = append(out, card.Body)
	}
	return out
}

// SearchText is what a contact is found by: name, phone number and the values of
// custom fields, one to a line; "" for one that was merged into another.
func (c *Contact) SearchText() string {
	if c.MergedInto != "" {
		return ""
	}
	lines := []string{c.Name, c.Phone}
	for _, n := range slices.Sorted(maps.Keys(c.Values)) {
		lines = append(lines, c.Values[n])
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
}

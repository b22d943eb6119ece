package crm

import (
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// ProfileVerticals are the trades of a business profile, as the provider knows them
// (outbound.md 5.3), in lower case.
var ProfileVerticals = []string{"other", "auto", "beauty", "apparel", "edu", "entertain", "event_plan", "finance", "grocery", "govt", "hotel", "health", "nonprofit",
	"prof_services", "retail", "travel", "restaurant", "not_a_biz", "alcohol", "online_gambling", "physical_gambling", "otc_drugs", "undefined"}

// Bounds of a business profile, in characters.
const (
	maxProfileAbout       = 139
	maxProfileAddress     = 256
	maxProfileDescription = 512
	maxProfileEmail       = 128
	maxProfileWebsite     = 256
	maxProfileWebsites    = 2
)

// ProfilePictureTypes are the formats of a picture that the provider takes.
var ProfilePictureTypes = []string{"image/jpeg", "image/png"}

// BusinessProfile is what contacts see of a phone number.
type BusinessProfile struct {
	About       string
	Address     string
	Description string
	Email       string
	Vertical    string
	Websites    []string
	// PictureURL leads to the picture at the provider, for a time that it does not tell.
	PictureURL string
}

// BusinessProfileChange is what is to change of a profile; nil leaves it.
type BusinessProfileChange struct {
	About       *string
	Address     *string
	Description *string
	Email       *string
	Vertical    *string
	Websites    []string
	// PictureMediaID names a file of ours.
	PictureMediaID *string
}

// Check adds every fault of the change.
func (c BusinessProfileChange) Check(f *Faults) {
	checkLength("/about", c.About, maxProfileAbout, f)
	checkLength("/address", c.Address, maxProfileAddress, f)
	checkLength("/description", c.Description, maxProfileDescription, f)
	checkLength("/email", c.Email, maxProfileEmail, f)
	if c.About != nil && strings.TrimSpace(*c.About) == "" {
		f.Add("/about", CodeRequired, "about is required: 1 to %d characters. The provider takes no empty one.", maxProfileAbout)
	}
	if c.Email != nil && *c.Email != "" {
		if a, err := mail.ParseAddress(*c.Email); err != nil || a.Address != *c.Email {
			f.Add("/email", CodeParameterInvalid, "email must be an address such as hello@example.com.")
		}
	}
	if c.Vertical != nil && !slices.Contains(ProfileVerticals, *c.Vertical) {
		f.Add("/vertical", CodeNotAllowed, "vertical is one of %s.", strings.Join(ProfileVerticals, ", "))
	}
	if len(c.Websites) > maxProfileWebsites {
		f.Add("/websites", CodeOutOfRange, "websites has at most %d addresses.", maxProfileWebsites)
	}
	for i, site := range c.Websites {
		checkWebsite(Pointer("websites", i), site, f)
	}
	if c.PictureMediaID != nil && *c.PictureMediaID == "" {
		f.Add("/pictureMediaId", CodeParameterInvalid, "pictureMediaId must name a file: the provider takes no picture away.")
	}
}

// checkLength adds the fault of a text that is too long; the provider counts characters.
func checkLength(pointer string, text *string, most int, f *Faults) {
	if text != nil && utf8.RuneCountInString(*text) > most {
		f.Add(pointer, CodeTooLong, "%s has at most %d characters.", pointer[1:], most)
	}
}

func checkWebsite(pointer, site string, f *Faults) {
	u, err := url.Parse(site)
	switch {
	case utf8.RuneCountInString(site) > maxProfileWebsite:
		f.Add(pointer, CodeTooLong, "A website has at most %d characters.", maxProfileWebsite)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		f.Add(pointer, CodeURLInvalid, "A website must be a whole address that begins with http:// or https://.")
	case u.User != nil:
		f.Add(pointer, CodeURLInvalid, "A website must have no user name or password in it.")
	}
}

// Apply returns the profile as it becomes, but for its picture.
func (c BusinessProfileChange) Apply(p BusinessProfile) BusinessProfile {
	for _, one := range []struct {
		into *string
		text *string
	}{{&p.About, c.About}, {&p.Address, c.Address}, {&p.Description, c.Description}, {&p.Email, c.Email}, {&p.Vertical, c.Vertical}} {
		if one.text != nil {
			*one.into = *one.text
		}
	}
	if c.Websites != nil {
		p.Websites = c.Websites
	}
	return p
}

// Changes reports whether the change would make the profile another one.
func (c BusinessProfileChange) Changes(p BusinessProfile) bool {
	next := c.Apply(p)
	return c.PictureMediaID != nil || next.About != p.About || next.Address != p.Address || next.Description != p.Description || next.Email != p.Email || next.Vertical != p.Vertical ||
		!slices.Equal(next.Websites, p.Websites)
}

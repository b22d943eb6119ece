package outgoing

import "service.example/crm/internal/crm"

// reaction always has its emoji: an empty one takes the reaction back.
type reaction struct {
	MessageID string `json:"message_id"`
	Emoji     string `json:"emoji"`
}

type sentCard struct {
	Name      contactName      `json:"name"`
	Phones    []contactPhone   `json:"phones,omitempty"`
	Emails    []contactEmail   `json:"emails,omitempty"`
	Addresses []contactAddress `json:"addresses,omitempty"`
	URLs      []contactURL     `json:"urls,omitempty"`
	Org       *contactOrg      `json:"org,omitempty"`
	Birthday  string           `json:"birthday,omitempty"`
}

type contactName struct {
	FormattedName string `json:"formatted_name"`
	FirstName     string `json:"first_name,omitempty"`
	LastName      string `json:"last_name,omitempty"`
	MiddleName    string `json:"middle_name,omitempty"`
	Prefix        string `json:"prefix,omitempty"`
	Suffix        string `json:"suffix,omitempty"`
}

type contactPhone struct {
	Phone string `json:"phone,omitempty"`
	Type  string `json:"type,omitempty"`
	WaID  string `json:"wa_id,omitempty"`
}

type contactEmail struct {
	Email string `json:"email"`
	Type  string `json:"type,omitempty"`
}

type contactAddress struct {
	Street      string `json:"street,omitempty"`
	City        string `json:"city,omitempty"`
	State       string `json:"state,omitempty"`
	Zip         string `json:"zip,omitempty"`
	Country     string `json:"country,omitempty"`
	CountryCode string `json:"country_code,omitempty"`
	Type        string `json:"type,omitempty"`
}

type contactURL struct {
	URL  string `json:"url"`
	Type string `json:"type,omitempty"`
}

type contactOrg struct {
	Company    string `json:"company,omitempty"`
	Department string `json:"department,omitempty"`
	Title      string `json:"title,omitempty"`
}

// contactCards writes cards as the provider takes them. The parts differ in
// their JSON names only, so that they convert.
func contactCards(list []crm.ContactCard) []sentCard {
	out := make([]sentCard, len(list))
	for i, c := range list {
		card := sentCard{Name: contactName(c.Name), Org: (*contactOrg)(c.Org), Birthday: c.Birthday}
		for _, p := range c.Phones {
			card.Phones = append(card.Phones, contactPhone(p))
		}
		for _, e := range c.Emails {
			card.Emails = append(card.Emails, contactEmail(e))
		}
		for _, a := range c.Addresses {
			card.Addresses = append(card.Addresses, contactAddress(a))
		}
		for _, u := range c.URLs {
			card.URLs = append(card.URLs, contactURL(u))
		}
		out[i] = card
	}
	return out
}

package templatelint

import (
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

// carousel judges the cards: how many, each by itself, and whether they are
// alike.
func (l *linter) carousel(c component) {
	if n := len(c.list("cards")); n < 2 || n > 10 {
		l.find("carousel_cards", c.at+"/cards", "A carousel has 2 to 10 cards, not %d.", n)
	}
	model := ""
	for i, card := range c.nodes("cards", maxCards) {
		inner, odd := componentsOf(card, true)
		for _, n := range odd {
			l.find("card_component", n.at, "A component is an object with a type.")
		}
		var built strings.Builder
		for _, p := range inner {
			built.WriteString(p.kind + ":" + p.word("format") + " ")
			for _, b := range p.nodes("buttons", maxButtons) {
				built.WriteString(b.word("type") + " ")
			}
			if !isOneOf(p.kind, "HEADER", "BODY", "BUTTONS") {
				l.find("card_component", p.at, "A card has a header, a body and buttons, and nothing else.").fix("Take it out.")
				if isOneOf(p.kind, "CAROUSEL", "LIMITED_TIME_OFFER") {
					continue
				}
			}
			l.component(p)
		}
		if i == 0 {
			model = built.String()
		} else if built.String() != model {
			l.find("carousel_unlike", card.at, "Card %s is not built like the first one.", strconv.Itoa(i+1)).
				fix("Give all cards the same header format and the same kinds of buttons.")
		}
	}
}

func (l *linter) offer(c component) {
	text, at := c.sub("limited_time_offer").str("text"), c.at+"/limited_time_offer/text"
	if text == "" {
		l.find("offer_text_missing", at, "The offer has no text.")
	} else if n := chars(text); n > 16 {
		l.find("offer_text_too_long", at, "The text of the offer has %d characters; 16 are allowed.", n)
	}
}

// whole judges the components together.
func (l *linter) whole() {
	if c, ok := first(l.form.parts, "LIMITED_TIME_OFFER"); ok {
		l.wholeOffer(c)
	}
	if l.form.category == crm.CategoryAuthentication {
		l.authentication()
	}
	l.products()
	l.orderDetails(l.form.buttons())
}

// orderDetails judges what stands above the details of an order.
func (l *linter) orderDetails(buttons []node) {
	if !slices.ContainsFunc(buttons, func(b node) bool { return b.word("type") == "ORDER_DETAILS" }) {
		return
	}
	for _, p := range l.form.parts {
		if format := p.word("format"); p.kind == "HEADER" && format != "" && !isOneOf(format, "TEXT", "IMAGE", "DOCUMENT") {
			l.find("order_header", p.at+"/format", "The header above the details of an order is TEXT, IMAGE or DOCUMENT.")
		}
	}
}

func (l *linter) wholeOffer(c component) {
	if l.form.category != crm.CategoryMarketing {
		l.find("offer_category", c.at, "An offer for a limited time is MARKETING.").fix("Change the category.")
	}
	if footer, ok := first(l.form.parts, "FOOTER"); ok {
		l.find("offer_footer", footer.at, "A template with an offer has no footer.").fix("Take it out.")
	}
	if !l.form.has("HEADER") {
		l.find("offer_header_missing", c.at, "Offers have an image or a video above them.")
	}
	for _, p := range l.form.parts {
		if p.kind == "HEADER" && !isOneOf(p.word("format"), "IMAGE", "VIDEO") {
			l.find("offer_header", p.at, "The header of an offer is an image or a video.")
		}
	}
	buttons := l.form.buttons()
	code, link := -1, -1
	for i, b := range buttons {
		switch b.word("type") {
		case "COPY_CODE":
			if code < 0 {
				code = i
			}
		case "URL":
			link = i
		}
	}
	if code > 0 {
		l.find("offer_buttons", buttons[code].at, "The code of an offer is its first button.").fix("Put the code first, then the link.")
	}
	if code < 0 || link < 0 {
		l.find("offer_buttons_missing", c.at, "Offers have a code to copy and a link.")
	}
}

// authentication judges what is fixed in authentication templates.
func (l *linter) authentication() {
	for _, c := range l.form.parts {
		if c.kind != "BODY" && c.kind != "FOOTER" && c.kind != "BUTTONS" {
			l.find("auth_component", c.at, "Authentication templates have a body, a footer and a button, without media or offers.").fix("Take it out.")
		}
		if c.kind == "FOOTER" && c.has("text") {
			l.find("auth_text", c.at+"/text", "The provider writes the footer of authentication templates itself.").fix("Set code_expiration_minutes instead.")
		}
	}
	buttons := l.form.buttons()
	for _, b := range buttons {
		if kind := b.word("type"); kind != "OTP" && mostButtons[kind] > 0 {
			l.find("auth_button", b.at, "The button of an authentication template is of the type OTP; links and calls are not allowed.").fix("Take it out.")
		}
	}
	if len(buttons) == 0 {
		l.find("auth_button", "/components", "An authentication template has a button of the type OTP.").fix("Add one that copies the code.")
	}
}

// expiry judges the footer of an authentication template.
func (l *linter) expiry(c component) {
	minutes := c.str("code_expiration_minutes")
	if n, err := strconv.Atoi(minutes); c.has("code_expiration_minutes") && (err != nil || n < 1 || n > 90) {
		l.find("auth_expiry", c.at+"/code_expiration_minutes", "A code expires after 1 to 90 minutes.")
	}
}

// products judges catalogues and products.
func (l *linter) products() {
	for _, b := range l.form.buttons() {
		if isOneOf(b.word("type"), "CATALOG", "MPM", "SPM") && l.form.category == crm.CategoryUtility {
			l.find("catalog_category", b.at, "Products are promoted, which is MARKETING.").fix("Change the category before the provider does.")
		}
	}
	headers, views := map[string]component{}, map[string]node{}
	for _, c := range l.form.everyPart() {
		owner := ownerOf(c.at)
		if c.kind == "HEADER" && c.word("format") == "PRODUCT" {
			headers[owner] = c
		}
		for _, b := range c.nodes("buttons", maxButtons) {
			if b.word("type") == "SPM" {
				views[owner] = b
			}
		}
	}
	for _, c := range l.form.everyPart() {
		owner := ownerOf(c.at)
		header, headed := headers[owner]
		view, viewed := views[owner]
		if headed && !viewed && header.at == c.at {
			l.find("product_header", c.at, "A product in the header needs a button of the type SPM.").fix("Add it.")
		}
		if viewed && !headed && strings.HasPrefix(view.at, c.at+"/") {
			l.find("product_header", view.at, "The button shows a product, and the header has none.").fix("Set the format of the header to PRODUCT.")
		}
	}
}

// ownerOf is the place of what a component belongs to: the template or a card.
func ownerOf(at string) string { return at[:strings.LastIndex(at, "/components/")] }

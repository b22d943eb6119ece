package crm

import (
	"slices"
	"strings"
)

// Limits of interactive messages in characters and counts (outbound.md 2.5,
// 9.5).
const (
	maxInteractiveBody = 1024
	maxListBody        = 4096
	maxFooter          = 60
	maxLabel           = 20 // of every button
	maxFlowLabel       = 30
	maxReplyButtons    = 3
	maxReplyID         = 256
	maxSections        = 10
	maxSectionTitle    = 24
	maxRows            = 10
	maxRowID           = 200
	maxRowTitle        = 24
	maxRowDescription  = 72
	maxProducts        = 30
)

// interactiveForm is what the provider takes of one form of message.
type interactiveForm struct {
	headers      []string // kinds of header
	headerNeeded bool
	bodyOptional bool
	part         string // the field of the form, "" for none
	check        func(*Interactive, *Faults)
}

var anyHeader = []string{"text", "image", "video", "document"}

var interactiveForms = map[string]interactiveForm{
	InteractiveButtons:         {headers: anyHeader, part: "buttons", check: checkReplies},
	InteractiveListForm:        {headers: anyHeader[:1], part: "list", check: checkList},
	InteractiveCTAURL:          {headers: anyHeader, part: "ctaUrl", check: checkCTA},
	InteractiveFlow:            {headers: anyHeader, part: "flow", check: checkFlow},
	InteractiveLocationRequest: {},
	InteractiveProduct:         {bodyOptional: true, part: "product", check: checkProduct},
	InteractiveProductList:     {headers: anyHeader[:1], headerNeeded: true, part: "productList", check: checkProductList},
	InteractiveCatalog:         {part: "catalog"},
	InteractiveCarousel:        {part: "cards", check: checkCarousel},
	InteractiveCallPermission:  {bodyOptional: true},
	InteractiveContactInfo:     {},
}

// InteractiveForms are the forms of an interactive message.
var InteractiveForms = []string{InteractiveButtons, InteractiveListForm, InteractiveCTAURL, InteractiveFlow, InteractiveLocationRequest,
	InteractiveProduct, InteractiveProductList, InteractiveCatalog, InteractiveCarousel, InteractiveCallPermission, InteractiveContactInfo}

func (r *SendRequest) validateInteractive(f *Faults) {
	i := r.Interactive
	if i == nil {
		return
	}
	form, known := interactiveForms[i.Type]
	switch {
	case i.Type == "":
		f.Add("/interactive/type", CodeRequired, "type is required: %s.", oneOf(InteractiveForms))
		return
	case !known:
		f.Add("/interactive/type", CodeNotAllowed, "type %q is not supported: use %s.", clip(i.Type), oneOf(InteractiveForms))
		return
	}
	checkFormHeader(i, form, f)
	limit := maxInteractiveBody
	if i.Type == InteractiveListForm {
		limit = maxListBody
	}
	checkText("/interactive/body", i.Body, !form.bodyOptional, limit, f)
	checkText("/interactive/footer", i.Footer, false, maxFooter, f)
	if checkFormPart(i, form, f) && form.check != nil {
		form.check(i, f)
	}
}

func checkFormHeader(i *Interactive, form interactiveForm, f *Faults) {
	const at = "/interactive/header"
	switch {
	case i.Header == nil && form.headerNeeded:
		f.Add(at, CodeRequired, "A message of type %q needs a header of type %s.", i.Type, oneOf(form.headers))
	case i.Header != nil && len(form.headers) == 0:
		f.Add(at, CodeNotAllowed, "A message of type %q may not have a header.", i.Type)
	case i.Header != nil:
		checkInteractiveHeader(at, i.Header, form.headers, f)
	}
}

func checkInteractiveHeader(at string, h *InteractiveHeader, allowed []string, f *Faults) {
	if !slices.Contains(allowed, h.Type) {
		f.Add(at+"/type", CodeNotAllowed, "The header must be of type %s here.", oneOf(allowed))
		return
	}
	switch {
	case h.Type == "text":
		checkText(at+"/text", h.Text, true, maxHeaderText, f)
	case h.Text != "":
		f.Add(at+"/text", CodeNotAllowed, "Only a header of type \"text\" may have a text.")
	}
	switch {
	case h.Type == "text" && h.Media != nil:
		f.Add(at+"/media", CodeNotAllowed, "A header of type \"text\" may not have a file.")
	case h.Type != "text" && h.Media == nil:
		f.Add(at+"/media", CodeRequired, "media is required for a header of type %q.", h.Type)
	case h.Media != nil:
		checkFile(at+"/media", h.Type, *h.Media, f)
	}
}

// checkFormPart wants the field of the form and no other, and reports whether
// there is one to look into.
func checkFormPart(i *Interactive, form interactiveForm, f *Faults) (given bool) {
	for _, p := range []part{{"buttons", i.Buttons != nil, ""}, {"list", i.List != nil, ""}, {"ctaUrl", i.CTAURL != nil, ""}, {"flow", i.Flow != nil, ""},
		{"product", i.Product != nil, ""}, {"productList", i.Products != nil, ""}, {"catalog", i.Catalog != nil, ""}, {"cards", i.Cards != nil, ""}} {
		switch {
		case p.name == form.part:
			given = p.given
		case p.given:
			f.Add(Pointer("interactive", p.name), CodeNotAllowed, "%s is not allowed for type %q.", p.name, i.Type)
		}
	}
	if !given && form.check != nil {
		f.Add(Pointer("interactive", form.part), CodeRequired, "%s is required for type %q.", form.part, i.Type)
	}
	return given
}

func checkReplies(i *Interactive, f *Faults) {
	if n := len(i.Buttons); n == 0 || n > maxReplyButtons {
		f.Add("/interactive/buttons", CodeOutOfRange, "buttons has %d entries; the provider accepts 1 to %d.", n, maxReplyButtons)
	}
	checkReplyButtons("/interactive/buttons", i.Buttons, f)
}

func checkReplyButtons(at string, list []ReplyButton, f *Faults) {
	ids, titles := map[string]bool{}, map[string]bool{}
	for n, b := range list {
		at := at + Pointer(n)
		checkText(at+"/id", b.ID, true, maxReplyID, f)
		checkText(at+"/title", b.Title, true, maxLabel, f)
		if b.ID != "" && strings.TrimSpace(b.ID) != b.ID {
			f.Add(at+"/id", CodeParameterInvalid, "id may not begin or end with a space.")
		}
		unique(at+"/id", b.ID, ids, f)
		unique(at+"/title", b.Title, titles, f)
	}
}

func unique(pointer, value string, seen map[string]bool, f *Faults) {
	if value != "" && seen[value] {
		f.Add(pointer, CodeParameterInvalid, "%q is there twice.", clip(value))
	}
	seen[value] = true
}

func checkList(i *Interactive, f *Faults) {
	const at = "/interactive/list"
	checkText(at+"/button", i.List.Button, true, maxLabel, f)
	checkSectionCount(at, len(i.List.Sections), f)
	rows, ids := 0, map[string]bool{}
	for n, s := range i.List.Sections {
		at := at + Pointer("sections", n)
		checkText(at+"/title", s.Title, len(i.List.Sections) > 1, maxSectionTitle, f)
		if len(s.Rows) == 0 {
			f.Add(at+"/rows", CodeRequired, "A section needs at least one row.")
		}
		rows += len(s.Rows)
		for n, row := range s.Rows {
			at := at + Pointer("rows", n)
			checkText(at+"/id", row.ID, true, maxRowID, f)
			checkText(at+"/title", row.Title, true, maxRowTitle, f)
			checkText(at+"/description", row.Description, false, maxRowDescription, f)
			unique(at+"/id", row.ID, ids, f)
		}
	}
	if rows > maxRows {
		f.Add(at+"/sections", CodeOutOfRange, "The list has %d rows in total; the provider accepts at most %d.", rows, maxRows)
	}
}

func checkSectionCount(at string, n int, f *Faults) {
	if n == 0 || n > maxSections {
		f.Add(at+"/sections", CodeOutOfRange, "sections has %d entries; the provider accepts 1 to %d.", n, maxSections)
	}
}

func checkCTA(i *Interactive, f *Faults) { checkCTAURL("/interactive/ctaUrl", i.CTAURL, f) }

func checkCTAURL(at string, b *CTAURL, f *Faults) {
	checkText(at+"/displayText", b.DisplayText, true, maxLabel, f)
	checkLink(at+"/url", b.URL, f)
}

func checkProduct(i *Interactive, f *Faults) { checkProductRef("/interactive/product", i.Product, f) }

func checkProductRef(at string, p *ProductRef, f *Faults) {
	checkText(at+"/catalogId", p.CatalogID, true, 0, f)
	checkText(at+"/productRetailerId", p.RetailerID, true, 0, f)
}

func checkProductList(i *Interactive, f *Faults) {
	const at = "/interactive/productList"
	checkText(at+"/catalogId", i.Products.CatalogID, true, 0, f)
	checkProductSections(at, i.Products.Sections, f)
}

func checkProductSections(at string, sections []ProductSection, f *Faults) {
	checkSectionCount(at, len(sections), f)
	products := 0
	for n, s := range sections {
		at := at + Pointer("sections", n)
		checkText(at+"/title", s.Title, false, maxSectionTitle, f)
		if len(s.RetailerIDs) == 0 {
			f.Add(at+"/productRetailerIds", CodeRequired, "A section needs at least one product.")
		}
		products += len(s.RetailerIDs)
		for n, id := range s.RetailerIDs {
			if strings.TrimSpace(id) == "" {
				f.Add(at+Pointer("productRetailerIds", n), CodeRequired, "The id of a product may not be blank.")
			}
		}
	}
	if products > maxProducts {
		f.Add(at+"/sections", CodeOutOfRange, "The list has %d products in total; the provider accepts at most %d.", products, maxProducts)
	}
}

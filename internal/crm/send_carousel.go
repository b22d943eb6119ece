package crm

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Limits of carousels in characters and counts (outbound.md 2.5, 9.5).
const (
	minCards          = 2
	maxCards          = 10
	maxCardBody       = 160
	maxCardLineBreaks = 2
)

func checkCarousel(i *Interactive, f *Faults) {
	const at = "/interactive/cards"
	if n := len(i.Cards); n < minCards || n > maxCards {
		f.Add(at, CodeOutOfRange, "cards has %d entries; the provider accepts %d to %d.", n, minCards, maxCards)
	}
	for n := range i.Cards {
		checkInteractiveCard(at+Pointer(n), &i.Cards[n], f)
		if n > 0 {
			checkSameShape(at+Pointer(n), &i.Cards[0], &i.Cards[n], f)
		}
	}
}

func checkInteractiveCard(at string, c *InteractiveCard, f *Faults) {
	given := 0
	for _, yes := range []bool{c.CTAURL != nil, c.Buttons != nil, c.Product != nil} {
		if yes {
			given++
		}
	}
	if given != 1 {
		f.Add(at, CodeParameterInvalid, "Give exactly one of ctaUrl, buttons and product.")
	}
	if c.Product != nil {
		checkProductCard(at, c, f)
		return
	}
	switch {
	case c.Header == nil:
		f.Add(at+"/header", CodeRequired, "A card needs a header of type image or video.")
	default:
		checkInteractiveHeader(at+"/header", c.Header, []string{"image", "video"}, f)
		if c.Header.Media != nil && c.Header.Media.ID != "" {
			f.Add(at+"/header/media/mediaId", CodeNotAllowed, "The provider accepts the file of a card only as a link.")
		}
	}
	checkText(at+"/body", c.Body, false, maxCardBody, f)
	if strings.Count(c.Body, "\n") > maxCardLineBreaks {
		f.Add(at+"/body", CodeParameterInvalid, "body may have at most %d line breaks.", maxCardLineBreaks)
	}
	if c.CTAURL != nil {
		checkCTAURL(at+"/ctaUrl", c.CTAURL, f)
	}
	if c.Buttons != nil {
		if n := len(c.Buttons); n == 0 || n > maxReplyButtons {
			f.Add(at+"/buttons", CodeOutOfRange, "buttons has %d entries; the provider accepts 1 to %d.", n, maxReplyButtons)
		}
		// The provider's page says 20 characters for these ids and shows one of
		// 21; they are held to the limit of reply buttons.
		checkReplyButtons(at+"/buttons", c.Buttons, f)
	}
}

func checkProductCard(at string, c *InteractiveCard, f *Faults) {
	if c.Header != nil {
		f.Add(at+"/header", CodeNotAllowed, "A product card may not have a header.")
	}
	if c.Body != "" {
		f.Add(at+"/body", CodeNotAllowed, "A product card may not have a body.")
	}
	checkProductRef(at+"/product", c.Product, f)
}

// checkSameShape holds a card against the first one: the provider wants all of
// them alike.
func checkSameShape(at string, first, c *InteractiveCard, f *Faults) {
	alike := (first.CTAURL == nil) == (c.CTAURL == nil) && (first.Product == nil) == (c.Product == nil) && len(first.Buttons) == len(c.Buttons)
	if first.Header != nil && c.Header != nil {
		alike = alike && first.Header.Type == c.Header.Type
	}
	if !alike {
		f.Add(at, CodeParameterInvalid, "All cards must have the same type of header and the same type and number of buttons.")
	}
	if first.Product != nil && c.Product != nil && first.Product.CatalogID != c.Product.CatalogID {
		f.Add(at+"/product/catalogId", CodeParameterInvalid, "All products of a carousel must be in one catalogue.")
	}
}

func checkFlow(i *Interactive, f *Faults) {
	const at = "/interactive/flow"
	w := i.Flow
	if (w.ID == "") == (w.Name == "") {
		f.Add(at, CodeParameterInvalid, "Give exactly one of flowId and flowName.")
	}
	checkText(at+"/cta", w.CTA, true, maxFlowLabel, f)
	if strings.ContainsFunc(w.CTA, isPictograph) {
		f.Add(at+"/cta", CodeParameterInvalid, "The label of a flow button may not have an emoji.")
	}
	if !slices.Contains([]string{"", "published", "draft"}, w.Mode) {
		f.Add(at+"/mode", CodeNotAllowed, "mode must be published or draft.")
	}
	if !slices.Contains([]string{"", "navigate", "dataExchange"}, w.Action) {
		f.Add(at+"/action", CodeNotAllowed, "action must be navigate or dataExchange.")
	}
	if w.Action == "dataExchange" {
		if w.Screen != "" {
			f.Add(at+"/screen", CodeNotAllowed, "screen is allowed only with action \"navigate\".")
		}
		if w.Data != nil {
			f.Add(at+"/data", CodeNotAllowed, "data is allowed only with action \"navigate\".")
		}
		return
	}
	var object map[string]json.RawMessage
	if w.Data != nil && (json.Unmarshal(w.Data, &object) != nil || bytes.Equal(bytes.TrimSpace(w.Data), []byte("null"))) {
		f.Add(at+"/data", CodeWrongType, "data must be an object.")
	}
	if w.Data != nil && w.Screen == "" {
		f.Add(at+"/screen", CodeRequired, "screen is required for data.")
	}
}

// isPictograph reports whether a character is drawn as an emoji.
func isPictograph(c rune) bool {
	return c >= 0x1f000 || c >= 0x2600 && c <= 0x27bf || c == 0xfe0f || c == 0x20e3
}

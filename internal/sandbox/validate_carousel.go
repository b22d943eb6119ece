package sandbox

import (
	"slices"
	"strconv"
	"strings"
)

func checkCards(action fields) *graphError {
	cards := action.objects("cards")
	if len(cards) < 2 || len(cards) > 10 {
		return refuse(131009, "Invalid cards count. Min: 2, Max: 10")
	}
	for i, card := range cards {
		check := checkMediaCard
		if card.str("type") == "product" {
			check = checkProductCard
		}
		if e := check(card, i); e != nil {
			return e
		}
		if cardShape(card) != cardShape(cards[0]) {
			return refuse(131009, "Card %d has not the same components as the first card.", i)
		}
	}
	return nil
}

func checkProductCard(card fields, i int) *graphError {
	action := card.sub("action")
	if action.str("catalog_id") == "" || action.str("product_retailer_id") == "" {
		return refuse(131008, "Card %d needs a catalog_id and a product_retailer_id.", i)
	}
	return nil
}

func checkMediaCard(card fields, i int) *graphError {
	header, action, text := card.sub("header"), card.sub("action"), card.sub("body").str("text")
	switch {
	case card.str("type") != "cta_url":
		return refuse(131009, "Card %d must be of type cta_url or product.", i)
	case header == nil || action == nil:
		return refuse(131008, "Card %d needs a header and an action.", i)
	case !slices.Contains([]string{"image", "video"}, header.str("type")):
		return refuse(131009, "The header of card %d must be of type image or video.", i)
	case !webLink(header.sub(header.str("type")).str("link")):
		return refuse(131009, "The header of card %d needs a link.", i)
	case strings.Count(text, "\n") > 2:
		return refuse(131009, "The body of card %d has more than two line breaks.", i)
	}
	if e := within("Card body text", text, 0, 160); e != nil {
		return e
	}
	buttons := action.objects("buttons")
	if len(buttons) == 0 {
		return checkLinkButton(action)
	}
	for _, b := range buttons {
		reply := b.sub("quick_reply")
		if b.str("type") != "quick_reply" || reply == nil {
			return refuse(131009, "The buttons of card %d must be of type quick_reply.", i)
		}
		if e := firstError(within("Button id", reply.str("id"), 1, 256), within("Button title", reply.str("title"), 1, 20)); e != nil {
			return e
		}
	}
	return nil
}

// cardShape is what all cards of a carousel must have in common.
func cardShape(card fields) [4]string {
	action := card.sub("action")
	return [4]string{card.str("type"), card.sub("header").str("type"), strconv.Itoa(len(action.objects("buttons"))), action.str("catalog_id")}
}

package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

// price is the pricing object of a message's statuses.
type price struct {
	model, kind, category string
	billable              bool
	entryPoint            time.Time // end of the free entry point, if one is open
}

// Dates on which the provider's rules changed.
var (
	perMessageFrom   = time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC)
	serviceChargedAt = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
)

// freeServiceMessages are free per phone number and calendar month since
// service messages are charged.
const freeServiceMessages = 1000

// priceOf settles what the statuses of a message say about its price. window
// tells whether the customer-service window is open, free whether the number
// still has free service messages this month.
func priceOf(category string, now time.Time, window bool, entryPoint time.Time, free func() bool) price {
	p := price{model: "PMP", kind: "regular", category: category, billable: true}
	inWindow := window && (category == "service" || category == "utility")
	switch {
	case now.Before(perMessageFrom):
		p.model, p.kind = "CBP", ""
		p.billable = category != "service"
	case now.Before(entryPoint):
		p.kind, p.category, p.billable = "free_entry_point", "referral_conversion", false
		p.entryPoint = entryPoint
	case inWindow && now.Before(serviceChargedAt):
		p.kind, p.billable = "free_customer_service", false
	case category == "service" && free():
		p.kind, p.billable = "free_customer_service", false
	}
	return p
}

// conversationID is the same for all messages of one free entry point.
func conversationID(p *price, customer string) string {
	sum := sha256.Sum256([]byte(customer + strconv.FormatInt(p.entryPoint.Unix(), 10)))
	return hex.EncodeToString(sum[:16])
}

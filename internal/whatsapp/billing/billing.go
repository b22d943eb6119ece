// Package billing reads what the provider says that it charges.
package billing

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"

	"service.example/crm/internal/whatsapp"
)

// Point is what an account was charged for messages of one kind (outbound.md 7.1).
type Point struct {
	Start    int64       `json:"start"` // Unix seconds
	Country  string      `json:"country"`
	Phone    string      `json:"phone_number"`
	Tier     string      `json:"tier"` // as 0:750000; "" for what is free
	Type     string      `json:"pricing_type"`
	Category string      `json:"pricing_category"`
	Volume   int64       `json:"volume"`
	Cost     json.Number `json:"cost"` // in the currency of the account; "" where it is not told
}

// Read reads what an account was charged in a period, in pieces of half an hour: so it can
// be added up by days of any time zone.
func Read(ctx context.Context, c *whatsapp.Client, token, wabaID string, from, to time.Time) (out []Point, err error) {
	var answer struct {
		Analytics struct {
			Data []struct {
				Points []Point `json:"data_points"`
			} `json:"data"`
		} `json:"pricing_analytics"`
	}
	fields := fmt.Sprintf(`pricing_analytics.start(%d).end(%d).granularity(HALF_HOUR).metric_types(["COST","VOLUME"]).dimensions(["COUNTRY","PHONE","PRICING_CATEGORY","PRICING_TYPE","TIER"])`, from.Unix(), to.Unix())
	err = c.Get(ctx, token, "/"+url.PathEscape(wabaID), url.Values{"fields": {fields}}, &answer)
	for _, data := range answer.Analytics.Data {
		out = append(out, data.Points...)
	}
	return out, err
}

// Micros returns the cost in millionths, rounded: the provider writes fractions as binary
// ones. known is false where it does not tell the cost, or tells one that makes no sense.
func (p Point) Micros() (micros int64, known bool) {
	text := p.Cost.String()
	if i := strings.IndexAny(text, "eE"); i >= 0 && len(text)-i > 4 { // no amount has such an exponent
		return 0, false
	}
	cost, ok := new(big.Rat).SetString(text)
	if !ok || len(text) > 64 {
		return 0, false
	}
	cost.Mul(cost, big.NewRat(2_000_000, 1)).Add(cost, big.NewRat(1, 1))
	whole := new(big.Int).Div(cost.Num(), new(big.Int).Mul(cost.Denom(), big.NewInt(2)))
	return whole.Int64(), whole.IsInt64()
}

// AboveFirstTier reports whether the price was that of a volume tier.
func (p Point) AboveFirstTier() bool {
	return p.Tier != "" && !strings.HasPrefix(p.Tier, "0:")
}

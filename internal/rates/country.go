package rates

import (
	"fmt"
	"time"

	"github.com/nyaruka/phonenumbers"
)

// MarketOf returns the market of a country such as DE at a time: that of its numbers. The
// market of what is no country is that of every other number.
func (c *Card) MarketOf(country string, at time.Time) string {
	n := phonenumbers.GetExampleNumber(country)
	if n == nil {
		return c.Market("+0", at)
	}
	return c.Market(fmt.Sprintf("+%d%d", n.GetCountryCode(), n.GetNationalNumber()), at)
}

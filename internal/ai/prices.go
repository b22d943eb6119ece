package ai

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// PricesVersion is the day on which the table of prices was last gone through by
// hand. Nothing compares it with what the providers publish: a workspace's own
// prices go before it. Calls remember it.
const PricesVersion = "2026-05-25"

// price is what a model costs from a day on, in millionths of a US dollar per
// million tokens: the list price of short prompts, without batches or tiers.
type price struct {
	model string
	from  string // a date; "" for as long as the model is there
	crm.TokenPrices
}

// usd makes prices of cents of a dollar, which may have a fraction.
func usd(input, cached, written, output float64) crm.TokenPrices {
	micros := func(cents float64) int64 { return int64(cents*10_000 + 0.5) }
	return crm.TokenPrices{Input: micros(input), CachedInput: micros(cached), CacheWrite: micros(written), Output: micros(output)}
}

// prices lists the models of each wire's own provider. A model that is not
// listed has no known cost; whoever runs another server sets its prices.
var prices = map[Kind][]price{
	OpenAI: {
		{"gpt-4o", "", usd(250, 125, 250, 1000)},
		{"gpt-4o-mini", "", usd(15, 7.5, 15, 60)},
		{"gpt-4.1", "", usd(200, 50, 200, 800)},
		{"gpt-4.1-mini", "", usd(40, 10, 40, 160)},
		{"gpt-4.1-nano", "", usd(10, 2.5, 10, 40)},
		{"o4-mini", "", usd(110, 27.5, 110, 440)},
		{"gpt-5", "", usd(125, 12.5, 125, 1000)},
		{"gpt-5-mini", "", usd(25, 2.5, 25, 200)},
		{"gpt-5-nano", "", usd(5, 0.5, 5, 40)},
		{"gpt-5.1", "", usd(125, 12.5, 125, 1000)},
		{"gpt-5.2", "", usd(175, 17.5, 175, 1400)},
		{"gpt-5.4", "", usd(250, 25, 250, 1500)},
		{"gpt-5.4-mini", "", usd(75, 7.5, 75, 450)},
		{"gpt-5.4-nano", "", usd(20, 2, 20, 125)},
		{"gpt-5.5", "", usd(500, 50, 500, 3000)},
		{"text-embedding-3-small", "", usd(2, 2, 2, 2)},
		{"text-embedding-3-large", "", usd(13, 13, 13, 13)},
		{"text-embedding-ada-002", "", usd(10, 10, 10, 10)},
	},
	Anthropic: {
		{"claude-opus-4", "", usd(1500, 150, 1875, 7500)},
		{"claude-opus-4-1", "", usd(1500, 150, 1875, 7500)},
		{"claude-opus-4-5", "", usd(500, 50, 625, 2500)},
		{"claude-opus-4-6", "", usd(500, 50, 625, 2500)},
		{"claude-opus-4-7", "", usd(500, 50, 625, 2500)},
		{"claude-sonnet-4", "", usd(300, 30, 375, 1500)},
		{"claude-sonnet-4-5", "", usd(300, 30, 375, 1500)},
		{"claude-sonnet-4-6", "", usd(300, 30, 375, 1500)},
		{"claude-haiku-4-5", "", usd(100, 10, 125, 500)},
		{"claude-3-5-haiku", "", usd(80, 8, 100, 400)},
	},
	Gemini: {
		{"gemini-2.5-pro", "", usd(125, 12.5, 125, 1000)},
		{"gemini-2.5-flash", "", usd(30, 3, 30, 250)},
		{"gemini-2.5-flash-lite", "", usd(10, 1, 10, 40)},
	},
}

var versionSuffix = regexp.MustCompile(`(-\d{4}-\d\d-\d\d|-\d{8}|-latest|-preview|-\d{3})$`)

// PricesOf returns what a model cost at a time at the provider of the wire. It
// is false for a model that is not listed, and for every other server: what
// those ask nobody knows but who runs them.
func PricesOf(kind Kind, baseURL, model string, at time.Time) (found crm.TokenPrices, ok bool) {
	if baseURL != "" && !ownHost(kind, baseURL) {
		return found, false
	}
	model = strings.TrimPrefix(strings.ToLower(model), "models/")
	day := at.UTC().Format(time.DateOnly)
	for {
		for _, p := range prices[kind] {
			if p.model == model && p.from <= day {
				found, ok = p.TokenPrices, true // the latest that has begun is listed last
			}
		}
		shorter := versionSuffix.ReplaceAllString(model, "")
		if ok || shorter == model {
			return found, ok
		}
		model = shorter
	}
}

// ownHost reports whether a base URL is that of the wire's own provider.
func ownHost(kind Kind, baseURL string) bool {
	u, err := url.Parse(baseURL)
	own, _ := url.Parse(kind.DefaultBaseURL())
	return err == nil && (u.Hostname() == own.Hostname() || kind == OpenAI && strings.HasSuffix(u.Hostname(), ".openai.azure.com"))
}

// Cost is what a call used at these prices, in millionths of a US dollar,
// rounded to the nearest. Whole millions and the rest are multiplied apart, so
// that no use and no price that is possible is too much for an int64.
func Cost(p crm.TokenPrices, u Usage) int64 {
	const million = 1_000_000
	whole, rest := int64(0), int64(0)
	for _, part := range []struct{ tokens, price int64 }{{int64(u.InputUncached), p.Input}, {int64(u.CacheRead), p.CachedInput},
		{int64(u.CacheWrite), p.CacheWrite}, {int64(u.Output), p.Output}, {int64(u.Reasoning), p.Output}} {
		whole += part.tokens / million * part.price
		rest += part.tokens % million * part.price
	}
	return whole + (rest+million/2)/million
}

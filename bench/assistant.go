package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"service.example/crm/bench/wire"
)

// What the assistant of the phases about replies knows. The first article is
// what they ask about; the others have to be told from it.
var benchArticles = [][2]string{
	{"Delivery", "Delivery costs 4.90 euros to every place and takes two working days. Orders above 60 euros are delivered without a charge."},
	{"Opening hours", "The shop is open from 9:00 to 18:00 from Monday to Saturday. On public holidays it stays closed."},
	{"Returns", "Unworn goods are taken back within 30 days. The money is returned to the card that paid for them within a week."},
	{"Sizes", "Jackets are made in the sizes S to XXL. A jacket that is too small is exchanged for the next size."},
	{"Payment", "We take cards, bank transfers and cash on collection. An invoice comes by e-mail with every order."},
	{"Care", "Wash wool by hand in cold water and let it dry flat. Leather wants a little grease twice a year."},
	{"Gift vouchers", "A gift voucher is valid for three years and can be spent in several parts."},
	{"Repairs", "Zips and seams are repaired in our workshop within ten days. Repairs within two years cost nothing."},
}

// hireAssistant puts an assistant on duty for every number. Its AI provider is
// the sandbox, at whose phones the first contacts have written before.
func (e *environment) hireAssistant(ctx context.Context, burstPause time.Duration, wrote int) error {
	if err := e.openWindows(ctx, wrote); err != nil {
		return err
	}
	for _, a := range benchArticles {
		var source struct{ ID, State string }
		if err := e.call(ctx, e.url+"/v1/knowledge/sources", map[string]any{"kind": "article", "title": a[0], "content": a[1], "language": "en"}, &source); err != nil {
			return err
		}
		for end := time.Now().Add(readyTimeout); source.State != "ready"; {
			if time.Now().After(end) {
				return errors.New("the knowledge was not indexed")
			}
			if err := rest(ctx, 20*time.Millisecond); err != nil {
				return err
			}
			body, err := e.get(ctx, "/v1/knowledge/sources/"+source.ID)
			if err == nil {
				err = json.Unmarshal(body, &source)
			}
			if err != nil {
				return err
			}
		}
	}
	var provider struct{ ID string }
	err := e.call(ctx, e.url+"/v1/ai/providers", map[string]any{"name": "Sandbox", "kind": "openai", "baseUrl": e.sandboxURL + "/ai/bench/v1",
		"model": "sandbox-1", "apiKey": "sk-bench-0123456789abcdef"}, &provider)
	if err != nil {
		return err
	}
	var ids []string
	for _, p := range e.phones {
		ids = append(ids, p.id)
	}
	var hired struct{ ID string }
	return e.call(ctx, e.url+"/v1/assistants", map[string]any{"name": "Bench", "phoneNumberIds": ids, "config": map[string]any{
		"instructions": "You answer customers of a shop.", "providerIds": []string{provider.ID}, "burstPauseMs": burstPause.Milliseconds(),
		"limits": map[string]any{"pauseSeconds": 0, "perTenMinutes": 100, "perDay": 1000, "turnsWithoutPerson": 100}}}, &hired)
}

// openWindows has the first contacts write to their numbers while the provider
// posts nothing: so it takes replies to the webhooks that the bench posts.
func (e *environment) openWindows(ctx context.Context, count int) error {
	var answer json.RawMessage
	if err := e.call(ctx, e.sandboxURL+"/_sandbox/config", map[string]any{"callbackUrl": ""}, &answer); err != nil {
		return err
	}
	c, err := wire.Dial(strings.TrimPrefix(e.sandboxURL, "http://"))
	if err != nil {
		return err
	}
	defer c.Close()
	for i := range count {
		body := fmt.Appendf(nil, `{"from":%q,"to":%q,"text":"Hi"}`, contactPhone(i), e.phones[i%len(e.phones)].number)
		status, said, err := c.Post("/_sandbox/messages", "Accept: */*", body)
		if err == nil && status != 200 {
			err = fmt.Errorf("a contact could not write: %d %s", status, said)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return e.call(ctx, e.sandboxURL+"/_sandbox/config", map[string]any{"callbackUrl": e.url + webhookPath}, &answer)
}

// answerAfter lets the AI endpoint wait so long before each answer.
func (e *environment) answerAfter(ctx context.Context, d time.Duration) error {
	clear, err := http.NewRequestWithContext(ctx, http.MethodDelete, e.sandboxURL+"/_sandbox/ai", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(clear)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	var set json.RawMessage
	return e.call(ctx, e.sandboxURL+"/_sandbox/ai", []map[string]any{{"delayMs": d.Milliseconds()}}, &set)
}

// Every question of a phase but cached names another place, so that no answer
// is that to another one.
const (
	askedBefore = "How much does delivery to "
	askedAfter  = " cost?"
)

func question(i int) string { return askedBefore + place(i) + askedAfter }

// place is the name of the place number i: three syllables or more.
func place(i int) string {
	const first, second = "bdfgklmnprstvz", "aeiou"
	name := []byte{}
	for n := i; n > 0 || len(name) < 6; n /= len(first) * len(second) {
		syllable := n % (len(first) * len(second))
		name = append(name, first[syllable/len(second)], second[syllable%len(second)])
	}
	name[0] -= 'a' - 'A'
	return string(name)
}

// askedPlace is the place that a prompt asks about; "" for none.
func askedPlace(prompt []byte) string {
	i := bytes.LastIndex(prompt, []byte(askedBefore))
	if i < 0 {
		return ""
	}
	name, _, _ := bytes.Cut(prompt[i+len(askedBefore):], []byte(askedAfter))
	return string(name)
}

// asks is the webhook by which the known contact number i writes a text to its
// number; item is in the message's identifier.
func asks(ids []string, i, item int, text string) []byte {
	phone := contactPhone(i % contacts)[1:]
	return fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"id":%q,"changes":[{"value":{"messaging_product":"whatsapp",`+
		`"metadata":{"display_phone_number":"15550001000","phone_number_id":%q},"contacts":[{"profile":{"name":"Ada"},"wa_id":%q}],`+
		`"messages":[{"from":%q,"id":"%s%d","timestamp":"%d","type":"text","text":{"body":%q}}]},"field":"messages"}]}]}`,
		account, ids[i%contacts%len(ids)], phone, phone, itemID, item, time.Now().Unix(), text)
}

// providerCall is a call that the sandbox received: when its head had come and
// when its answer was ready to go out.
type providerCall struct {
	N              uint64
	Time, Answered time.Time
	Path           string
	Body           json.RawMessage
	Status         int
}

func (c *providerCall) ai() bool    { return strings.HasPrefix(c.Path, "/ai/") }
func (c *providerCall) sends() bool { return strings.HasSuffix(c.Path, "/messages") && !c.ai() }

// providerCalls gives every call after the one numbered after, oldest first,
// and returns the number of the last one.
func (e *environment) providerCalls(ctx context.Context, after uint64, each func(*providerCall)) (uint64, error) {
	for {
		var page struct {
			Calls []providerCall
			Last  uint64
		}
		raw, err := get(e.sandboxURL+"/_sandbox/log?limit=500&after="+strconv.FormatUint(after, 10), time.Minute)
		if err == nil {
			err = json.Unmarshal(raw, &page)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || len(page.Calls) == 0 {
			return after, err
		}
		if page.Calls[0].N > after+1 && after > 0 {
			return after, errors.New("the provider does not remember all calls")
		}
		for i := range page.Calls {
			each(&page.Calls[i])
		}
		after = page.Calls[len(page.Calls)-1].N
	}
}

// storedAt returns when each item was stored, by its number: the time that its
// message carries, which is taken before the commit.
func (e *environment) storedAt(ctx context.Context, items int) (map[int]time.Time, error) {
	out := make(map[int]time.Time, items)
	for path := "/v1/messages?direction=inbound&limit=200"; ; {
		body, err := e.get(ctx, path)
		if err != nil {
			return nil, err
		}
		var page struct {
			Data []struct {
				ProviderMessageID string
				CreatedAt         time.Time
			}
			NextCursor *string
		}
		if err := json.Unmarshal(body, &page); err != nil {
			return nil, err
		}
		for _, m := range page.Data {
			if n, err := strconv.Atoi(strings.TrimPrefix(m.ProviderMessageID, itemID)); err == nil {
				out[n] = m.CreatedAt
			}
		}
		if page.NextCursor == nil || len(out) >= items {
			return out, nil
		}
		path = "/v1/messages?direction=inbound&limit=200&cursor=" + *page.NextCursor
	}
}

package api_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit"
)

// reactionCase posts what is about one message, each as a webhook of its own.
type reactionCase struct {
	k            *testkit.Kit
	n            int
	from, suffix string
	at           time.Time
}

// newReactionCase is about a person of its own; a known one wrote before.
func newReactionCase(t *testing.T, k *testkit.Kit, n int, known bool) *reactionCase {
	c := &reactionCase{k, n, fmt.Sprintf("31650%06d", n), fmt.Sprint(".", n), k.Now().Add(-2 * time.Hour).Truncate(time.Second)}
	if known {
		post(t, k, "messages", "messages", testkit.Incoming("wamid.before"+c.suffix, c.from, "Hello", c.at.Add(-time.Hour)))
	}
	return c
}

// webhook is the message M, a reaction to it R, that it was taken back X, or
// another reaction after that L.
func (c *reactionCase) webhook(name string) map[string]any {
	target := "wamid.M" + c.suffix
	out := map[string]map[string]any{
		"M": testkit.Incoming(target, c.from, "Hello", c.at),
		"R": reacts("wamid.R"+c.suffix, target, "👍", c.at.Add(time.Minute)),
		"X": reacts("wamid.X"+c.suffix, target, nil, c.at.Add(2*time.Minute)),
		"L": reacts("wamid.L"+c.suffix, target, "🎉", c.at.Add(3*time.Minute)),
	}[name]
	out["from"] = c.from
	return out
}

// told are the events about reactions of the case, as a receiver has them.
func (c *reactionCase) told(r *testkit.Receiver) (out string) {
	c.k.Quiet()
	for _, d := range r.Delivered() {
		switch id := d.Data["message_id"]; {
		case d.Event == "messages.received" && id == "wamid.R"+c.suffix:
			out += "R"
		case d.Event == "messages.received" && id == "wamid.L"+c.suffix:
			out += "L"
		case d.Event == "messages.reaction_removed" && id == "wamid.M"+c.suffix:
			out += "X"
		}
	}
	return out
}

// about is the message that a stored reaction names.
func about(m map[string]any) any {
	r, _ := m["reaction"].(map[string]any)
	return r["messageId"]
}

func orders(of ...string) (out [][]string) {
	if len(of) == 0 {
		return [][]string{nil}
	}
	for i, first := range of {
		for _, rest := range orders(slices.Concat(of[:i], of[i+1:])...) {
			out = append(out, append([]string{first}, rest...))
		}
	}
	return out
}

// repeated posts once, each twice in a row, and all twice.
var repeated = map[string]func([]string) []string{
	"once": func(o []string) []string { return o },
	"each twice": func(o []string) (out []string) {
		for _, name := range o {
			out = append(out, name, name)
		}
		return out
	},
	"all twice": func(o []string) []string { return slices.Concat(o, o) },
}

// A message, a reaction to it and that it is taken back come to the same in any
// order, also when each comes again, and receivers are never told of a reaction
// after they were told that it was taken back.
func TestReactionsInAnyOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		receiver := k.NewReceiver("messages.received", "messages.reaction_removed")
		n := 0
		for _, known := range []bool{true, false} {
			for _, order := range orders("M", "R", "X") {
				for how, repeat := range repeated {
					n++
					c, list := newReactionCase(t, k, n, known), repeat(order)
					for _, name := range list {
						post(t, k, "messages", "messages", c.webhook(name))
					}
					what := fmt.Sprint(order, " ", how, ", known ", known, ": ")
					m, r := shownAs(k, "wamid.M"+c.suffix), shownAs(k, "wamid.R"+c.suffix)
					if len(emojis(k, "wamid.M"+c.suffix)) != 0 || about(r) != m["id"] || r["revokedAt"] != c.at.Add(2*time.Minute).UTC().Format("2006-01-02T15:04:05.000Z") {
						t.Errorf("%s%v\n%v", what, m, r)
					}
					// Of people who are not known nothing is told before they write.
					want := "RX"
					if slices.Index(order, "X") < slices.Index(order, "R") && (known || order[2] != "M") {
						want = "X"
					}
					if got := c.told(receiver); got != want {
						t.Errorf("%stold is %s, not %s", what, got, want)
					}
				}
			}
		}
		if left := k.Count("parked_items"); left != 0 {
			t.Errorf("%d items wait still", left)
		}
	})
}

// A reaction that was made after another one was taken back stands, whenever
// what was before it comes.
func TestLaterReactionStands(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		receiver := k.NewReceiver("messages.received", "messages.reaction_removed")
		n := 1000
		for _, known := range []bool{true, false} {
			for _, order := range orders("M", "R", "X", "L") {
				n++
				c := newReactionCase(t, k, n, known)
				for _, name := range slices.Concat(order, order) {
					post(t, k, "messages", "messages", c.webhook(name))
				}
				what := fmt.Sprint(order, ", known ", known, ": ")
				m, l := shownAs(k, "wamid.M"+c.suffix), shownAs(k, "wamid.L"+c.suffix)
				if got := emojis(k, "wamid.M"+c.suffix); len(got) != 1 || got[0] != "🎉" || about(l) != m["id"] || l["revokedAt"] != nil || about(shownAs(k, "wamid.R"+c.suffix)) != m["id"] {
					t.Errorf("%s%v\n%v", what, m, l)
				}
				got := c.told(receiver)
				if want := []string{"RXL", "XL", "RL", "L"}; !slices.Contains(want, got) {
					t.Errorf("%stold is %s", what, got)
				}
			}
		}
		if left := k.Count("parked_items"); left != 0 {
			t.Errorf("%d items wait still", left)
		}
	})
}

// Somebody who becomes known while a reaction waits is told of in order too.
func TestReactionOfSomebodyWhoWritesMeanwhile(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		receiver := k.NewReceiver("messages.received", "messages.reaction_removed")
		n := 2000
		for _, order := range orders("M", "R", "X") {
			for writes := range 3 {
				n++
				c := newReactionCase(t, k, n, false)
				for i, name := range order {
					if i == writes {
						post(t, k, "messages", "messages", testkit.Incoming("wamid.other"+c.suffix, c.from, "Hello", c.at))
					}
					post(t, k, "messages", "messages", c.webhook(name))
				}
				m, r := shownAs(k, "wamid.M"+c.suffix), shownAs(k, "wamid.R"+c.suffix)
				if got := c.told(receiver); got != "RX" && got != "X" || len(emojis(k, "wamid.M"+c.suffix)) != 0 || about(r) != m["id"] || r["revokedAt"] == nil {
					t.Errorf("%v, writes before %d: told is %s\n%v\n%v", order, writes, got, m, r)
				}
			}
		}
	})
}

// A reaction to a message that was sent from here may come before the provider's
// identifier of that is known; it finds its message later.
func TestReactionBeforeTheIdentifier(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		receiver := k.NewReceiver("messages.received", "messages.reaction_removed")
		c := newReactionCase(t, k, 3000, true)
		post(t, k, "messages", "messages", c.webhook("R"))
		id := k.SendMessage(map[string]any{"to": "+" + c.from, "type": "text", "text": map[string]any{"body": "Hello"}, "scheduledAt": k.Now().Add(time.Hour)})
		k.Must(k.DB().Update(t.Context(), k.NumberID, func(tx *db.Tx) error {
			m, err := message.ClaimMessage(tx, k.WorkspaceID, id)
			if err == nil {
				_, _, _, err = message.AcceptMessage(tx, m, "wamid.M"+c.suffix, tx.Now())
			}
			return err
		}))
		k.Must(k.App.Service.Inbound.SweepParkedItems(t.Context()))
		if got, r := emojis(k, "wamid.M"+c.suffix), shownAs(k, "wamid.R"+c.suffix); len(got) != 1 || about(r) != id || k.Count("parked_items") != 0 {
			t.Errorf("%v\n%v", got, r)
		}
		if got := c.told(receiver); got != "R" {
			t.Errorf("told is %s", got)
		}
	})
}

package charge

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

const (
	// partFacts is how many charges one transaction books, and roundParts how many parts of
	// one workspace are booked before the next one has its turn.
	partFacts  = 500
	roundParts = 20
)

// errOvertaken undoes a part when another node has booked it meanwhile.
var errOvertaken = errors.New("another node booked the charges of this workspace meanwhile")

// Follow books what statuses tell until ctx ends: one node does it, by a lease. owner is
// what this node is called.
func (c *Charges) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: c.db, Log: c.log, Duty: "charges", Trouble: "charges could not be booked", Round: c.round}.Follow(ctx, owner)
}

func (c *Charges) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	var facts, unpriced []string
	err = c.db.View(ctx, func(tx *db.Tx) (err error) {
		if facts, err = workspaces(tx, message.NextWithFacts); err == nil {
			unpriced, err = workspaces(tx, nextRepricing)
		}
		return err
	})
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, facts, roundParts, c.book)
	}
	if err == nil && len(unpriced) > 0 {
		var again bool
		again, err = event.InTurn(ctx, unpriced, roundParts, c.reprice)
		more = more || again
	}
	return more, looked, err
}

// workspaces are all that next finds, in order.
func workspaces(tx *db.Tx, next func(*db.Tx, string) (string, error)) (out []string, err error) {
	for id := ""; ; {
		if id, err = next(tx, id); err != nil || id == "" {
			return out, err
		}
		out = append(out, id)
	}
}

// BookTold books what statuses have told of a workspace, beside the node that does so:
// who reads the ledger afterwards misses nothing of it.
func (c *Charges) BookTold(ctx context.Context, workspaceID string) error {
	for {
		if more, err := c.book(ctx, workspaceID); !more || err != nil {
			return err
		}
	}
}

// book books the next charges of a workspace, and reports whether there are more. The rows
// and that they are booked are stored by one transaction.
func (c *Charges) book(ctx context.Context, workspaceID string) (more bool, err error) {
	var facts []message.Fact
	b, err := c.open(ctx, workspaceID, func(tx *db.Tx, b *booking) (err error) {
		if facts, err = message.Facts(tx, workspaceID, partFacts); err != nil || len(facts) == 0 {
			return err
		}
		ids := make([]string, len(facts))
		for i, f := range facts {
			ids[i] = f.MessageID
		}
		if err := b.read(tx, ids); err != nil {
			return err
		}
		for _, f := range facts {
			if err := b.take(tx, f.ChargeFact); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || len(facts) == 0 {
		return false, err
	}
	return c.store(ctx, b, len(facts) == partFacts, func(tx *db.Tx) { message.DropFacts(tx, workspaceID, facts) })
}

// open reads what a part is booked by.
func (c *Charges) open(ctx context.Context, workspaceID string, read func(*db.Tx, *booking) error) (*booking, error) {
	b := &booking{workspaceID: workspaceID, ledger: map[copyOf]*crm.BookedCharge{}, numbers: map[string]int64{},
		volumes: map[volume]int64{}, windows: map[string]time.Time{}, currencies: map[string]string{}}
	err := c.db.View(ctx, func(tx *db.Tx) (err error) {
		if b.rounds, err = roundsOf(tx, workspaceID); err == nil {
			b.cards, err = c.deck(tx, workspaceID)
		}
		if err == nil {
			err = read(tx, b)
		}
		return err
	})
	return b, err
}

// store stores a part and what done says, unless another node was faster.
func (c *Charges) store(ctx context.Context, b *booking, more bool, done func(*db.Tx)) (bool, error) {
	err := c.db.Update(db.Long(ctx), "charges "+b.workspaceID, func(tx *db.Tx) error {
		if err := moveRounds(tx, b.workspaceID, b.rounds); err != nil {
			return err
		}
		b.write(tx)
		done(tx)
		return b.tell(tx)
	})
	if errors.Is(err, errOvertaken) {
		return true, nil
	}
	return more && err == nil, err
}

// copyOf is a message, or a participant's copy of a group's.
type copyOf struct{ messageID, participantID string }

// volume is what volume tiers count: charged messages of a month.
type volume struct {
	month                      time.Time
	currency, market, category string
}

// booking is a part of the ledger while it is written.
type booking struct {
	workspaceID string
	rounds      int64
	cards       deck
	written     map[string]*crm.Message
	labels      map[string][]string // of conversations
	// ledger is what holds of each message, numbers how many rows each has.
	ledger     map[copyOf]*crm.BookedCharge
	numbers    map[string]int64
	volumes    map[volume]int64 // as they are after this part
	counted    []volume         // those that this part changes
	windows    map[string]time.Time
	began      []string          // windows of this part
	currencies map[string]string // of phone numbers
	rows       []crm.BookedCharge
}

// read reads messages and what the ledger has of them.
func (b *booking) read(tx *db.Tx, messageIDs []string) (err error) {
	if b.written, err = message.Written(tx, b.workspaceID, messageIDs); err != nil {
		return err
	}
	var conversations []string
	for _, m := range b.written {
		conversations = append(conversations, m.ConversationID)
	}
	if b.labels, err = contact.LabelsOfEach(tx, b.workspaceID, conversations); err != nil {
		return err
	}
	return eachOfMessages(tx, b.workspaceID, messageIDs, func(row crm.BookedCharge) {
		b.numbers[row.MessageID] = max(b.numbers[row.MessageID], row.Number)
		b.hold(row)
	})
}

// hold lets a row hold for its message, or hold no more.
func (b *booking) hold(row crm.BookedCharge) {
	of := copyOf{row.MessageID, row.ParticipantID}
	if row.Count > 0 {
		b.ledger[of] = &row
	} else {
		delete(b.ledger, of)
	}
}

// add adds a row to the ledger.
func (b *booking) add(row crm.BookedCharge) {
	b.numbers[row.MessageID]++
	row.Number = b.numbers[row.MessageID]
	b.rows = append(b.rows, row)
	b.hold(row)
}

// take books what a status told, or corrects what was booked.
func (b *booking) take(tx *db.Tx, f crm.ChargeFact) error {
	row, err := b.rowOf(tx, f)
	if err != nil {
		return err
	}
	known := b.ledger[copyOf{f.MessageID, f.ParticipantID}]
	if known != nil {
		if same(known, &row) || row.ChargedBy.ChargeRank() < known.ChargedBy.ChargeRank() {
			return nil
		}
		row.Kind, row.LabelIDs = crm.ChargeCorrected, known.LabelIDs
		if err := b.takeBack(tx, *known); err != nil {
			return err
		}
	} else if row.Rule == crm.ChargePerWindow && row.PricedAs != "" {
		within, err := b.inWindow(tx, f, &row)
		if err != nil || within {
			return err
		}
	}
	if err := b.price(tx, &row); err != nil {
		return err
	}
	b.add(row)
	return nil
}

// same reports whether a row says what the ledger has: the price follows from it.
func same(known, row *crm.BookedCharge) bool {
	day := func(c *crm.BookedCharge) time.Time { return c.BookedAt.UTC().Truncate(crm.SpanDay) }
	return known.Category == row.Category && known.Model == row.Model && known.Rule == row.Rule && known.PricedAs == row.PricedAs &&
		known.Market == row.Market && known.Currency == row.Currency && day(known).Equal(day(row))
}

// rowOf is the row of what a status told, without its price.
func (b *booking) rowOf(tx *db.Tx, f crm.ChargeFact) (crm.BookedCharge, error) {
	row := crm.BookedCharge{MessageID: f.MessageID, Kind: crm.ChargeBooked, Count: 1, BookedAt: f.At, ParticipantID: f.ParticipantID,
		Category: f.Charge.Category, Model: f.Charge.Model, ChargedBy: f.By}
	row.Rule, row.PricedAs = rates.Current().Of(f.Charge, f.At)
	phone := f.ParticipantID
	if m := b.written[f.MessageID]; m != nil {
		row.PhoneNumberID, phone = m.PhoneNumberID, cmp.Or(phone, m.To)
		row.LabelIDs = b.labels[m.ConversationID]
		if t := m.Content.Template; t != nil {
			row.TemplateName = t.Name
		}
		if m.Content.SentBy.Type == crm.ActorSystem {
			row.BroadcastID = m.Metadata["broadcastId"]
		}
		if a := m.Content.Assistant; a != nil {
			row.AssistantID = a.AssistantID
		}
	}
	row.Market = rates.Listed().Market("+"+strings.TrimPrefix(phone, "+"), f.At)
	var err error
	row.Currency, err = b.currency(tx, row.PhoneNumberID)
	return row, err
}

// currency is that of the account of a phone number; "" where it is not known.
func (b *booking) currency(tx *db.Tx, phoneNumberID string) (string, error) {
	if known, is := b.currencies[phoneNumberID]; is || phoneNumberID == "" {
		return known, nil
	}
	n, err := account.PhoneNumber(tx, b.workspaceID, phoneNumberID)
	var a crm.MessagingAccount
	if err == nil {
		a, err = account.MessagingAccount(tx, b.workspaceID, n.MessagingAccountID)
	}
	if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
		return "", err
	}
	b.currencies[phoneNumberID] = a.Currency
	return a.Currency, nil
}

// inWindow reports whether a conversation of 24 hours that was charged has the message, and
// begins one where none has. Not every status names the conversation: those that do not go
// by whom it is with.
func (b *booking) inWindow(tx *db.Tx, f crm.ChargeFact, row *crm.BookedCharge) (within bool, err error) {
	to := f.ParticipantID
	if m := b.written[f.MessageID]; m != nil {
		to = cmp.Or(to, m.ContactID)
	}
	with := strings.Join([]string{row.PhoneNumberID, to, row.Category}, " ")
	unnamed := with + " unnamed"
	if f.Conversation == "" {
		if within, err = b.covers(tx, with, f.At); !within && err == nil {
			b.begin(f.At, with, unnamed)
		}
		return within, err
	}
	if _, within, err = b.window(tx, f.Conversation); within || err != nil {
		return within, err
	}
	if within, err = b.covers(tx, unnamed, f.At); within {
		b.begin(f.At, f.Conversation)
	} else if err == nil {
		b.begin(f.At, f.Conversation, with)
	}
	return within, err
}

// covers reports whether a conversation goes on at a time.
func (b *booking) covers(tx *db.Tx, name string, at time.Time) (bool, error) {
	began, known, err := b.window(tx, name)
	return known && !at.Before(began) && at.Sub(began) < crm.SpanDay, err
}

func (b *booking) window(tx *db.Tx, name string) (began time.Time, known bool, err error) {
	if began, known = b.windows[name]; known {
		return began, known, nil
	}
	return windowOf(tx, b.workspaceID, name)
}

func (b *booking) begin(at time.Time, names ...string) {
	for _, name := range names {
		b.windows[name], b.began = at, append(b.began, name)
	}
}

// price prices a row by the cards of its day, and counts it for volume tiers.
func (b *booking) price(tx *db.Tx, row *crm.BookedCharge) error {
	if row.PricedAs == "" {
		row.Micros = new(int64)
		return nil
	}
	if !tiered(row) {
		row.Micros, row.RateCard = b.cards.price(row.Market, row.PricedAs, row.Currency, row.BookedAt, 0)
		return nil
	}
	v := volumeOf(row)
	before, err := b.volume(tx, v)
	if err != nil {
		return err
	}
	if row.Micros, row.RateCard = b.cards.price(row.Market, row.PricedAs, row.Currency, row.BookedAt, before); row.Micros != nil {
		b.count(v, before+1)
	}
	return nil
}

// takeBack adds a row that takes another one back.
func (b *booking) takeBack(tx *db.Tx, row crm.BookedCharge) error {
	row.Kind, row.Count = crm.ChargeCorrected, -1
	if row.Micros != nil {
		micros := -*row.Micros
		if row.Micros = &micros; row.PricedAs != "" && tiered(&row) {
			v := volumeOf(&row)
			before, err := b.volume(tx, v)
			if err != nil {
				return err
			}
			b.count(v, max(0, before-1))
		}
	}
	b.add(row)
	return nil
}

// tiered reports whether a charge counts for volume tiers, and goes by them: those of
// replies do not, which cost what the first utility message does (outbound.md 7.2).
func tiered(row *crm.BookedCharge) bool { return rates.CardCategory(row.Category) != "service" }

func volumeOf(row *crm.BookedCharge) volume {
	return volume{monthOf(row.BookedAt), row.Currency, row.Market, row.PricedAs}
}

// monthOf is the beginning of the month of a time, as the provider counts months.
func monthOf(at time.Time) time.Time {
	year, month, _ := at.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

func (b *booking) volume(tx *db.Tx, v volume) (n int64, err error) {
	n, known := b.volumes[v]
	if !known {
		if n, err = volumeNow(tx, b.workspaceID, v); err == nil {
			b.volumes[v] = n
		}
	}
	return n, err
}

func (b *booking) count(v volume, n int64) { b.volumes[v], b.counted = n, append(b.counted, v) }

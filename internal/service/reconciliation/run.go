package reconciliation

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/reconcile"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
	"service.example/crm/internal/whatsapp/billing"
)

// freshFor is how long the provider may take to say what it charged.
const freshFor = 48 * time.Hour

// open prepares a reconciliation: all of it is one step, which can be repeated.
func (s *Reconciliations) open(_ context.Context, key longrun.Key) (longrun.Steps, error) {
	return longrun.Steps{Step: func(ctx context.Context, _ crm.Run) (next longrun.Next, err error) {
		var r crm.Reconciliation
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			if r, err = one(tx, key[0], key[1]); err == nil {
				r.Invoice, err = invoiceOf(tx, key[0], key[1])
			}
			return err
		})
		switch {
		case err != nil:
			return next, err
		case r.Ended():
			return next, longrun.ErrMoved
		}
		return next, s.reconcile(ctx, r)
	}}, nil
}

// work is a reconciliation while it is made.
type work struct {
	crm.Reconciliation
	account crm.MessagingAccount
	numbers map[string]crm.PhoneNumber // by identifier
	byPhone map[string]string          // identifiers by digits
	invoice reconcile.Invoice          // all columns, where there is none
	books   reconcile.Books
	waits   map[reconcile.Key][]string // messages without a status that charges them
	total   crm.ReconciliationResult
}

// reconcile reads both sides, compares them, and keeps what was found.
func (s *Reconciliations) reconcile(ctx context.Context, r crm.Reconciliation) error {
	w := &work{Reconciliation: r, numbers: map[string]crm.PhoneNumber{}, byPhone: map[string]string{}, waits: map[reconcile.Key][]string{},
		invoice: reconcile.Invoice{Markets: true, Types: true, Phones: true},
		books:   reconcile.Books{Ledger: reconcile.Sums{}, Provider: reconcile.Sums{}, Waiting: map[reconcile.Key]int64{}}}
	if err := s.db.View(ctx, w.readAccount); err != nil {
		return err
	}
	read := s.readAnalytics
	if r.Source == crm.SourceInvoice {
		read = w.readInvoice
	}
	if err := read(ctx, w); err != nil {
		return err
	}
	// What the provider charged may have been told here, and not be booked yet.
	if err := s.charges.BookTold(ctx, w.WorkspaceID); err != nil {
		return err
	}
	for day := r.From; !day.After(r.To); day = day.Add(crm.SpanDay) {
		if err := s.db.View(ctx, func(tx *db.Tx) error { return w.readLedger(tx, day) }); err != nil {
			return err
		}
		if err := s.readWaiting(ctx, w, day); err != nil {
			return err
		}
	}
	w.books.Fresh = s.db.Source().Now().UTC().Add(-freshFor).Truncate(crm.SpanDay)
	list, err := s.compare(ctx, w)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, r.ID, func(tx *db.Tx) error {
		keep(tx, r, w.total, list)
		n := w.total.Ledger.Count
		runs.Advance(tx, keyOf(r), longrun.Move{From: r.Run, To: "end", Done: n, Total: &n})
		return s.runs.End(tx, keyOf(r), crm.RunCompleted, "")
	})
}

func (w *work) readAccount(tx *db.Tx) (err error) {
	if w.account, err = account.MessagingAccount(tx, w.WorkspaceID, w.MessagingAccountID); crm.CodeOf(err) == crm.CodeNotFound {
		return longrun.Failure("The messaging account is not there any more.")
	}
	if err != nil {
		return err
	}
	list, err := account.PhoneNumbersOfAccount(tx, w.WorkspaceID, w.MessagingAccountID)
	for _, n := range list {
		w.numbers[n.ID] = n
		w.byPhone[strings.TrimPrefix(n.Number, "+")] = n.ID
	}
	return err
}

// key leaves out what the other side does not tell.
func (w *work) key(k reconcile.Key) reconcile.Key {
	if w.invoice.Monthly {
		k.Day = time.Date(k.Day.Year(), k.Day.Month(), 1, 0, 0, 0, 0, time.UTC)
	}
	if !w.invoice.Phones {
		k.PhoneNumberID = ""
	}
	if !w.invoice.Markets {
		k.Market = ""
	}
	if !w.invoice.Types {
		k.Type = ""
	}
	return k
}

// readAnalytics asks the provider what it charged, a day at a time.
func (s *Reconciliations) readAnalytics(ctx context.Context, w *work) error {
	client, token, err := s.account.Credentials(ctx, w.WorkspaceID, w.MessagingAccountID)
	if err != nil {
		return err
	}
	for day := w.From; !day.After(w.To); day = day.Add(crm.SpanDay) {
		points, err := billing.Read(ctx, client, token, w.account.ProviderID, day, day.Add(crm.SpanDay))
		var refused *whatsapp.APIError
		if errors.As(err, &refused) && whatsapp.Classify(err).Final() {
			return longrun.Failure("The provider does not tell what it charged: " + refused.Title)
		}
		if err != nil {
			return err
		}
		for _, p := range points {
			micros, known := p.Micros()
			phone := strings.TrimPrefix(p.Phone, "+")
			w.books.Provider.Add(reconcile.Key{Day: day, PhoneNumberID: cmp.Or(w.byPhone[phone], "+"+phone), Market: rates.Listed().MarketOf(p.Country, day), Category: strings.ToLower(p.Category), Type: strings.ToLower(p.Type)},
				reconcile.Sum{Count: p.Volume, Micros: micros, Hidden: !known && p.Volume > 0, Tier: p.AboveFirstTier()})
		}
	}
	return nil
}

// readInvoice reads what was uploaded.
func (w *work) readInvoice(context.Context, *work) (err error) {
	if w.invoice, err = reconcile.ReadInvoice(w.Invoice); err != nil {
		return longrun.Failure("The invoice cannot be read: " + err.Error() + ".")
	}
	for _, line := range w.invoice.Lines {
		micros, known := crm.ParseMicros(line.Cost)
		if !known {
			return longrun.Failure("The invoice has the cost " + line.Cost + ", which is no amount.")
		}
		k := reconcile.Key{Day: line.Day, Market: line.Market, Category: line.Category, Type: line.Type}
		if line.Market == "" && line.Country != "" {
			k.Market = rates.Listed().MarketOf(line.Country, line.Day)
		}
		if line.Number != "" {
			k.PhoneNumberID = cmp.Or(w.byPhone[line.Number], "+"+line.Number)
		}
		w.books.Provider.Add(w.key(k), reconcile.Sum{Count: line.Volume, Micros: micros})
	}
	return nil
}

// regular is how the provider names what is not free.
const regular = "regular"

// typeOf is how the provider names what a rule prices.
func typeOf(rule crm.ChargeRule) string {
	switch rule {
	case crm.ChargeInEntryPoint:
		return "free_entry_point"
	case crm.ChargeInService, crm.ChargeInAllowance, crm.ChargeNotBilled:
		return "free_customer_service"
	}
	return regular
}

func (w *work) readLedger(tx *db.Tx, day time.Time) error {
	list, err := charge.SumsOfDay(tx, w.WorkspaceID, day)
	for _, sum := range list {
		if _, is := w.numbers[sum.PhoneNumberID]; !is {
			continue
		}
		k := reconcile.Key{Day: day, PhoneNumberID: sum.PhoneNumberID, Market: sum.Market, Category: sum.Category, Type: typeOf(sum.Rule)}
		if sum.Free != 0 {
			free := k
			if free.Type == regular {
				free.Type = "free_customer_service"
			}
			w.books.Ledger.Add(w.key(free), reconcile.Sum{Count: sum.Free})
		}
		if sum.Count != sum.Free {
			w.books.Ledger.Add(w.key(k), reconcile.Sum{Count: sum.Count - sum.Free, Micros: sum.Micros, Unpriced: sum.Unpriced})
		}
	}
	return err
}

// readPage is how many messages are looked at in one transaction.
const readPage = 500

// messagesCharged is from when on the provider charges messages (outbound.md): before, it
// charged conversations, and a message in one has no charge of its own.
var messagesCharged = time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC)

// readWaiting finds messages of a day that were sent and of which no status told a charge:
// nothing says that they arrived, or that one was lost and a later one came.
func (s *Reconciliations) readWaiting(ctx context.Context, w *work, day time.Time) error {
	above, below := crm.LowestID(crm.PrefixMessage, day), crm.LowestID(crm.PrefixMessage, day.Add(crm.SpanDay))
	for {
		var last string
		err := s.db.View(ctx, func(tx *db.Tx) error {
			past, err := message.PastMessages(tx, w.WorkspaceID, below, above, readPage)
			var ids, arrived []string
			for _, m := range past {
				if _, ours := w.numbers[m.PhoneNumberID]; !ours || m.Direction != crm.Outbound || m.ProviderMessageID == "" {
					continue
				}
				switch m.Status {
				case crm.StatusAccepted, crm.StatusSent, crm.StatusExpired: // after a month of silence
					ids = append(ids, m.ID)
				case crm.StatusDelivered, crm.StatusRead, crm.StatusPlayed:
					if day.Before(messagesCharged) {
						continue
					}
					arrived = append(arrived, m.ID)
				}
			}
			if len(past) == readPage {
				last = past[len(past)-1].ID
			}
			if err != nil {
				return err
			}
			booked, err := charge.Booked(tx, w.WorkspaceID, arrived)
			for _, id := range arrived {
				if !booked[id] {
					ids = append(ids, id)
				}
			}
			if err != nil || len(ids) == 0 {
				return err
			}
			return w.wait(tx, ids)
		})
		if err != nil || last == "" {
			return err
		}
		below = last
	}
}

func (w *work) wait(tx *db.Tx, ids []string) error {
	written, err := message.Written(tx, w.WorkspaceID, ids)
	for _, id := range ids {
		m := written[id]
		if m == nil {
			continue
		}
		at := m.CreatedAt.UTC()
		k := w.key(reconcile.Key{Day: at.Truncate(crm.SpanDay), PhoneNumberID: m.PhoneNumberID, Market: rates.Listed().Market("+"+strings.TrimPrefix(m.To, "+"), at)})
		k.Type = ""
		if m.Content.Template == nil {
			k.Category = "service"
		}
		w.books.Waiting[k]++
		if len(w.waits[k]) < crm.MaxDifferenceMessages {
			w.waits[k] = append(w.waits[k], id)
		}
	}
	return err
}

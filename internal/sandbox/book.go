package sandbox

import (
	"cmp"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
)

// account is one messaging account.
type account struct {
	id, name string
	lane     *lane // of the webhooks about the account itself

	mu         sync.RWMutex
	phones     []*phone
	templates  []*template // in order of creation; each immutable, replaced on change
	byName     map[templateKey]*template
	subscribed bool
	override   string // callback URL of this account, empty for the app's
	users      []assignedUser
	deleted    map[string]time.Time // names of deleted templates, and when
	business   business
	bill       bill
	created    []time.Time // templates, of the last hour

	freeReplies int // of each number and month; the provider's when 0
}

type templateKey struct{ name, language string }

// phone is one business number.
type phone struct {
	id, number, display, name string
	account                   *account
	limit                     throughput
	registered                atomic.Bool
	override                  atomic.Pointer[string] // callback URL of this number
	metadata                  []byte                 // the value.metadata of its webhooks, encoded
	lane                      *lane

	mu    sync.Mutex
	month string // month of the free service messages
	free  int
	pin   string
	state phoneState
	heard heardOf
	app   appData
}

// book finds accounts, phones and templates by id.
type book struct {
	mu       sync.RWMutex
	accounts []*account
	nodes    map[string]any // *account, *phone or *templateNode
	paced    pacing
}

// templateNode is what a template id stands for, whatever its current version.
type templateNode struct {
	account *account
	id      string
}

func (b *book) add(id string, node any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nodes == nil {
		b.nodes = map[string]any{}
	}
	b.nodes[id] = node
	if a, ok := node.(*account); ok {
		b.accounts = append(b.accounts, a)
	}
}

func (b *book) remove(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.nodes, id)
}

func (b *book) node(id string) any {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.nodes[id]
}

// all returns the accounts in order.
func (b *book) all() []*account {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return append([]*account(nil), b.accounts...)
}

// phone finds a business number by id or by number; want may be empty when
// there is only one.
func (b *book) phone(want string) *phone {
	number, _ := digits(want)
	var only []*phone
	for _, a := range b.all() {
		for _, p := range a.list() {
			if want != "" && (p.id == want || p.number == number) {
				return p
			}
			only = append(only, p)
		}
	}
	if want == "" && len(only) == 1 {
		return only[0]
	}
	return nil
}

func (a *account) list() []*phone {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return append([]*phone(nil), a.phones...)
}

// addAccount enters a configured account into the book.
func (s *Server) addAccount(cfg Account) *account {
	a := &account{id: cfg.ID, name: cfg.Name, subscribed: true, byName: map[templateKey]*template{}, bill: bill{currency: cfg.Currency, tiers: cfg.Tiers}, freeReplies: cfg.FreeReplies}
	if a.id == "" {
		a.id = s.ids.nodeID()
	}
	a.lane = &lane{account: a}
	s.book.add(a.id, a)
	for _, p := range cfg.Phones {
		s.addPhone(a, p)
	}
	for _, raw := range cfg.Templates {
		if err := s.addTemplate(a, raw); err != nil {
			s.cfg.Logger.Warn("sandbox: template skipped", "error", err)
		}
	}
	return a
}

func (s *Server) addPhone(a *account, cfg Phone) *phone {
	number, _ := digits(cfg.Number)
	p := &phone{id: cfg.ID, number: number, display: cfg.Number, name: cfg.Name, account: a}
	if p.id == "" {
		p.id = s.ids.nodeID()
	}
	if cfg.Throughput <= 0 {
		cfg.Throughput = defaultThroughput
	}
	p.limit.rate.Store(int64(cfg.Throughput))
	p.registered.Store(!cfg.Unverified)
	p.state.verified = !cfg.Unverified
	if cfg.Unreviewed {
		p.state.naming.status = statusPending
	}
	p.metadata = s.enc().value(nil, object{{"display_phone_number", number}, {"phone_number_id", p.id}})
	p.lane = &lane{account: a, phone: p}
	a.mu.Lock()
	a.phones = append(a.phones, p)
	a.mu.Unlock()
	s.book.add(p.id, p)
	return p
}

// addTemplate enters a configured template.
func (s *Server) addTemplate(a *account, raw Template) error {
	t, err := parseTemplate(json.RawMessage(raw))
	if err != nil {
		return err
	}
	if t.id == "" {
		t.id = s.ids.nodeID()
	}
	a.save(t)
	s.book.add(t.id, &templateNode{a, t.id})
	return nil
}

// save stores t, replacing the version with the same id.
func (a *account) save(t *template) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byName[templateKey{t.name, t.language}] = t
	for i, old := range a.templates {
		if old.id == t.id {
			a.templates[i] = t
			return
		}
	}
	a.templates = append(a.templates, t)
}

// template finds a template by name and language; nil if there is none.
func (a *account) template(name, language string) *template {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.byName[templateKey{name, language}]
}

func (a *account) templateByID(id string) *template {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, t := range a.templates {
		if t.id == id {
			return t
		}
	}
	return nil
}

// freeService counts one free service message of the month, if any is left.
func (p *phone) freeService(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if month := now.UTC().Format("2006-01"); month != p.month {
		p.month, p.free = month, 0
	}
	if p.free >= cmp.Or(p.account.freeReplies, freeServiceMessages) {
		return false
	}
	p.free++
	return true
}

package model

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// runtime has the adapters of a deployment and what is known of their health.
type runtime struct {
	client    *http.Client
	health    *ai.Health
	settings  core.Cache[crm.AISettings]
	targets   core.Cache[map[string]Target] // of a workspace, by id
	embedders core.Cache[Embedder]
	adapters  sync.Map // by id: what an adapter learnt lives as long as its revision
}

// aiTarget is a provider that can be called.
type Target struct {
	crm.AIProvider
	target ai.Target
}

type adapter struct {
	revision int64
	provider ai.Provider
}

// aiPerHost bounds the connections to one AI provider.
const aiPerHost = 2048

// AIProviderChange is what a caller sets of a provider; nil leaves it alone. An
// empty key removes the key; prices of nil within a pointer go back to the table.
type AIProviderChange struct {
	Name, Kind, BaseURL, Model, Key *string
	Timeout                         *time.Duration
	ContextTokens                   *int
	Prices                          **crm.TokenPrices
}

// AIProviderView is a provider with how it is doing, as this node sees it.
type AIProviderView struct {
	Provider crm.AIProvider // with the base URL and time-out that are used
	Standing crm.AIStanding
	// Prices are those that calls are counted by; nil when nobody knows them.
	// Listed says that they are not the provider's own but published ones.
	Prices *crm.TokenPrices
	Listed bool
}

func (s *Models) applyAI(p *crm.AIProvider, c AIProviderChange, f *crm.Faults) {
	core.Set(&p.Name, c.Name)
	core.Set(&p.Kind, c.Kind)
	core.Set(&p.BaseURL, c.BaseURL)
	core.Set(&p.Model, c.Model)
	core.Set(&p.Timeout, c.Timeout)
	core.Set(&p.ContextTokens, c.ContextTokens)
	core.Set(&p.Prices, c.Prices)
	if c.Key != nil {
		crm.CheckAIKey(*c.Key, f)
		p.KeyHint = crm.KeyHint(*c.Key)
	}
	p.Validate(s.opt.Guard.Rules, f)
}

// originOf is whom the key of a provider is shown to.
func originOf(p crm.AIProvider) string {
	base := p.BaseURL
	if base == "" {
		base = ai.Kind(p.Kind).DefaultBaseURL()
	}
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// providerTarget is a provider as the audit log names it.
func providerTarget(p crm.AIProvider) crm.ActTarget {
	return crm.ActTarget{Type: "ai_provider", ID: p.ID, Name: p.Name}
}

func providerChanges(from, to crm.AIProvider, c AIProviderChange) crm.ActChanges {
	out := crm.ActDiff(from, to, "id", "workspaceId", "revision", "keyHint", "createdAt", "updatedAt")
	if c.Key != nil {
		out = out.Secret("apiKey")
	}
	return out
}

func aiKeyContext(workspaceID, id string) string { return "ai_provider/" + workspaceID + "/" + id }

func (s *Models) sealAIKey(p crm.AIProvider, key string) ([]byte, error) {
	if key == "" {
		return []byte{}, nil
	}
	return s.box.Seal([]byte(key), aiKeyContext(p.WorkspaceID, p.ID))
}

// CreateAIProvider adds a language model. The service calls it without a test:
// TestAIProvider makes one.
func (s *Models) CreateAIProvider(ctx context.Context, actor crm.Actor, c AIProviderChange) (AIProviderView, error) {
	if err := actor.Require(crm.ScopeAIWrite); err != nil {
		return AIProviderView{}, err
	}
	p := crm.AIProvider{WorkspaceID: actor.WorkspaceID, Revision: 1}
	var f crm.Faults
	s.applyAI(&p, c, &f)
	if err := f.Err(); err != nil {
		return AIProviderView{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[AIProviderView]) (out AIProviderView, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			n, err := countAIProviders(tx, actor.WorkspaceID)
			if err == nil && n >= crm.MaxAIProviders {
				err = crm.Errorf(crm.KindConflict, crm.CodeAIProviderLimit, "A workspace has at most %d AI providers.", crm.MaxAIProviders)
			}
			if err != nil {
				return err
			}
			p.ID, p.CreatedAt, p.UpdatedAt = tx.NewID(crm.PrefixAIProvider), tx.Now(), tx.Now()
			key := ""
			core.Set(&key, c.Key)
			sealed, err := s.sealAIKey(p, key)
			if err != nil {
				return err
			}
			insertAIProvider(tx, p, sealed)
			tx.After(func() { s.runtime.targets.Drop(actor.WorkspaceID) })
			out = s.renderAI(p)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "ai_provider.created", Targets: []crm.ActTarget{providerTarget(p)}, Changes: providerChanges(crm.AIProvider{}, p, c)})
		})
		return out, err
	})
}

// AIProvider returns one provider and how it is doing.
func (s *Models) AIProvider(ctx context.Context, actor crm.Actor, id string) (out AIProviderView, err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out.Provider, _, err = aiProviderView(tx, actor.WorkspaceID, id)
		return err
	})
	if err != nil {
		return out, err
	}
	return s.viewAI(ctx, out.Provider)
}

// AIProviders returns a page of the workspace's providers.
func (s *Models) AIProviders(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[AIProviderView], err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return out, err
	}
	var list crm.List[crm.AIProvider]
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = aiProviders(tx, actor.WorkspaceID, p); return err })
	for _, one := range list.Items {
		view, failed := s.viewAI(ctx, one)
		if err == nil {
			err = failed
		}
		out.Items = append(out.Items, view)
	}
	out.Next = list.Next
	return out, err
}

func (s *Models) viewAI(ctx context.Context, p crm.AIProvider) (AIProviderView, error) {
	if _, err := s.Targets(ctx, p.WorkspaceID); err != nil { // learns what other nodes know
		return AIProviderView{}, err
	}
	return s.renderAI(p), nil
}

func (s *Models) renderAI(p crm.AIProvider) AIProviderView {
	v := AIProviderView{Provider: p, Standing: StandingRow(s.runtime.health.Standing(p.ID, p.Revision)), Prices: p.Prices}
	kind := ai.Kind(p.Kind)
	if listed, ok := ai.PricesOf(kind, p.BaseURL, p.Model, s.now()); ok && p.Prices == nil {
		v.Prices, v.Listed = &listed, true
	}
	if p.BaseURL == "" {
		v.Provider.BaseURL = kind.DefaultBaseURL()
	}
	if p.Timeout == 0 {
		v.Provider.Timeout = ai.DefaultTimeout
	}
	return v
}

// UpdateAIProvider changes what is given and leaves the rest. A change of how
// the model is called makes a new revision, whose health nothing is known of.
func (s *Models) UpdateAIProvider(ctx context.Context, actor crm.Actor, id string, c AIProviderChange) (AIProviderView, error) {
	if err := actor.Require(crm.ScopeAIWrite); err != nil {
		return AIProviderView{}, err
	}
	var p crm.AIProvider
	err := s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
		if p, _, err = aiProvider(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		var f crm.Faults
		before := p
		s.applyAI(&p, c, &f)
		if c.Key == nil && p.KeyHint != "" && originOf(p) != originOf(before) {
			// Else whoever may change a provider could have its key sent to them.
			f.Add("/apiKey", crm.CodeRequired, "Give apiKey again: the stored one was given for another address.")
		}
		if err := f.Err(); err != nil {
			return err
		}
		if c.Kind != nil || c.BaseURL != nil || c.Model != nil || c.Key != nil || c.Timeout != nil {
			p.Revision++
			ResolveAINotices(tx, p.WorkspaceID, p.ID, "")
		}
		if c.Key != nil {
			sealed, err := s.sealAIKey(p, *c.Key)
			if err != nil {
				return err
			}
			updateAIKey(tx, p.WorkspaceID, p.ID, sealed)
		}
		p.UpdatedAt = tx.Now()
		updateAIProvider(tx, p)
		tx.After(func() { s.runtime.targets.Drop(actor.WorkspaceID) })
		return audit.RecordChange(tx, actor, "ai_provider.updated", providerTarget(p), providerChanges(before, p, c))
	})
	if err != nil {
		return AIProviderView{}, err
	}
	return s.viewAI(ctx, p)
}

// DeleteAIProvider removes a provider; chains go on without it. Its calls and
// counters stay.
func (s *Models) DeleteAIProvider(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeAIWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		p, _, err := aiProvider(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		ResolveAINotices(tx, actor.WorkspaceID, id, "")
		tx.After(func() {
			s.runtime.targets.Drop(actor.WorkspaceID)
			s.runtime.adapters.Delete(id)
			s.runtime.health.Forget(id)
		})
		if err := deleteAIProvider(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		return audit.Record(tx, actor, crm.Act{Action: "ai_provider.deleted", Targets: []crm.ActTarget{providerTarget(p)}})
	})
}

// Targets are the providers of a workspace, remembered for a short time. What
// other nodes found out about them is learnt on the way.
func (s *Models) Targets(ctx context.Context, workspaceID string) (map[string]Target, error) {
	return s.runtime.targets.Get(workspaceID, func() (map[string]Target, error) {
		out := map[string]Target{}
		var broken error
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			clear(out)
			if err := s.LearnStandings(tx, workspaceID); err != nil {
				return err
			}
			return eachAIProvider(tx, workspaceID, func(p crm.AIProvider, sealed []byte) {
				t, err := s.aiTarget(p, sealed)
				if err != nil {
					broken = err
				}
				out[p.ID] = t
			})
		})
		if err == nil {
			err = broken
		}
		return out, err
	})
}

// aiTarget makes a provider callable, by the adapter of its revision.
func (s *Models) aiTarget(p crm.AIProvider, sealed []byte) (t Target, err error) {
	t = Target{AIProvider: p, target: ai.Target{ID: p.ID, Revision: p.Revision, Model: p.Model, Timeout: p.Timeout, ContextTokens: p.ContextTokens}}
	if known, ok := s.runtime.adapters.Load(p.ID); ok && known.(adapter).revision == p.Revision {
		t.target.Provider = known.(adapter).provider
		return t, nil
	}
	key := []byte{}
	if len(sealed) > 0 {
		if key, err = s.box.Open(sealed, aiKeyContext(p.WorkspaceID, p.ID)); err != nil {
			return t, err
		}
	}
	t.target.Provider, err = ai.New(s.runtime.client, ai.Endpoint{Kind: ai.Kind(p.Kind), BaseURL: p.BaseURL, Model: p.Model, Key: string(key),
		FirstByte: p.Timeout * 2 / 3}) // as 8 s are of 12
	if err == nil {
		s.runtime.adapters.Store(p.ID, adapter{p.Revision, t.target.Provider})
	}
	return t, err
}

// StandingRow is a standing as it is stored and shown.
func StandingRow(s ai.Standing) crm.AIStanding {
	return crm.AIStanding{ProviderID: s.TargetID, Revision: s.Revision, State: string(s.State), Class: string(s.Class), Detail: s.Detail,
		Since: s.Since, Until: s.Until, Level: s.Level}
}

// SweepCaches forgets what has not been asked for lately.
func (s *Models) SweepCaches() {
	s.runtime.settings.Sweep()
	s.runtime.targets.Sweep()
	s.runtime.embedders.Sweep()
}

package reply

import (
	"context"
	"encoding/json"
	"time"

	"golang.org/x/sync/singleflight"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// cachedReply is an answer that may be given again.
type cachedReply struct {
	Text      string                  `json:"text"`
	Language  string                  `json:"language"`
	Citations []crm.KnowledgeCitation `json:"citations"`
	Usage     ai.Usage                `json:"usage"`
	Expires   time.Time               `json:"-"`
}

// replyCache remembers answers in memory, over the table.
type replyCache struct {
	flights singleflight.Group
	recent  *core.Recent[string, cachedReply]
}

const recentReplies = 4096

func (c *replyCache) get(key string, now time.Time) (cachedReply, bool) {
	r, ok := c.recent.Get(key)
	return r, ok && now.Before(r.Expires)
}

func (c *replyCache) keep(key string, r cachedReply) { c.recent.Keep(key, r) }

// cachedOr answers from the cache, or by a model; equal questions at once are
// asked once.
func (s *Replies) cachedOr(ctx context.Context, q Query, e decide.Evidence) (Proposal, error) {
	c := q.Duty.Revision.Config
	if q.Measured || c.CacheSeconds == 0 || len(q.Duty.Secret) == 0 || decide.Personal(q.question) {
		q.Trace.cache("", "off")
		g, err := s.generate(ctx, q, e)
		return g.proposal(q, e), err
	}
	key := decide.CacheKey{WorkspaceID: q.WorkspaceID, Generation: q.Duty.Generation, AssistantID: q.Duty.AssistantID, Config: c, Language: q.Language,
		Question: q.question, Before: q.before, Passages: e.Passages}.Sum(q.Duty.Secret)
	var r cachedReply
	var ok bool
	var err error
	aside(func() { r, ok, err = s.cached(ctx, q.WorkspaceID, key) })
	if ok || err != nil {
		q.Trace.cache(key, "hit")
		return q.hit(r), err
	}
	q.Trace.cache(key, "miss")
	core.Count(s.metrics.CacheMiss)
	for began := time.Now(); ; {
		o, again, err := s.shared(ctx, q, e, key)
		if o != nil {
			return *o, err
		}
		q.deadline = max(ai.Deadline-time.Since(began), time.Millisecond) // the wait was of the time for the reply
		if again && ctx.Err() == nil {
			continue
		}
		g, err := s.generate(ctx, q, e) // the answer to the other one was not for all
		return g.proposal(q, e), err
	}
}

// flight is what came of a question that several wait for.
type flight struct {
	reply *cachedReply // nil when the answer is not for all
	// broken says that whoever asked it was interrupted, so that there is none.
	broken bool
}

// shared has an answer written once for all who ask the same in this moment. It
// returns nil to those for whom there is none; again says that one of them shall
// ask for all.
func (s *Replies) shared(ctx context.Context, q Query, e decide.Evidence, key string) (o *Proposal, again bool, err error) {
	out, err, _ := s.replies.flights.Do(key, func() (any, error) {
		g, err := s.generate(ctx, q, e)
		mine := g.proposal(q, e)
		o = &mine
		if err != nil || mine.Result.Source != crm.ReplyFromModel || g.answer.Action != decide.Answers || q.Trace != nil {
			return flight{broken: mine.again}, err
		}
		r := cachedReply{Text: mine.Text, Language: mine.Result.Language, Citations: mine.Result.Citations, Usage: usageOf(g.calls),
			Expires: s.now().Add(time.Duration(q.Duty.Revision.Config.CacheSeconds) * time.Second)}
		if mine.keep, err = s.sealReply(q, key, r); err == nil {
			s.replies.keep(key, r)
		}
		return flight{reply: &r}, err
	})
	if o != nil {
		return o, false, err
	}
	f, _ := out.(flight)
	if f.reply == nil {
		return nil, f.broken, nil
	}
	hit := q.hit(*f.reply)
	return &hit, false, nil
}

// usageOf is what an answer used, in all its calls.
func usageOf(r ai.Result) (u ai.Usage) {
	for _, a := range r.Attempts {
		u.InputUncached += a.Usage.InputUncached
		u.CacheRead += a.Usage.CacheRead
		u.CacheWrite += a.Usage.CacheWrite
		u.Output += a.Usage.Output
		u.Reasoning += a.Usage.Reasoning
		u.Estimated = u.Estimated || a.Usage.Estimated
	}
	return u
}

// hit is a reply that costs nothing.
func (q Query) hit(r cachedReply) Proposal {
	o := q.replied(crm.ReplyFromCache, r.Text, r.Citations)
	o.Result.CacheHit, o.saved = true, r.Usage
	return o
}

// cached finds an answer in memory, else in the table.
func (s *Replies) cached(ctx context.Context, workspaceID, key string) (r cachedReply, found bool, err error) {
	if r, ok := s.replies.get(key, s.now()); ok {
		return r, true, nil
	}
	var stored cachedAnswer
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { stored, found, err = readCachedAnswer(tx, workspaceID, key); return err })
	if err != nil || !found {
		return r, false, err
	}
	plain, err := s.box.Open(stored.Sealed, cacheContext(workspaceID, key))
	if err == nil {
		err = json.Unmarshal(plain, &r)
	}
	if err != nil {
		s.log.Error("a cached answer cannot be read; it will be replaced", "workspace", workspaceID, "error", err)
		return r, false, nil
	}
	r.Expires = stored.ExpiresAt
	s.replies.keep(key, r)
	return r, true, nil
}

func (s *Replies) sealReply(q Query, key string, r cachedReply) (*cachedAnswer, error) {
	plain, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	sealed, err := s.box.Seal(plain, cacheContext(q.WorkspaceID, key))
	return &cachedAnswer{Key: key, AssistantID: q.Duty.AssistantID, Sealed: sealed, Tokens: r.Usage.Total(), CreatedAt: s.now(), ExpiresAt: r.Expires}, err
}

func cacheContext(workspaceID, key string) string { return "ai_cache/" + workspaceID + "/" + key }

// CacheState tells of a workspace's remembered answers.
type CacheState struct{ Answers int }

// CacheState counts the answers that are remembered.
func (s *Replies) CacheState(ctx context.Context, actor crm.Actor) (out CacheState, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out.Answers, err = countCachedAnswers(tx, actor.WorkspaceID)
		return err
	})
	return out, err
}

// ClearCache forgets every remembered answer of the workspace, on every node.
func (s *Replies) ClearCache(ctx context.Context, actor crm.Actor) error {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return err
	}
	err := s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		assistant.NextCacheGeneration(tx, actor.WorkspaceID)
		tx.After(s.assistant.ForgetDuties)
		return audit.Record(tx, actor, crm.Act{Action: "assistant_cache.cleared", Targets: []crm.ActTarget{{Type: "assistant_cache", ID: actor.WorkspaceID}}})
	})
	for n := int64(clearBatch); err == nil && n == clearBatch; {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
			n, err = clearCachedAnswers(tx, actor.WorkspaceID, clearBatch)
			return err
		})
	}
	return err
}

// clearBatch bounds what one transaction removes of the remembered answers.
const clearBatch = 1000

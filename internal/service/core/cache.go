package core

import (
	"sync"
	"time"
)

// Count calls a counter, which may be nil.
func Count(fn func()) {
	if fn != nil {
		fn()
	}
}

// Cache keeps what the hot path reads for a short time. Changes made by this
// process drop their entry at once; those of other nodes show within cacheLife.
type Cache[T any] struct{ entries sync.Map }

const cacheLife = time.Second

type cached[T any] struct {
	value T
	until time.Time
}

// Get returns what is remembered of the key, or what load returns.
func (c *Cache[T]) Get(key string, load func() (T, error)) (T, error) {
	if v, fresh := c.Fresh(key); fresh {
		return v, nil
	}
	v, err := load()
	if err == nil {
		c.entries.Store(key, cached[T]{v, time.Now().Add(cacheLife)})
	}
	return v, err
}

// Fresh returns what is remembered of the key and not too old.
func (c *Cache[T]) Fresh(key string) (v T, ok bool) {
	if e, found := c.entries.Load(key); found {
		if e := e.(cached[T]); time.Now().Before(e.until) {
			return e.value, true
		}
	}
	return v, false
}

// Peek returns what is remembered, however old.
func (c *Cache[T]) Peek(key string) (v T, ok bool) {
	e, ok := c.entries.Load(key)
	if ok {
		v = e.(cached[T]).value
	}
	return v, ok
}

// Drop forgets a key.
func (c *Cache[T]) Drop(key string) { c.entries.Delete(key) }

// Clear forgets everything.
func (c *Cache[T]) Clear() { c.entries.Clear() }

// Sweep forgets what is stale, so that a cache holds no more than is in use.
func (c *Cache[T]) Sweep() {
	now := time.Now()
	c.entries.Range(func(k, e any) bool {
		if now.After(e.(cached[T]).until) {
			c.entries.Delete(k)
		}
		return true
	})
}

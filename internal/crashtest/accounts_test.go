package crashtest

import (
	"encoding/json"
)

// aiCallRow is a row of GET /v1/ai/calls.
type aiCallRow struct {
	ConversationID string
	OK             bool
	Class          string
	Estimated      bool // nobody told: the call was broken off
	Tokens         struct{ Total int64 }
}

// verifyAccounts checks that what was told of tokens and cache is on record,
// and that nothing is on record which the providers did not tell. What a
// process had asked when it was killed is not.
func (v *visitors) verifyAccounts(told *toldOf) {
	t, used, hits, rows := v.w.t, map[string]int64{}, map[string]int{}, int64(0)
	t.Helper()
	for cursor := ""; ; {
		var page struct {
			Data       []aiCallRow
			NextCursor *string
		}
		v.w.api(v.w.nodes[0].url, "GET", "/v1/ai/calls?limit=200&cursor="+cursor, nil, &page)
		for _, c := range page.Data {
			if c.Class == "cache_hit" {
				hits[c.ConversationID]++
				continue
			}
			if c.Estimated {
				continue
			}
			used[c.ConversationID] += c.Tokens.Total
			rows += c.Tokens.Total
		}
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	told2, hits2 := map[string]int64{}, map[string]int{}
	for _, list := range told.upserts {
		for _, u := range list {
			told2[u.ConversationID] += u.AITokensUsed
			if u.CacheHit {
				hits2[u.ConversationID]++
			}
		}
	}
	for conversation, n := range told2 {
		// More, where a kill came between the record of the calls and the reply.
		if used[conversation] < n || hits[conversation] != hits2[conversation] {
			t.Errorf("%s: %d tokens and %d hits are on record, %d and %d were told", conversation, used[conversation], hits[conversation], n, hits2[conversation])
		}
	}
	var truth struct {
		Usage map[string]struct{ InputUncached, CacheRead, CacheWrite, Output, Reasoning int64 }
	}
	if err := json.Unmarshal(v.w.control("GET", "/_sandbox/ai", nil), &truth); err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, u := range truth.Usage {
		sum += u.InputUncached + u.CacheRead + u.CacheWrite + u.Output + u.Reasoning
	}
	if rows > sum {
		t.Errorf("%d tokens are on record, and the providers told of %d", rows, sum)
	}
	v.count["tokens on record"], v.count["tokens told by the providers"] = int(rows), int(sum)
}

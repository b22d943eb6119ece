package message

import (
	"log/slog"
	"time"

	"service.example/crm/internal/db"
)

// ShareOf is the share that a node may have of a pace, beside nodes that have
// shares and may be short.
func ShareOf(whole, nodes int64, short bool, shares []int64, shorts []bool) int64 {
	var others []paceClaim
	for i, share := range shares {
		others = append(others, paceClaim{share: share, short: shorts[i]})
	}
	return shareOf(whole, nodes, short, others)
}

// PaceOf is a pace without the rest of the service.
func PaceOf(base *db.DB, owner func() string, perSecond int) *Pace {
	return newPace(base, slog.New(slog.DiscardHandler), owner, func(string, string) int { return perSecond })
}

// Calls takes a call of a number as the job of a message does, or says how long
// until the next one.
func (p *Pace) Calls(workspaceID, numberID string, now time.Time) time.Duration {
	wait := p.wait(numberID, now)
	if wait == 0 {
		p.learn(numberID, workspaceID)
	}
	return wait
}

// ProviderIDTaken is providerIDTaken.
var ProviderIDTaken = providerIDTaken

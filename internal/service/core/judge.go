package core

import (
	"context"

	"service.example/crm/internal/db"
)

// OnlyJudge marks a context in which use cases say what is wrong with a request
// and do nothing: neither here nor outside.
func OnlyJudge(ctx context.Context) context.Context { return db.OnlyJudge(ctx) }

// Outside is asked before anybody outside is: it is the end of what is only
// judged.
func Outside(ctx context.Context) error {
	if db.Judging(ctx) {
		return db.ErrJudged
	}
	return nil
}

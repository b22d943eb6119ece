package db

import (
	"context"
	"errors"
)

type judgeContext struct{}

// ErrJudged is the end of an update that changed nothing because it was only to
// be judged.
var ErrJudged = errors.New("only judged")

// OnlyJudge marks a context whose updates find what is wrong with them and
// change nothing: each ends with its own error, or with ErrJudged.
func OnlyJudge(ctx context.Context) context.Context {
	return context.WithValue(ctx, judgeContext{}, true)
}

// Judging reports whether updates made with the context change nothing.
func Judging(ctx context.Context) bool {
	judging, _ := ctx.Value(judgeContext{}).(bool)
	return judging
}

// judged is an update that undoes what it did.
func judged(fn func(*Tx) error) func(*Tx) error {
	return func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return ErrJudged
	}
}

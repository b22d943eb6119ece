package core

import "time"

func Optional(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

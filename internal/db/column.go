package db

import (
	"encoding/json"
	"time"
)

// Columns carry no NULLs: an absent time is 0 and an absent text "".

// Ms is a time as a column has it, in milliseconds since 1970.
func Ms(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// MsOf is Ms of a time that may be absent.
func MsOf(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return Ms(*t)
}

// At is the time of a column, in UTC.
func At(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// AtOf is the time of a column, nil when it is absent.
func AtOf(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := At(ms)
	return &t
}

// Text is a value as JSON, which no statement looks into.
func Text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("db: " + err.Error()) // only values of ours, which always marshal
	}
	return string(b)
}

// TextOf is Text of a value that may be absent.
func TextOf[T any](v *T) string {
	if v == nil {
		return ""
	}
	return Text(v)
}

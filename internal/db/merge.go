package db

import (
	"cmp"
	"fmt"
	"slices"
)

// queueMerged puts what was kept for the end into the last round trip: one
// statement for all rows of each kind, in the order of registration but for what goes last, so that
// transactions that run side by side take their locks in the same order. With
// soon it does so only for those whose effect a question may see.
func (c *postgresConn) queueMerged(soon bool) {
	if len(c.late) == 0 {
		return
	}
	var rows, rest []queued
	for _, q := range c.late {
		if soon && !q.stmt.soon {
			rest = append(rest, q)
		} else {
			rows = append(rows, q)
		}
	}
	slices.SortStableFunc(rows, func(a, b queued) int { return cmp.Compare(a.stmt.order, b.stmt.order) })
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].stmt == rows[0].stmt {
			n++
		}
		for same := rows[:n]; len(same) > 0; {
			var again []queued
			if same[0].stmt.soon {
				same, again = firsts(same)
			}
			c.queueRows(same)
			same = again
		}
		rows = rows[n:]
	}
	c.late = rest
}

// firsts sets apart rows with a key that came before: a statement changes a
// row only once.
func firsts(rows []queued) (first, again []queued) {
	seen := make(map[string]bool, len(rows))
	for _, q := range rows {
		if key := q.key(); seen[key] {
			again = append(again, q)
		} else {
			seen[key] = true
			first = append(first, q)
		}
	}
	return first, again
}

func (c *postgresConn) queueRows(rows []queued) {
	slices.SortStableFunc(rows, func(a, b queued) int { return cmp.Compare(a.key(), b.key()) })
	seen := make(map[string]bool, len(rows))
	byKey := make(map[string]queued, len(rows))
	for _, q := range rows {
		byKey[q.key()] = q
	}
	all := queued{
		each: func(r Row) error {
			var key, text string
			if err := r.Scan(&key, &text); err != nil {
				return err
			}
			seen[key] = true
			if q := byKey[key]; q.each != nil {
				return q.each(textRow(text))
			}
			return nil
		},
		done: func(int64) error {
			for _, q := range rows {
				if q.done == nil {
					continue
				}
				changed := int64(0)
				if seen[q.key()] {
					changed = 1
				}
				if err := q.done(changed); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.postStmt(all, rows[0].stmt, rows[0].stmt.merged, columns(rows))
}

// key is the first argument, or the first ones, which tell the rows of a merged
// statement apart.
func (q queued) key() string {
	key := fmt.Sprint(q.args[0])
	for i := 1; i < q.stmt.keys; i++ {
		key += "/" + fmt.Sprint(q.args[i])
	}
	return key
}

// columns turns rows of arguments into one array per column.
func columns(rows []queued) []any {
	out := make([]any, len(rows[0].args))
	for i := range out {
		switch rows[0].args[i].(type) {
		case string:
			out[i] = column[string](rows, i)
		case bool:
			out[i] = column[bool](rows, i)
		case []byte:
			blobs := column[[]byte](rows, i)
			for n := range blobs {
				if blobs[n] == nil {
					blobs[n] = []byte{} // nil would be NULL
				}
			}
			out[i] = blobs
		default:
			numbers := make([]int64, len(rows))
			for n, q := range rows {
				switch v := q.args[i].(type) {
				case int64:
					numbers[n] = v
				case int:
					numbers[n] = int64(v)
				}
			}
			out[i] = numbers
		}
	}
	return out
}

func column[T any](rows []queued, i int) []T {
	out := make([]T, len(rows))
	for n, q := range rows {
		out[n], _ = q.args[i].(T)
	}
	return out
}

// textRow is the one text that a merged statement returns for a row.
type textRow string

// Scan copies the text.
func (t textRow) Scan(dest ...any) error {
	if s, ok := dest[0].(*string); ok && len(dest) == 1 {
		*s = string(t)
		return nil
	}
	return fmt.Errorf("a merged statement returns one text")
}

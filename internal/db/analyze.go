package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"service.example/crm/internal/sealed"
)

// Analyze lets PostgreSQL look at its tables, as it does by and by while a service
// runs on them. The embedded engine keeps no statistics.
func (db *DB) Analyze(ctx context.Context) error {
	e, ok := db.engine.(*postgresEngine)
	if !ok {
		return nil
	}
	_, err := e.pool.Exec(ctx, "VACUUM (ANALYZE)")
	return err
}

// Storage is what a database takes up.
type Storage struct {
	Bytes int64 // of the database: on the embedded engine, of its file
	Log   int64 // bytes of the write-ahead log; -1 where the database does not say
	Free  int64 // bytes of the file that are free for new rows; -1 where that is not known
	Table []TableStorage
}

// TableStorage is what one table takes up.
type TableStorage struct {
	Name string
	Rows int64
	// How says what Rows is.
	How RowCount
	// Bytes are those of the table with its indexes, Indexes those of the indexes
	// alone; -1 where that is not known.
	Bytes, Indexes int64
}

// RowCount says how the rows of a table were counted.
type RowCount string

// How rows are counted.
const (
	RowsExact    RowCount = "exact"
	RowsEstimate RowCount = "estimate" // of the statistics that PostgreSQL keeps
	RowsAtLeast  RowCount = "at_least" // counting stopped there
	RowsUnknown  RowCount = "unknown"
)

const (
	// mostCounted is how many rows of a table the embedded engine, which keeps no
	// statistics, counts; countTime is how long it counts at all.
	mostCounted = 5000
	countTime   = 400 * time.Millisecond
)

var (
	tableSizesSQL = PostgresSQL(`SELECT c.relname, CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint ELSE pg_stat_get_live_tuples(c.oid) END, pg_total_relation_size(c.oid), pg_indexes_size(c.oid)
		FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY 3 DESC, 1 LIMIT 1000`)
	databaseSizeSQL = PostgresSQL(`SELECT pg_database_size(current_database()), has_function_privilege('pg_ls_waldir()', 'execute')`)
	walSizeSQL      = PostgresSQL(`SELECT coalesce(sum(size), 0)::bigint FROM pg_ls_waldir()`)
)

// Storage returns what the database takes up, largest tables first. It counts no table
// to its end: what it costs does not grow with the rows.
func (db *DB) Storage(ctx context.Context) (s Storage, err error) {
	err = db.View(ctx, func(tx *Tx) error {
		if c, ok := tx.conn.(*sqliteConn); ok {
			s, err = c.storage()
			return err
		}
		s = Storage{Log: -1, Free: -1}
		mayList := false
		if _, err := tx.One(databaseSizeSQL, []any{&s.Bytes, &mayList}); err != nil {
			return err
		}
		if mayList {
			if _, err := tx.One(walSizeSQL, []any{&s.Log}); err != nil {
				return err
			}
		}
		return tx.Each(tableSizesSQL, func(r Row) error {
			t := TableStorage{How: RowsEstimate}
			err := r.Scan(&t.Name, &t.Rows, &t.Bytes, &t.Indexes)
			s.Table = append(s.Table, t)
			return err
		})
	})
	return s, err
}

// storage is that of the file. How much of it is whose would take reading all of it.
func (c *sqliteConn) storage() (s Storage, err error) {
	number := func(sql string) (n int64) {
		p, _, failed := c.c.Prepare(sql)
		if failed == nil {
			if p.Step() {
				n = p.ColumnInt64(0)
			}
			failed = p.Close()
		}
		err = errors.Join(err, failed)
		return n
	}
	s.Bytes, s.Free = number("PRAGMA page_count")*sealed.PageSize, number("PRAGMA freelist_count")*sealed.PageSize
	if info, failed := os.Stat(c.c.Filename("main").Database() + "-wal"); failed == nil {
		s.Log = info.Size()
	}
	p, _, failed := c.c.Prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
	if failed != nil {
		return s, failed
	}
	for p.Step() {
		s.Table = append(s.Table, TableStorage{Name: p.ColumnText(0), How: RowsUnknown, Bytes: -1, Indexes: -1})
	}
	err = errors.Join(err, p.Close())
	until := time.Now().Add(countTime)
	for i := range s.Table {
		t := &s.Table[i]
		if time.Now().After(until) {
			break
		}
		t.Rows, t.How = number(fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %q LIMIT %d)", t.Name, mostCounted)), RowsExact
		if t.Rows == mostCounted {
			t.How = RowsAtLeast
		}
	}
	slices.SortStableFunc(s.Table, func(a, b TableStorage) int { return cmp.Compare(b.Rows, a.Rows) })
	return s, err
}

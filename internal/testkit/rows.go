package testkit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/db"
	"service.example/crm/internal/sealed"
)

// Row is one row of the database: int64, string, []byte or bool per column.
type Row map[string]any

// Rows runs a query beside the service, on a connection of its own.
func (k *Kit) Rows(format string, args ...any) []Row {
	k.t.Helper()
	k.sql.Lock()
	defer k.sql.Unlock()
	query := k.querySQLite
	if db.IsPostgres(k.url) {
		query = k.queryPostgres
	}
	list, err := query(fmt.Sprintf(format, args...))
	k.Must(err)
	return list
}

// Count counts the rows of a table, with an optional condition.
func (k *Kit) Count(table string, where ...string) int {
	k.t.Helper()
	sql := "SELECT count(*) AS n FROM " + table
	if len(where) > 0 {
		sql += " WHERE " + where[0]
	}
	return int(k.Rows("%s", sql)[0]["n"].(int64))
}

func (k *Kit) querySQLite(sql string) (out []Row, err error) {
	if k.sqlite == nil {
		if k.sqlite, err = openSQLite(k.url, k.key); err != nil {
			return nil, err
		}
	}
	s, _, err := k.sqlite.Prepare(sql)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for s.Step() {
		row := Row{}
		for i := range s.ColumnCount() {
			switch s.ColumnType(i) {
			case sqlite3.INTEGER:
				row[s.ColumnName(i)] = s.ColumnInt64(i)
			case sqlite3.BLOB:
				row[s.ColumnName(i)] = s.ColumnBlob(i, nil)
			default:
				row[s.ColumnName(i)] = s.ColumnText(i)
			}
		}
		out = append(out, row)
	}
	return out, s.Err()
}

func openSQLite(file string, key []byte) (*sqlite3.Conn, error) {
	fileSystem, _ := sealed.Register(key)
	c, err := sqlite3.OpenFlags("file:"+file+"?vfs="+fileSystem, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	// The service writes the log back; this connection must not.
	err = c.Exec("PRAGMA temp_store=memory; PRAGMA wal_autocheckpoint=0; PRAGMA query_only=on")
	return c, errors.Join(err, c.BusyTimeout(Patience))
}

func (k *Kit) queryPostgres(sql string) (out []Row, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if k.postgres == nil {
		if k.postgres, err = pgx.Connect(ctx, k.url); err != nil {
			return nil, err
		}
	}
	rows, err := k.postgres.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return nil, err
		}
		row := Row{}
		for i, f := range rows.FieldDescriptions() {
			row[f.Name] = values[i]
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func (k *Kit) closeQueries() {
	k.sql.Lock()
	defer k.sql.Unlock()
	if k.sqlite != nil {
		k.Must(k.sqlite.Close())
	}
	if k.postgres != nil {
		k.Must(k.postgres.Close(context.Background()))
	}
}

// Quiet waits until no job and no delivery is due and no bulk redelivery looks
// for events.
func (k *Kit) Quiet() {
	k.t.Helper()
	is := false
	defer func() {
		if !is {
			k.t.Logf("due: %d undelivered, jobs %v, redeliveries %v, deliveries %v", k.App.Undelivered(),
				k.Rows("SELECT * FROM jobs WHERE run_at <= %d LIMIT 10", k.Now().UnixMilli()),
				k.Rows("SELECT * FROM redeliveries WHERE run_phase = 'collecting' AND run_ended_at = 0 LIMIT 10"),
				k.Rows("SELECT * FROM deliveries WHERE state = 'pending' AND next_at <= %d LIMIT 10", k.Now().UnixMilli()))
		}
	}()
	k.Eventually("no job and no delivery is due", k.quiet)
	is = true
}

func (k *Kit) quiet() bool {
	now := k.Now().UnixMilli()
	return k.App.Undelivered() == 0 && k.Count("jobs", fmt.Sprintf("run_at <= %d", now)) == 0 &&
		k.Count("redeliveries", "run_phase = 'collecting' AND run_ended_at = 0") == 0 &&
		k.Count("deliveries", fmt.Sprintf("state = 'pending' AND next_at <= %d", now)) == 0 && k.told() && k.App.Undelivered() == 0
}

// told waits until what was committed has been told to the deliveries, which
// each writer does before its next transaction.
func (k *Kit) told() bool {
	var all sync.WaitGroup
	for i := range 16 { // some of them for every writer, which takes them together
		all.Go(func() {
			if err := k.DB().Update(context.Background(), fmt.Sprint(i), func(*db.Tx) error { return nil }); err != nil {
				k.t.Error(err)
			}
		})
	}
	all.Wait()
	return true
}

// Settle waits until nothing is due here and nothing is on its way at the
// simulator either: every status was posted and applied.
func (k *Kit) Settle() {
	k.t.Helper()
	k.Eventually("everything has settled", func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		// Twice: what was queued here may have made statuses meanwhile.
		return k.quiet() && k.Sandbox().Wait(ctx) == nil && k.quiet() && k.Sandbox().Wait(ctx) == nil
	})
}

// Notified waits until members were told of everything that was committed.
func (k *Kit) Notified() {
	k.Eventually("members are told of everything", func() bool {
		behind, err := k.App.Service.Notification.Behind(context.Background())
		return err == nil && len(behind) == 0
	})
}

// Ruled waits until rules of deals acted on everything that was committed.
func (k *Kit) Ruled() {
	k.Eventually("rules of deals acted on everything", func() bool {
		behind, err := k.App.Service.DealRule.Behind(context.Background())
		return err == nil && len(behind) == 0
	})
}

// Compared waits until everything that was committed was compared with proposals.
func (k *Kit) Compared() {
	k.Eventually("proposals are compared with everything", func() bool {
		behind, err := k.App.Service.Proposal.Behind(context.Background())
		return err == nil && len(behind) == 0
	})
}

// Indexed waits until everything that was committed can be found by its words.
func (k *Kit) Indexed() {
	k.Eventually("everything is indexed", func() bool {
		_, waiting, err := k.App.Service.Search.Lag(context.Background())
		return err == nil && waiting == 0
	})
}

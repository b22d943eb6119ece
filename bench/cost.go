package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// reading is what a database has written so far.
type reading struct {
	diskKB float64 // that its files take
	// Of PostgreSQL:
	walKB         float64 // of the whole server
	transactions  float64
	rows          float64 // inserted, updated or deleted
	updates, hot  float64 // hot: without a new index entry
	indexEntries  float64 // inserts and updates that are not hot, times the indexes of their table
	unknownReason string  // why PostgreSQL tells nothing
}

// PostgreSQL's own counts. A back end hands its counts over once a second while
// it works: the last second of a phase may be missing.
const readPostgres = `SELECT (pg_current_wal_lsn() - '0/0') / 1024.0, pg_database_size(current_database()) / 1024.0,
	(SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()),
	coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0), coalesce(sum(n_tup_upd), 0), coalesce(sum(n_tup_hot_upd), 0),
	coalesce(sum((n_tup_ins + n_tup_upd - n_tup_hot_upd) * (SELECT count(*) FROM pg_index i WHERE i.indrelid = s.relid)), 0)
	FROM pg_stat_user_tables s`

// read reads what the database has written so far.
func (d *database) read(ctx context.Context) (r reading) {
	if d.dir != "" {
		r.diskKB = folderKB(d.dir)
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, d.url)
	if err == nil {
		defer c.Close(ctx)
		err = c.QueryRow(ctx, readPostgres).Scan(&r.walKB, &r.diskKB, &r.transactions, &r.rows, &r.updates, &r.hot, &r.indexEntries)
	}
	if err != nil {
		r.unknownReason = err.Error()
	}
	return r
}

// folderKB is what the files of a folder take.
func folderKB(dir string) (kb float64) {
	_ = filepath.WalkDir(dir, func(_ string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return nil // a file that is gone takes nothing
		}
		if info, err := f.Info(); err == nil {
			kb += float64(info.Size()) / 1024
		}
		return nil
	})
	return kb
}

// cost is what one message cost, to its end.
type cost struct {
	Messages     int     `json:"messages"`
	ServeMs      float64 `json:"serveMs"` // of processor time
	DatabaseMs   float64 `json:"databaseMs"`
	WrittenKB    float64 `json:"writtenKB"` // by serve
	DiskKB       float64 `json:"diskKB"`    // that the database grew by
	WALKB        float64 `json:"walKB,omitempty"`
	Transactions float64 `json:"transactions,omitempty"`
	Rows         float64 `json:"rows,omitempty"`
	IndexEntries float64 `json:"indexEntries,omitempty"`
	HotShare     float64 `json:"hotShare,omitempty"` // of the updates
	Unknown      string  `json:"unknown,omitempty"`
}

// costOf divides what was used and written between two readings among messages.
func costOf(messages int, u usage, before, after reading) cost {
	n := float64(max(1, messages))
	c := cost{Messages: messages, ServeMs: 1000 * u.Serve / n, DatabaseMs: 1000 * u.Database / n, WrittenKB: u.DiskMB * 1e6 / 1024 / n,
		DiskKB: (after.diskKB - before.diskKB) / n, WALKB: (after.walKB - before.walKB) / n, Transactions: (after.transactions - before.transactions) / n,
		Rows: (after.rows - before.rows) / n, IndexEntries: (after.indexEntries - before.indexEntries) / n, Unknown: before.unknownReason + after.unknownReason}
	if updates := after.updates - before.updates; updates > 0 {
		c.HotShare = (after.hot - before.hot) / updates
	}
	return c
}

func (c cost) String() string {
	text := fmt.Sprintf("a message cost: serve %.2f ms, %.1f KB written, %.1f KB of disk", c.ServeMs, c.WrittenKB, c.DiskKB)
	if c.WALKB > 0 {
		text += fmt.Sprintf("; database %.2f ms, %.1f KB of WAL, %.2f transactions, %.1f rows, %.1f index entries, %.0f %% of updates hot",
			c.DatabaseMs, c.WALKB, c.Transactions, c.Rows, c.IndexEntries, 100*c.HotShare)
	}
	if c.Unknown != "" {
		text += "; PostgreSQL tells nothing: " + c.Unknown
	}
	return text
}

// costTable renders what a message cost in each phase.
func costTable(b *strings.Builder, phases []line) {
	b.WriteString("\n## What a message cost, to its end\n\nProcessor time and what serve wrote to disk; the growth of the database's files; of PostgreSQL its WAL, its transactions, rows written, entries in indexes, and the share of updates without one.\n\n")
	rows := [][]string{{"engine", "phase", "messages", "serve, ms", "PostgreSQL, ms", "written, KB", "disk, KB", "WAL, KB", "transactions", "rows", "index entries", "hot updates"}}
	for _, p := range phases {
		c := p.Cost
		row := []string{p.Engine, p.Name, number(float64(c.Messages)), fmt.Sprintf("%.2f", c.ServeMs), "", fmt.Sprintf("%.1f", c.WrittenKB), fmt.Sprintf("%.1f", c.DiskKB), "", "", "", "", ""}
		if c.WALKB > 0 {
			row[4] = fmt.Sprintf("%.2f", c.DatabaseMs)
			row[7], row[8], row[9], row[10], row[11] = fmt.Sprintf("%.1f", c.WALKB), fmt.Sprintf("%.2f", c.Transactions), fmt.Sprintf("%.1f", c.Rows),
				fmt.Sprintf("%.1f", c.IndexEntries), fmt.Sprintf("%.0f %%", 100*c.HotShare)
		}
		rows = append(rows, row)
	}
	table(b, rows)
}

package search

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	foundColumns = `d.id, d.number, d.conversation_id, d.phone_number_id, d.direction`
	foundFilter  = ` AND ($6 = '' OR d.phone_number_id = $6) AND ($7 = '' OR d.direction = $7)`

	insertDocument  = `INSERT INTO search_documents (workspace_id, id, number, conversation_id, phone_number_id, direction, holders, words) `
	replaceDocument = ` ON CONFLICT (workspace_id, id) DO UPDATE SET conversation_id = excluded.conversation_id, phone_number_id = excluded.phone_number_id,
		holders = excluded.holders, words = excluded.words`
)

// inReach is the rule of reach over a document: of its conversation, or of its contact.
var inReach = ` AND ($8 = '` + string(crm.ReachAll) + `' AND $12 = '' OR CASE WHEN d.conversation_id <> '' THEN ` + reach.OfConversation("d.workspace_id", "d.conversation_id", 8) +
	` ELSE ` + reach.OfContact("d.workspace_id", "d.id", 8) + ` END)`

// askReach makes a statement of how documents d are read in the order of their numbers, at
// most $13 of them. It gives those in reach, $5 at most, and behind them, without an
// identifier, the lowest number of all and how many there were: the rule of reach is asked
// of so many at once, however few are in reach.
func askReach(with, d string) string {
	return `WITH ` + with + `d AS MATERIALIZED (` + d + ` LIMIT $13)
		SELECT * FROM (SELECT ` + foundColumns + `, 0 AS looked FROM d WHERE TRUE` + inReach + ` LIMIT $5) f
		UNION ALL SELECT '', coalesce(min(d.number), 0), '', '', '', count(*) FROM d`
}

var (
	// The index of words gives its rows by their numbers, highest first, without
	// sorting them.
	findEmbeddedSQL = db.EmbeddedSQL(askReach("", `SELECT d.workspace_id, `+foundColumns+` FROM search_words w CROSS JOIN search_documents d ON d.workspace_id = $1 AND d.number = w.rowid
		WHERE w.words MATCH $2 AND w.rowid < $3 AND w.rowid >= $4`+foundFilter+` ORDER BY w.rowid DESC`)).By("search_documents_number")
	// What the words find in the spans is sorted, which is little. (That the words are asked for
	// alone keeps PostgreSQL from reading all documents by another index.)
	findPostgresSQL = db.PostgresSQL(askReach(`w AS MATERIALIZED (SELECT workspace_id, id, number, conversation_id, phone_number_id, direction FROM search_documents
			WHERE words @@ CAST($2 AS tsquery)),
		`, `SELECT d.* FROM w d WHERE d.workspace_id = $1 AND d.number < $3 AND d.number >= $4`+foundFilter+` ORDER BY d.number DESC`)).
		ByOnPostgres("search_documents_words")
	// Of a word that is everywhere, the newest documents have a page.
	peekPostgresSQL = db.PostgresSQL(askReach(`w AS MATERIALIZED (SELECT workspace_id, id, number, conversation_id, phone_number_id, direction, words FROM search_documents
			WHERE workspace_id = $1 AND number < $3 AND number >= $4 ORDER BY number DESC LIMIT `+strconv.Itoa(peekDocuments)+`),
		`, `SELECT d.* FROM w d WHERE words @@ CAST($2 AS tsquery)`+foundFilter+` ORDER BY d.number DESC`)).
		ByOnPostgres("search_documents_number")

	selectDocumentSQL = db.SQL(`SELECT id, number, holders FROM search_documents WHERE workspace_id = $1 AND id = $2`).
				ForMany(`SELECT u.n, d.id, d.number, d.holders FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n)
			JOIN search_documents d ON d.workspace_id = u.workspace AND d.id = u.id`)
	takenSQL = db.SQL(`SELECT number FROM search_documents WHERE workspace_id = $1 AND number = $2`).
			ForMany(`SELECT u.n, d.number FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u (workspace, number, n)
			JOIN search_documents d ON d.workspace_id = u.workspace AND d.number = u.number`)
	// Workspaces share the numbers of the embedded index.
	takenEmbeddedSQL  = db.EmbeddedSQL(`SELECT rowid FROM search_words WHERE rowid = $1`)
	insertEmbeddedSQL = db.EmbeddedSQL(`INSERT INTO search_documents (workspace_id, id, number, conversation_id, phone_number_id, direction, holders) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, id) DO UPDATE SET conversation_id = excluded.conversation_id, phone_number_id = excluded.phone_number_id, holders = excluded.holders`)
	insertWordsSQL    = db.EmbeddedSQL(`INSERT INTO search_words (rowid, words) VALUES ($1, $2)`)
	deleteWordsSQL    = db.EmbeddedSQL(`DELETE FROM search_words WHERE rowid = $1`)
	insertPostgresSQL = db.PostgresMerged(insertDocument+`VALUES ($1, $2, $3, $4, $5, $6, $7, CAST($8 AS tsvector))`+replaceDocument,
		insertDocument+`SELECT u.workspace, u.id, u.number, u.conversation, u.phone, u.direction, u.holders, CAST(u.words AS tsvector)
		FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
			AS u (workspace, id, number, conversation, phone, direction, holders, words)`+replaceDocument).KeyOf(2).BeforeReads()
	deleteDocumentSQL = db.SQL(`DELETE FROM search_documents WHERE workspace_id = $1 AND id = $2`)
	insertSpanSQL     = db.SQL(`INSERT INTO search_spans (workspace_id, kind, span) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	selectSpansSQL    = db.SQL(`SELECT span FROM search_spans WHERE workspace_id = $1 AND kind = $2 AND span <= $3 AND span >= $4 ORDER BY span DESC LIMIT $5`)

	// Rewrites a part of the index of words, without what was removed.
	cleanSQL        = db.EmbeddedSQL(`INSERT INTO search_words (search_words, rank) VALUES ('merge', $1)`)
	totalChangesSQL = db.EmbeddedSQL(`SELECT total_changes()`)
)

// narrowed is what the rows of a page of candidates have in common.
type narrowed struct {
	kind          Kind
	conversations []string
	phoneNumberID string
	direction     crm.Direction
	reach         crm.Reach
	newest        bool  // only one span is looked at
	ask           int   // of how many documents it is asked whether they are in reach
	below, from   int64 // numbers: below is not included
}

const (
	// peekDocuments is how many of the newest documents are looked at before the index is
	// asked, which reads every document of a span that has a word.
	peekDocuments = 500
	// reachDocuments is of how many documents a statement asks whether they are in reach. The
	// first one asks of twice the candidates: where the index knows who has them, most are.
	reachDocuments = 1000
)

// candidates returns documents in reach that the index finds by an expression, highest
// number first, and the number from which on all were looked at, 0 for the end.
func candidates(tx *db.Tx, workspaceID, expression string, n narrowed, limit int) (out []document, floor int64, err error) {
	if !tx.OnPostgres() {
		return n.find(tx, findEmbeddedSQL, workspaceID, expression, limit)
	}
	if n.newest && n.reach.IsWhole() {
		if out, floor, err = n.find(tx, peekPostgresSQL, workspaceID, expression, limit); err != nil || len(out) == limit {
			return out, floor, err
		}
	}
	return n.find(tx, findPostgresSQL, workspaceID, expression, limit)
}

// errDisorder is what no engine should come to: a page would leave something out.
var errDisorder = errors.New("search: documents are not in the order of their numbers")

func (n narrowed) find(tx *db.Tx, which *db.Stmt, workspaceID, expression string, limit int) (out []document, floor int64, err error) {
	most := limit
	if !n.reach.IsWhole() {
		most = max(limit, n.ask)
	}
	var lowest, looked int64
	args := append([]any{workspaceID, expression, n.below, n.from, limit, n.phoneNumberID, string(n.direction)}, reach.Args(n.reach)...)
	err = tx.Each(which, func(r db.Row) error {
		var d document
		if err := r.Scan(&d.id, &d.number, &d.conversationID, &d.phoneNumberID, (*string)(&d.direction), &looked); err != nil {
			return err
		}
		if d.id == "" {
			lowest = d.number
			return nil
		}
		if len(out) > 0 && d.number > out[len(out)-1].number {
			return errDisorder
		}
		out = append(out, d)
		return nil
	}, append(args, most)...)
	switch {
	case len(out) == limit:
		floor = out[limit-1].number
	case looked == int64(most):
		floor = lowest
	}
	return out, floor, err
}

// spans returns the newest spans of a kind between two that have documents.
func spans(tx *db.Tx, workspaceID string, kind Kind, newest, oldest int64, limit int) (out []int64, err error) {
	err = tx.Each(selectSpansSQL, func(r db.Row) error {
		var span int64
		err := r.Scan(&span)
		out = append(out, span)
		return err
	}, workspaceID, string(kind), newest, oldest, limit)
	return out, err
}

// knownOf returns what is stored of documents that are in the index.
func knownOf(tx *db.Tx, workspaceID string, ids []string) (map[string]known, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	out := make(map[string]known, len(ids))
	err := tx.EachOf(selectDocumentSQL, rows, func(_ int, r db.Row) error {
		var id string
		var k known
		err := r.Scan(&id, &k.number, &k.holders)
		out[id] = k
		return err
	})
	return out, err
}

// putDocuments stores documents with their words; stored are those that are there
// already, which are replaced.
func putDocuments(tx *db.Tx, workspaceID string, list []document, stored map[string]known) error {
	if err := takeNumbers(tx, workspaceID, list, stored); err != nil {
		return err
	}
	// The embedded index of words gathers what is written in the order of its numbers; each
	// step back makes it write a segment, which others are merged with later.
	slices.SortStableFunc(list, func(a, b document) int { return cmp.Compare(a.number, b.number) })
	type place struct {
		kind Kind
		span int64
	}
	places := map[place]bool{}
	for _, d := range list {
		if p := (place{kindOf(d.id), kindOf(d.id).spanOf(d.number)}); !places[p] {
			places[p] = true
			tx.Write(insertSpanSQL, workspaceID, string(p.kind), p.span)
		}
		words := d.stored(workspaceID)
		args := []any{workspaceID, d.id, d.number, d.conversationID, d.phoneNumberID, string(d.direction), strings.Join(d.holders, " ")}
		if tx.OnPostgres() {
			tx.Write(insertPostgresSQL, append(args, vectorText(words))...)
			continue
		}
		if _, again := stored[d.id]; again {
			tx.Write(deleteWordsSQL, d.number)
		}
		tx.Write(insertEmbeddedSQL, args...)
		tx.Write(insertWordsSQL, d.number, strings.Join(words, " "))
	}
	return nil
}

// takeNumbers gives each document the number that is stored, else the first free one from
// its own on.
func takeNumbers(tx *db.Tx, workspaceID string, list []document, stored map[string]known) error {
	used := map[int64]bool{}
	asked := make([][]any, 0, len(list))
	var fresh []*document
	for i := range list {
		d := &list[i]
		if k, again := stored[d.id]; again {
			d.number = k.number
			used[d.number] = true
			continue
		}
		fresh = append(fresh, d)
		asked = append(asked, numberArgs(tx, workspaceID, d.number))
	}
	// Almost all of them are free.
	which := takenEmbeddedSQL
	if tx.OnPostgres() {
		which = takenSQL
	}
	if err := tx.EachOf(which, asked, func(_ int, r db.Row) error {
		var number int64
		err := r.Scan(&number)
		used[number] = true
		return err
	}); err != nil {
		return err
	}
	for _, d := range fresh {
		for taken := used[d.number]; taken; {
			d.number++
			var number int64
			var err error
			if taken, err = tx.One(which, []any{&number}, numberArgs(tx, workspaceID, d.number)...); err != nil {
				return err
			}
			taken = taken || used[d.number]
		}
		used[d.number] = true
	}
	return nil
}

func numberArgs(tx *db.Tx, workspaceID string, number int64) []any {
	if tx.OnPostgres() {
		return []any{workspaceID, number}
	}
	return []any{number}
}

// removeDocuments takes documents out of the index.
func removeDocuments(tx *db.Tx, workspaceID string, list map[string]known) {
	inOrder := func(a, b string) int { return cmp.Compare(list[a].number, list[b].number) }
	for _, id := range slices.SortedFunc(maps.Keys(list), inOrder) {
		if !tx.OnPostgres() {
			tx.Write(deleteWordsSQL, list[id].number)
		}
		tx.Write(deleteDocumentSQL, workspaceID, id)
	}
}

// cleanPages is how much of the index of words is rewritten at once, in pages.
const cleanPages = 200

// cleanIndex rewrites a part of the embedded index of words, so that words of
// what was removed leave it, and reports whether nothing is left to do. begin
// makes a new start. PostgreSQL cleans up by itself.
func cleanIndex(tx *db.Tx, begin bool) (done bool, err error) {
	if tx.OnPostgres() {
		return true, nil
	}
	pages := int64(cleanPages)
	if begin {
		pages = -cleanPages
	}
	var before, after int64
	if _, err = tx.One(totalChangesSQL, []any{&before}); err != nil {
		return false, err
	}
	if _, err = tx.Exec(cleanSQL, pages); err != nil {
		return false, err
	}
	_, err = tx.One(totalChangesSQL, []any{&after})
	return after-before < 2, err
}

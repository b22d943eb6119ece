package rating

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const columns = `r.conversation_id, r.phone_number_id, r.team_id, r.agent_id, r.opened_at, r.closed_at, r.by_people, r.state, r.reason, r.method, r.message_id, r.asked_at,
	r.score, r.comment, r.rated_at, r.tapped_in, r.comment_until`

var (
	settingsSQL     = db.SQL(`SELECT body, updated_at FROM rating_settings WHERE workspace_id = $1`)
	saveSettingsSQL = db.SQL(`INSERT INTO rating_settings (workspace_id, body, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`)

	insertSQL = db.SQL(`INSERT INTO ratings (workspace_id, episode_id, conversation_id, phone_number_id, team_id, agent_id, opened_at, closed_at, by_people, state,
		reason, method, message_id, asked_at, score, comment, rated_at, tapped_in, comment_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '', '', 0, 0, '', 0, '', 0) ON CONFLICT DO NOTHING`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM ratings r WHERE r.workspace_id = $1 AND r.episode_id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM ratings r WHERE r.workspace_id = $1 AND r.episode_id = $2 FOR UPDATE`)
	saveSQL   = db.SQL(`UPDATE ratings SET by_people = $3, state = $4, reason = $5, method = $6, message_id = $7, asked_at = $8, score = $9, comment = $10, rated_at = $11,
		tapped_in = $12, comment_until = $13 WHERE workspace_id = $1 AND episode_id = $2`)
	deleteSQL      = db.SQL(`DELETE FROM ratings WHERE workspace_id = $1 AND episode_id = $2`)
	dropPendingSQL = db.SQL(`DELETE FROM ratings WHERE workspace_id = $1 AND episode_id = $2 AND state = 'pending'`)
	// The rating of which a text of the contact may be the comment.
	awaitedSQL = db.SQL(`SELECT r.episode_id FROM ratings r INDEXED BY ratings_comment WHERE r.workspace_id = $1 AND r.tapped_in = $2 AND r.comment_until >= $3 AND r.comment_until > 0
		ORDER BY r.comment_until DESC LIMIT 1`).By("ratings_comment").ByOnPostgres("ratings_comment")
)

// lists are the statements of a list by the filter whose index it goes by; limited
// ones look at the reach of the actor.
type lists struct{ whole, limited, bound *db.Stmt }

// listScan is how many ratings a page goes through at most, of which it shows those
// that the actor reaches.
const listScan = 5000

var (
	listSQL        = listBy("ratings_time", "", "")
	listOfTeamSQL  = listBy("ratings_team", " AND r.team_id = $6", "r.team_id DESC, ")
	listOfAgentSQL = listBy("ratings_agent", " AND r.agent_id = $7", "r.agent_id DESC, ")
	listOfScoreSQL = listBy("ratings_score", " AND r.score = $8", "r.score DESC, ")
)

func listBy(index, of, order string) lists {
	sorted := ` ORDER BY ` + order + `r.rated_at DESC, r.episode_id DESC LIMIT `
	bound := `SELECT r.rated_at, r.episode_id FROM ratings r INDEXED BY ` + index + ` WHERE r.workspace_id = $1 AND r.rated_at > 0` + strings.NewReplacer("$7", "$6", "$8", "$6").Replace(of) +
		` AND (r.rated_at, r.episode_id) < ($2, $3) AND r.rated_at >= $4` + sorted + `1 OFFSET $5`
	text := `SELECT r.episode_id, v.contact_id, ` + columns + ` FROM ratings r INDEXED BY ` + index + `
		JOIN conversations v ON v.workspace_id = r.workspace_id AND v.id = r.conversation_id
		WHERE r.workspace_id = $1 AND r.rated_at > 0` + of + ` AND (r.rated_at, r.episode_id) < ($2, $3) AND r.rated_at >= $4
		AND ($6 = '' OR r.team_id = $6) AND ($7 = '' OR r.agent_id = $7) AND ($8 < 1 OR r.score = $8)`
	text += ` AND (r.rated_at, r.episode_id) >= ($9, $10)`
	return lists{db.SQL(text + sorted + `$5`).By(index).ByOnPostgres(index),
		db.SQL(text + ` AND ` + reach.OfConversation("r.workspace_id", "r.conversation_id", 11) + sorted + `$5`).By(index).ByOnPostgres(index),
		db.SQL(bound).By(index).ByOnPostgres(index)}
}

// settingsOf are those of the workspace, or what holds if nobody has set any.
func settingsOf(tx *db.Tx, workspaceID string) (s crm.RatingSettings, err error) {
	s = crm.DefaultRatingSettings()
	var body string
	var updated int64
	found, err := tx.One(settingsSQL, []any{&body, &updated}, workspaceID)
	if err == nil && found {
		err = json.Unmarshal([]byte(body), &s)
	}
	s.UpdatedAt = db.AtOf(updated)
	return s, err
}

func saveSettings(tx *db.Tx, workspaceID string, s crm.RatingSettings) {
	tx.Write(saveSettingsSQL, workspaceID, db.Text(s), db.MsOf(s.UpdatedAt))
}

// insert stores that the contact of an episode is to be asked.
func insert(tx *db.Tx, r crm.Rating) {
	tx.Write(insertSQL, r.WorkspaceID, r.EpisodeID, r.ConversationID, r.PhoneNumberID, r.TeamID, r.AgentID, db.Ms(r.OpenedAt), db.Ms(r.ClosedAt), r.ByPeople, string(r.State))
}

// row is a row of columns.
type row struct {
	r                                   crm.Rating
	opened, closed, asked, rated, until int64
	state, method                       string
}

func (w *row) dest() []any {
	r := &w.r
	return []any{&r.ConversationID, &r.PhoneNumberID, &r.TeamID, &r.AgentID, &w.opened, &w.closed, &r.ByPeople, &w.state, &r.Reason, &w.method, &r.MessageID, &w.asked,
		&r.Score, &r.Comment, &w.rated, &r.TappedIn, &w.until}
}

func (w *row) rating() crm.Rating {
	r := w.r
	r.State, r.Method = crm.RatingState(w.state), crm.RatingMethod(w.method)
	r.OpenedAt, r.ClosedAt, r.AskedAt, r.RatedAt, r.CommentUntil = db.At(w.opened), db.At(w.closed), db.AtOf(w.asked), db.AtOf(w.rated), db.AtOf(w.until)
	return r
}

// lock returns the rating of an episode and keeps others from changing it; false
// where there is none.
func lock(tx *db.Tx, workspaceID, episodeID string) (crm.Rating, bool, error) {
	return read(tx, lockSQL, workspaceID, episodeID)
}

// look is lock for who only looks.
func look(tx *db.Tx, workspaceID, episodeID string) (crm.Rating, bool, error) {
	return read(tx, selectSQL, workspaceID, episodeID)
}

func read(tx *db.Tx, which *db.Stmt, workspaceID, episodeID string) (crm.Rating, bool, error) {
	w := row{r: crm.Rating{WorkspaceID: workspaceID, EpisodeID: episodeID}}
	found, err := tx.One(which, w.dest(), workspaceID, episodeID)
	return w.rating(), found, err
}

// save stores what was locked.
func save(tx *db.Tx, r crm.Rating) {
	tx.Write(saveSQL, r.WorkspaceID, r.EpisodeID, r.ByPeople, string(r.State), r.Reason, string(r.Method), r.MessageID, db.MsOf(r.AskedAt), r.Score, r.Comment, db.MsOf(r.RatedAt),
		r.TappedIn, db.MsOf(r.CommentUntil))
}

// drop forgets that the contact of an episode was to be asked.
func dropPending(tx *db.Tx, workspaceID, episodeID string) {
	tx.Write(dropPendingSQL, workspaceID, episodeID)
}

func drop(tx *db.Tx, r crm.Rating) { tx.Write(deleteSQL, r.WorkspaceID, r.EpisodeID) }

// awaited returns the episode of which a text in a conversation may be the comment,
// "" for none.
func awaited(tx *db.Tx, workspaceID, conversationID string, wrote time.Time) (episodeID string, err error) {
	_, err = tx.One(awaitedSQL, []any{&episodeID}, workspaceID, conversationID, db.Ms(wrote))
	return episodeID, err
}

// list returns a page of the ratings that an actor reaches, the latest first. A page
// may be short although more follow.
func list(tx *db.Tx, actor crm.Actor, f crm.RatingFilter, p crm.Page) (out crm.List[crm.Rating], err error) {
	before, id, err := place(f, p)
	if err != nil {
		return out, err
	}
	of, by := listSQL, []any{}
	switch {
	case f.AgentID != "":
		of, by = listOfAgentSQL, []any{f.AgentID}
	case f.TeamID != "":
		of, by = listOfTeamSQL, []any{f.TeamID}
	case f.Score > 0:
		of, by = listOfScoreSQL, []any{f.Score}
	}
	var end int64
	endID, bounded := "", false
	if filters(f) > 1 || !actor.Reach.IsWhole() {
		args := append([]any{actor.WorkspaceID, before, id, db.MsOf(f.Since), listScan - 1}, by...)
		if bounded, err = tx.One(of.bound, []any{&end, &endID}, args...); err != nil {
			return out, err
		}
	}
	which, args := of.whole, []any{actor.WorkspaceID, before, id, db.MsOf(f.Since), p.Limit + 1, f.TeamID, f.AgentID, f.Score, end, endID}
	if !actor.Reach.IsWhole() {
		which, args = of.limited, append(args, reach.Args(actor.Reach)...)
	}
	err = tx.Each(which, func(sql db.Row) error {
		w := row{r: crm.Rating{WorkspaceID: actor.WorkspaceID}}
		err := sql.Scan(append([]any{&w.r.EpisodeID, &w.r.ContactID}, w.dest()...)...)
		out.Items = append(out.Items, w.rating())
		return err
	}, args...)
	switch n := len(out.Items); {
	case n > p.Limit:
		out.Items = out.Items[:p.Limit]
		last := out.Items[p.Limit-1]
		out.Next = placeOf(db.MsOf(last.RatedAt), last.EpisodeID)
	case bounded:
		out.Next = placeOf(end, endID)
	}
	return out, err
}

// filters is how many things a list is narrowed by, beside the time.
func filters(f crm.RatingFilter) (n int) {
	for _, set := range []bool{f.AgentID != "", f.TeamID != "", f.Score > 0} {
		if set {
			n++
		}
	}
	return n
}

func placeOf(at int64, episodeID string) string { return strconv.FormatInt(at, 10) + "/" + episodeID }

// place is where a page begins: the time in milliseconds and the episode before which
// its ratings are.
func place(f crm.RatingFilter, p crm.Page) (before int64, episodeID string, err error) {
	before = math.MaxInt64
	if f.Until != nil {
		before = db.Ms(*f.Until)
	}
	if p.After == "" {
		return before, "", nil
	}
	text, id, _ := strings.Cut(p.After, "/")
	at, err := strconv.ParseInt(text, 10, 64)
	if err != nil || at < 1 || !crm.ValidID(crm.PrefixEpisode, id) {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return 0, "", f.Err()
	}
	if at < before {
		return at, id, nil
	}
	return before, "", nil
}

package message

import (
	"context"

	"service.example/crm/internal/db"
)

// paceClaim is what a node has of a number's pace, in thousandths of a message
// per second.
type paceClaim struct {
	node  string
	share int64
	short bool // it would send more
}

// paceKey names a number.
type paceKey struct{ workspaceID, numberID string }

var (
	pacesOfNodeSQL = db.SQL(`SELECT o.workspace_id, o.phone_number_id, o.node, o.share, o.short FROM number_paces m
		JOIN number_paces o ON o.workspace_id = m.workspace_id AND o.phone_number_id = m.phone_number_id WHERE m.node = $1`).
		Unlimited("a node needs all its shares").AcrossWorkspaces("a node asks for the numbers that it uses")
	pacesOfNumberSQL = db.SQL(`SELECT node, share, short FROM number_paces WHERE workspace_id = $1 AND phone_number_id = $2`)
	countSendersSQL  = db.SQL(`SELECT count(*) FROM nodes`)
	// A node that was declared dead gets nothing: nobody would take it back.
	takePaceSQL = db.SQL(`INSERT INTO number_paces (workspace_id, phone_number_id, node, share, short) SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM nodes WHERE id = $3)
		ON CONFLICT (workspace_id, phone_number_id, node) DO UPDATE SET share = excluded.share, short = excluded.short`)
	leavePaceSQL = db.SQL(`DELETE FROM number_paces WHERE workspace_id = $1 AND phone_number_id = $2 AND node = $3`)
	freePacesSQL = db.SQL(`DELETE FROM number_paces WHERE node = $1`).
			Unlimited("the numbers of one node").AcrossWorkspaces("a node lets go of what it holds")
	freeLostPacesSQL = db.SQL(`DELETE FROM number_paces WHERE node NOT IN (SELECT id FROM nodes)`).
				Unlimited("the numbers of nodes that are gone").AcrossWorkspaces("what is held by nodes that are gone")
)

var _ = db.Held(freePacesSQL, freeLostPacesSQL)

// pacesOf returns the claims on every number of which a node has one, and how
// many nodes there are.
func pacesOf(ctx context.Context, base *db.DB, node string) (claims map[paceKey][]paceClaim, nodes int64, err error) {
	err = base.View(ctx, func(tx *db.Tx) error {
		claims = map[paceKey][]paceClaim{}
		if _, err := tx.One(countSendersSQL, []any{&nodes}); err != nil {
			return err
		}
		return tx.Each(pacesOfNodeSQL, func(r db.Row) error {
			var k paceKey
			var c paceClaim
			err := r.Scan(&k.workspaceID, &k.numberID, &c.node, &c.share, &c.short)
			claims[k] = append(claims[k], c)
			return err
		}, node)
	})
	return claims, nodes, err
}

// pacesFor returns the claims on a number, which nobody changes until the
// transaction ends.
func pacesFor(tx *db.Tx, k paceKey) (claims []paceClaim, err error) {
	tx.Lock("pace" + k.numberID)
	return claims, tx.Each(pacesOfNumberSQL, func(r db.Row) error {
		var c paceClaim
		err := r.Scan(&c.node, &c.share, &c.short)
		claims = append(claims, c)
		return err
	}, k.workspaceID, k.numberID)
}

// takePace writes a node's claim and returns whether the node may have one.
func takePace(tx *db.Tx, k paceKey, c paceClaim) (bool, error) {
	n, err := tx.Exec(takePaceSQL, k.workspaceID, k.numberID, c.node, c.share, c.short)
	return n > 0, err
}

// leavePace gives up a node's claim.
func leavePace(tx *db.Tx, k paceKey, node string) {
	tx.Write(leavePaceSQL, k.workspaceID, k.numberID, node)
}

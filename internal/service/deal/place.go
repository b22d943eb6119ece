package deal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// place returns the order key for a deal on a stage, whose pipeline is locked: beside the
// deal that a move names, or else at the top. The key stands between two others for as
// long as the pipeline is locked.
func place(tx *db.Tx, d crm.Deal, stageID string, m crm.DealMove) (key string, placement crm.DealPlacement, err error) {
	placement = crm.PlacedAsAsked
	beside := m.AfterDealID + m.BeforeDealID
	if beside != "" && beside != d.ID {
		n, err := deal(tx, selectDealSQL, d.WorkspaceID, beside)
		if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return "", "", err
		}
		if err == nil && n.StageID == stageID {
			key, err = keyBeside(tx, d, n, m.AfterDealID != "")
			return key, placement, err
		}
		placement = crm.PlacedNearest
	}
	if d.StageID == stageID { // where it is already
		return d.Position, placement, nil
	}
	first := ""
	if _, err = tx.One(firstPlaceSQL, []any{&first}, d.WorkspaceID, stageID, d.ID); err == nil {
		key, err = keyBetween(tx, d.WorkspaceID, stageID, "", first)
	}
	return key, placement, err
}

// firstPlace returns the order key for a new deal: at the top of its stage, or below all
// others.
func firstPlace(tx *db.Tx, d crm.Deal, atBottom bool) (string, error) {
	which, end := firstPlaceSQL, ""
	if atBottom {
		which = endPlaceSQL
	}
	if _, err := tx.One(which, []any{&end}, d.WorkspaceID, d.StageID, d.ID); err != nil {
		return "", err
	}
	if atBottom {
		return keyBetween(tx, d.WorkspaceID, d.StageID, end, "")
	}
	return keyBetween(tx, d.WorkspaceID, d.StageID, "", end)
}

// keyBeside returns the key for a deal right behind another one, or right before it.
func keyBeside(tx *db.Tx, d, n crm.Deal, behind bool) (string, error) {
	which, other := lastPlaceSQL, ""
	if behind {
		which = nextPlaceSQL
	}
	if _, err := tx.One(which, []any{&other}, d.WorkspaceID, n.StageID, n.Position, d.ID); err != nil {
		return "", err
	}
	low, high := other, n.Position
	if behind {
		low, high = n.Position, other
	}
	if d.StageID == n.StageID && d.Position > low && (high == "" || d.Position < high) {
		return d.Position, nil // it stands there
	}
	return keyBetween(tx, d.WorkspaceID, n.StageID, low, high)
}

// keyBetween returns a key between two others of a stage. Where it would be too long, the
// keys around it are made anew first.
func keyBetween(tx *db.Tx, workspaceID, stageID, low, high string) (string, error) {
	if key := crm.OrderKey(low, high); len(key) <= crm.MaxOrderKey {
		return key, nil
	}
	for size := 64; ; size *= 4 {
		low, high, err := spread(tx, workspaceID, stageID, low, size)
		if err != nil {
			return "", err
		}
		if key := crm.OrderKey(low, high); len(key) <= crm.MaxOrderKey/2 || size > 1<<20 {
			return key, nil
		}
		// All of them stand in a narrow gap: a wider one has room.
	}
}

// placed is a deal with its order key.
type placed struct{ id, key string }

// spread makes the keys anew of up to size deals on either side of a place, as far apart
// as they can be, and returns those on either side of the place. Nothing moves.
func spread(tx *db.Tx, workspaceID, stageID, place string, size int) (low, high string, err error) {
	down, err := places(tx, placesDownSQL, workspaceID, stageID, place, size+1)
	if err != nil {
		return "", "", err
	}
	up, err := places(tx, placesUpSQL, workspaceID, stageID, place, size+1)
	if err != nil {
		return "", "", err
	}
	slices.Reverse(down)
	from, to := "", ""
	if len(down) > size {
		from, down = down[0].key, down[1:]
	}
	if len(up) > size {
		to, up = up[size].key, up[:size]
	}
	all := slices.Concat(down, up)
	keys := crm.OrderKeys(from, to, len(all)+1)
	keys = slices.Delete(keys, len(down), len(down)+1) // the gap that is asked for
	for _, p := range all {                            // off the keys that others get
		tx.Write(placeDealSQL, workspaceID, p.id, "!"+p.id)
	}
	for i, p := range all {
		tx.Write(placeDealSQL, workspaceID, p.id, keys[i])
	}
	low, high = from, to
	if len(down) > 0 {
		low = keys[len(down)-1]
	}
	if len(up) > 0 {
		high = keys[len(down)]
	}
	return low, high, nil
}

func places(tx *db.Tx, which *db.Stmt, workspaceID, stageID, key string, limit int) (out []placed, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var p placed
		err := r.Scan(&p.id, &p.key)
		out = append(out, p)
		return err
	}, workspaceID, stageID, key, limit)
	return out, err
}

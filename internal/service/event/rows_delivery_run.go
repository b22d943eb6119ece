package event

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// A run is a row about several deliveries that succeeded at the first attempt and
// were recorded together. It costs a small part of their own rows. Its events were
// made within runSpan, so what is about an event stands within that behind it.
const (
	runSpan = 2 * time.Second
	// runMin is from how many deliveries on a run is worth its row, and runAnswer
	// how large the answer to one may be that goes into it.
	runMin    = 8
	runAnswer = 1 << 10
	// runPage is how many runs are read at once.
	runPage = 32
)

var (
	insertRunSQL = db.Merged(`INSERT INTO delivery_runs (last_event, workspace_id, endpoint_id, digest, first_event, started_at, events, records)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		`INSERT INTO delivery_runs (last_event, workspace_id, endpoint_id, digest, first_event, started_at, events, records)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bytea[]) ON CONFLICT DO NOTHING`)
	runsBetweenSQL = db.SQL(`SELECT records FROM delivery_runs
		WHERE workspace_id = $1 AND endpoint_id = $2 AND last_event >= $3 AND last_event < $4 AND first_event <= $5`).By()
	runsBeforeSQL = db.SQL(`SELECT last_event, digest, records FROM delivery_runs
		WHERE workspace_id = $1 AND endpoint_id = $2 AND last_event >= $3 AND (last_event, digest) < ($4, $5) AND first_event < $6
		ORDER BY last_event DESC, digest DESC LIMIT $7`).By()
	// What is delivered again, or again on its way, has a row of its own.
	insertTakenSQL = db.SQL(`INSERT INTO deliveries (` + deliveryColumns + `)
		VALUES ($1, $2, $3, 'succeeded', 1, 0, $4, $5, $6, '', $7, $8, $9, $10, $11, '') ON CONFLICT DO NOTHING`)
	// The endpoints that have runs, and which event the oldest
	// one ends with.
	runEndpointsSQL = db.SQL(walkEndpoints(`delivery_runs`, `TRUE`) + `
		SELECT w, name, (SELECT min(r.last_event) FROM delivery_runs r WHERE r.workspace_id = w AND r.endpoint_id = name) FROM q WHERE name IS NOT NULL LIMIT $3`).By().AcrossWorkspaces("retention")
	expireRunsSQL = db.SQL(`DELETE FROM delivery_runs WHERE workspace_id = $1 AND endpoint_id = $2 AND started_at < $4 AND last_event < $3
		AND last_event <= (SELECT max(last_event) FROM (SELECT last_event FROM delivery_runs
			WHERE workspace_id = $1 AND endpoint_id = $2 AND last_event < $3 AND started_at < $4 ORDER BY last_event LIMIT $5) p)`)
)

// Taken is a delivery that succeeded at the first attempt and has no row yet.
type Taken struct {
	Delivery
	DeliveryAttempt
}

// taken is a delivery as a run keeps it.
type taken struct {
	EventID       string `json:"e"`
	Sequence      int64  `json:"n,omitempty"`
	StartedAt     int64  `json:"t"`
	Latency       int64  `json:"l,omitempty"`
	StatusCode    int    `json:"c"`
	Signature     string `json:"s,omitempty"`
	BatchID       string `json:"w,omitempty"`
	AnswerHeaders string `json:"h,omitempty"`
	AnswerBody    []byte `json:"b,omitempty"`
}

// RecordTaken writes deliveries to one endpoint of events that were taken at the
// first attempt: in runs where that is worth it, else each in its row.
func RecordTaken(tx *db.Tx, workspaceID, endpointID string, list []Taken) {
	var run []Taken
	write := func() {
		if len(run) >= runMin {
			insertRun(tx, workspaceID, endpointID, run)
		} else {
			for i := range run {
				RecordDelivery(tx, run[i].Delivery, &run[i].DeliveryAttempt)
			}
		}
		run = nil
	}
	list = slices.SortedFunc(slices.Values(list), func(a, b Taken) int { return cmp.Compare(a.EventID, b.EventID) })
	for _, d := range list {
		if !crm.ValidID(crm.PrefixEvent, d.EventID) || len(d.AnswerHeaders)+len(d.AnswerBody) > runAnswer {
			RecordDelivery(tx, d.Delivery, &d.DeliveryAttempt)
			continue
		}
		if len(run) > 0 && crm.TimeOfID(d.EventID).Sub(crm.TimeOfID(run[0].EventID)) > runSpan {
			write()
		}
		run = append(run, d)
	}
	write()
}

func insertRun(tx *db.Tx, workspaceID, endpointID string, list []Taken) {
	kept := make([]taken, len(list))
	var started int64
	for i := range list {
		d := &list[i]
		kept[i] = taken{EventID: d.EventID, Sequence: d.Sequence, StartedAt: db.Ms(d.StartedAt), Latency: d.Latency.Milliseconds(), StatusCode: d.StatusCode,
			Signature: d.Signature, BatchID: d.BatchID, AnswerHeaders: d.AnswerHeaders, AnswerBody: d.AnswerBody}
		started = max(started, kept[i].StartedAt)
	}
	packed := packTaken(kept)
	// What is written once more, because it was not known to be stored, is one row.
	sum := sha256.Sum256(packed)
	tx.Write(insertRunSQL, kept[len(kept)-1].EventID, workspaceID, endpointID, int64(binary.BigEndian.Uint64(sum[:])>>1),
		kept[0].EventID, started, int64(len(kept)), packed)
}

var packers = sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, flate.DefaultCompression); return w }}

func packTaken(list []taken) []byte {
	var out bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	text, _ := json.Marshal(list) // nothing in it can fail, nor does a buffer
	_, _ = w.Write(text)
	_ = w.Close()
	return out.Bytes()
}

func openTaken(packed []byte) (list []taken, err error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(text, &list)
}

// behindRuns sorts behind every run that may have an event.
func behindRuns(eventID string) string {
	made := crm.TimeOfID(strings.TrimSuffix(eventID, "~"))
	if made.IsZero() {
		return lastEventID
	}
	return crm.LowestID(crm.PrefixEvent, made.Add(runSpan+time.Millisecond))
}

// takenBetween returns what runs of an endpoint have of the events from the first
// identifier to the last one, by event.
func takenBetween(tx *db.Tx, workspaceID, endpointID, first, last string) (map[string]*taken, error) {
	out := map[string]*taken{}
	err := tx.Each(runsBetweenSQL, func(r db.Row) error { return addTaken(out, r, first, last) },
		workspaceID, endpointID, first, behindRuns(last), last)
	return out, err
}

func addTaken(out map[string]*taken, r db.Row, first, last string) error {
	var packed []byte
	if err := r.Scan(&packed); err != nil {
		return err
	}
	list, err := openTaken(packed)
	for i := range list {
		if d := &list[i]; d.EventID >= first && d.EventID <= last {
			out[d.EventID] = d
		}
	}
	return err
}

// takenOf returns what runs of an endpoint have of events.
func takenOf(tx *db.Tx, workspaceID, endpointID string, eventIDs []string) (map[string]*taken, error) {
	if len(eventIDs) == 0 {
		return nil, nil
	}
	return takenBetween(tx, workspaceID, endpointID, slices.Min(eventIDs), slices.Max(eventIDs))
}

// takenBefore returns the last n deliveries that runs of an endpoint have in
// [from, before), the newest events first.
func takenBefore(tx *db.Tx, workspaceID, endpointID, from, before string, n int) (list []taken, err error) {
	last, digest, more := behindRuns(before), int64(0), true
	for more {
		rows := 0
		err = tx.Each(runsBeforeSQL, func(r db.Row) error {
			var packed []byte
			if err := r.Scan(&last, &digest, &packed); err != nil {
				return err
			}
			rows++
			run, err := openTaken(packed)
			for _, d := range run {
				if d.EventID >= from && d.EventID < before {
					list = append(list, d)
				}
			}
			return err
		}, workspaceID, endpointID, from, last, digest, before, runPage)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(list, func(a, b taken) int { return cmp.Compare(b.EventID, a.EventID) })
		list = slices.CompactFunc(list, func(a, b taken) bool { return a.EventID == b.EventID }) // of two nodes
		more = rows == runPage && (len(list) < n || list[n-1].EventID <= last)
	}
	return list[:min(n, len(list))], nil
}

// unpack gives rows of their own to those of the events that only runs have.
func unpack(tx *db.Tx, workspaceID, endpointID string, eventIDs []string) error {
	found, err := takenOf(tx, workspaceID, endpointID, eventIDs)
	for _, id := range eventIDs {
		if d := found[id]; d != nil {
			tx.Write(insertTakenSQL, id, endpointID, workspaceID, d.StartedAt, d.Latency, d.StatusCode, d.Signature, d.AnswerHeaders, d.body(), d.BatchID, d.Sequence)
		}
	}
	return err
}

func (d *taken) body() []byte {
	if d.AnswerBody == nil {
		return []byte{}
	}
	return d.AnswerBody
}

// delivery is the delivery of an event, of the kind and time that the log says;
// only is the endpoint that the event is for alone.
func (d *taken) delivery(endpointID string, kind crm.EventKind, at time.Time, only string) crm.Delivery {
	trigger := triggerOf("", only)
	return crm.Delivery{EndpointID: endpointID, EventID: d.EventID, Kind: kind, EventAt: at, State: DeliverySucceeded, Trigger: trigger, Attempts: 1,
		Last: &crm.DeliveryAttempt{Number: 1, Trigger: trigger, StartedAt: db.At(d.StartedAt), Latency: time.Duration(d.Latency) * time.Millisecond, StatusCode: d.StatusCode}}
}

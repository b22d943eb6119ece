package delivery

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// maxBatchBytes bounds the events of one call. One that is larger goes alone.
const maxBatchBytes = 1 << 20

// makeBatch returns the body of a call with several events: a list of them in
// order, each with its id and its number for the endpoint, if it has one. The
// id of the call follows from those of its events: a call that is repeated with
// others is not the same, and a receiver must not take it for one.
func makeBatch(list []*item) (id string, body []byte) {
	size := 2
	for _, it := range list {
		size += len(it.Body) + len(it.ID) + 48
	}
	sum := sha256.New()
	body = append(make([]byte, 0, size), '[')
	for i, it := range list {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(append(append(body, `{"id":"`...), it.ID...), `",`...)
		if it.Sequence > 0 {
			body = append(strconv.AppendInt(append(body, `"sequence":`...), it.Sequence, 10), ',')
		}
		body = append(body, it.Body[1:]...) // an event is an object with fields
		sum.Write([]byte(it.ID))
	}
	return "bat_" + hex.EncodeToString(sum.Sum(nil)[:16]), append(body, ']')
}

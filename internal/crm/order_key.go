package crm

import "strings"

// An order key is a text of base 62 that says where something stands in a list: keys
// are compared byte by byte. A key never ends with 0, so between two keys there is
// always another one.

// MaxOrderKey is how long a key may get, in bytes, before the keys around it are made
// anew.
const MaxOrderKey = 48

const (
	orderDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	// A key at either end of a list is a step beyond the last one in a number of
	// orderWidth digits, so that keys stay short however many are added there.
	orderWidth = 7
	orderStep  = 62 * 62
)

// OrderKey returns a key between two others, each "" for the end of the list. The
// first must come before the second.
func OrderKey(after, before string) string {
	switch {
	case after == "" && before != "":
		if n := (orderHead(before) - 1) / orderStep * orderStep; orderHead(before) > 0 && n > 0 {
			return orderKeyOf(n)
		}
	case after != "" && before == "":
		if n := (orderHead(after)/orderStep + 1) * orderStep; n < orderEnd {
			return orderKeyOf(n)
		}
	}
	return middleKey(after, before)
}

// OrderKeys returns n keys between two others, in order, as far apart as they can be.
func OrderKeys(after, before string, n int) []string {
	if n <= 0 {
		return nil
	}
	middle := middleKey(after, before)
	out := append(OrderKeys(after, middle, n/2), middle)
	return append(out, OrderKeys(middle, before, n-n/2-1)...)
}

// ValidOrderKey reports whether a text is an order key.
func ValidOrderKey(key string) bool {
	return key != "" && strings.Trim(key, orderDigits) == "" && !strings.HasSuffix(key, "0")
}

var orderEnd = func() int64 {
	n := int64(1)
	for range orderWidth {
		n *= 62
	}
	return n
}()

// orderHead is the number of the first digits of a key.
func orderHead(key string) (n int64) {
	for i := range orderWidth {
		n *= 62
		if i < len(key) {
			n += digitOf(key[i])
		}
	}
	return n
}

func orderKeyOf(n int64) string {
	var out [orderWidth]byte
	for i := orderWidth - 1; i >= 0; i-- {
		out[i], n = orderDigits[n%62], n/62
	}
	return strings.TrimRight(string(out[:]), "0")
}

func digitOf(b byte) int64 { return int64(strings.IndexByte(orderDigits, b)) }

// middleKey is a short key in the middle between two others.
func middleKey(after, before string) string {
	same := 0
	for same < len(before) && digitAt(after, same) == digitOf(before[same]) {
		same++
	}
	if same > 0 {
		return before[:same] + middleKey(after[min(same, len(after)):], before[same:])
	}
	low, high := digitAt(after, 0), int64(62)
	if before != "" {
		high = digitOf(before[0])
	}
	if high-low > 1 {
		return orderDigits[(low+high)/2 : (low+high)/2+1]
	}
	if len(before) > 1 {
		return before[:1]
	}
	return orderDigits[low:low+1] + middleKey(after[min(1, len(after)):], "")
}

func digitAt(key string, i int) int64 {
	if i < len(key) {
		return digitOf(key[i])
	}
	return 0
}

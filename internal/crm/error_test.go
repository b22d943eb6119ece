package crm

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	var f Faults
	if f.Err() != nil || !f.Empty() {
		t.Error("no fault is an error")
	}
	f.Add("/to", CodeRequired, "to is %s.", "required")
	if e := AsError(f.Err()); e.Code != CodeRequired || e.Kind != KindInvalid || e.Message != "to is required." || len(e.Fields) != 1 {
		t.Errorf("one fault is %+v", e)
	}
	f.Add("/type", CodeNotAllowed, "no")
	if e := AsError(f.Err()); e.Code != CodeInvalid || len(e.Fields) != 2 || !strings.Contains(e.Error(), "/type: type: no") {
		t.Errorf("two faults are %+v", e)
	}
}

func TestErrorsKeepTheirCause(t *testing.T) {
	err := fmt.Errorf("store: %w", Errorf(KindConflict, CodeSecretCurrent, "no").Because(io.ErrUnexpectedEOF))
	if e := AsError(err); e.Kind != KindConflict || e.Code != CodeSecretCurrent || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("it is %+v", e)
	}
	if e := AsError(io.EOF); e.Kind != KindInternal || strings.Contains(e.Message, "EOF") {
		t.Errorf("an unknown error shows itself: %+v", e)
	}
	if CodeOf(nil) != "" || CodeOf(io.EOF) != CodeInternal {
		t.Error("the code of an error is wrong")
	}
	if e := AsError(NotFound("message", "msg_1")); e.Kind != KindNotFound || !strings.Contains(e.Message, `"msg_1"`) {
		t.Errorf("it is %+v", e)
	}
}

func TestPointer(t *testing.T) {
	for want, parts := range map[string][]any{"/a/0/b": {"a", 0, "b"}, "/a~1b/c~0d": {"a/b", "c~d"}, "": nil, "/": {""}, "/~01": {"~1"}} {
		if got := Pointer(parts...); got != want {
			t.Errorf("%v: %q, want %q", parts, got, want)
		}
	}
}

func TestCutPage(t *testing.T) {
	id := func(s string) string { return s }
	for _, c := range []struct {
		rows []string
		n    int
		next string
	}{{nil, 0, ""}, {[]string{"a", "b"}, 2, ""}, {[]string{"a", "b", "c"}, 2, "b"}} {
		if l := CutPage(c.rows, 2, id); len(l.Items) != c.n || l.Next != c.next {
			t.Errorf("%v: %+v", c.rows, l)
		}
	}
}

// knownEventKind reports whether k is in the catalogue.
func knownEventKind(k EventKind) bool { return eventsByKind[k] != nil }

var snake = regexp.MustCompile(`^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)?$`)

// Every kind of event has a sample whose envelope is exactly event, timestamp
// and data, in snake case.
func TestEventSamples(t *testing.T) {
	for _, kind := range EventKinds {
		sample, ok := EventSample(kind)
		if !ok || !knownEventKind(kind) || !snake.MatchString(string(kind)) {
			t.Errorf("%s has no sample or an odd name", kind)
			continue
		}
		body, err := EventBody(kind, noon, sample)
		if err != nil || !strings.HasPrefix(string(body), `{"event":"`+string(kind)+`","timestamp":1767268800,"data":{`) {
			t.Errorf("%s: %s %v", kind, body, err)
		}
		for _, name := range regexp.MustCompile(`"([^"]+)":`).FindAllStringSubmatch(string(body), -1) {
			if !snake.MatchString(name[1]) {
				t.Errorf("%s: %s is not in snake case", kind, name[1])
			}
		}
	}
	if _, ok := EventSample("nothing"); ok || knownEventKind("nothing") || knownEventKind("*") {
		t.Error("an event that is none has a sample")
	}
}

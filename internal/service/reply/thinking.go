package reply

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// thinking bounds how many turns use the processor at a time: a thousand
// answers that come at once would otherwise stand in its queue before callers
// of the API and before the writer of the database. Nothing that waits for
// something else may hold a place.
type thinking struct{ places chan struct{} }

func newThinking() thinking {
	processors := min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) // there may be more threads, or a quota
	return thinking{make(chan struct{}, max(1, processors/2))}
}

func (t thinking) do(work func()) {
	t.places <- struct{}{}
	defer func() { <-t.places }()
	aside(work)
}

// aside runs work on a goroutine of its own and waits for it. So its stack is
// given back at once, while that of a goroutine that waits for an AI provider
// stays as large as it ever was: a thousand of them are a lot.
func aside(work func()) {
	var thrown any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				thrown = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
		}()
		work()
	}()
	<-done
	if thrown != nil {
		panic(thrown)
	}
}

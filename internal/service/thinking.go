package service

import "runtime"

// thinking bounds how many turns use the processor at a time: a thousand
// answers that come at once would otherwise stand in its queue before callers
// of the API and before the writer of the database. Nothing that waits for
// something else may hold a place.
type thinking struct{ places chan struct{} }

func newThinking() thinking {
	return thinking{make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

func (t thinking) do(work func()) {
	t.places <- struct{}{}
	defer func() { <-t.places }()
	work()
}

package knowledge

// Known is a passage that a source has already.
type Known struct {
	ID, Title, Question string
	Hash                [32]byte
}

// Match says which known passage each new one is: passages that say the same
// first, then, in order, passages of the same question or below the same
// headings, which were edited. The result has an index into known per passage,
// or -1 for a new passage; none is given twice.
func Match(known []Known, passages []Passage) []int {
	out := make([]int, len(passages))
	taken := make([]bool, len(known))
	match := func(key func(title, question string, hash [32]byte) any) {
		waiting := map[any][]int{}
		for i, k := range known {
			if !taken[i] {
				at := key(k.Title, k.Question, k.Hash)
				waiting[at] = append(waiting[at], i)
			}
		}
		for i, p := range passages {
			at := key(p.Title, p.Question, p.Hash)
			if list := waiting[at]; out[i] < 0 && len(list) > 0 {
				out[i], taken[list[0]], waiting[at] = list[0], true, list[1:]
			}
		}
	}
	for i := range out {
		out[i] = -1
	}
	match(func(_, _ string, hash [32]byte) any { return hash })
	match(func(title, question string, _ [32]byte) any { return [2]string{title, question} })
	return out
}

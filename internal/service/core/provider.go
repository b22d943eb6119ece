package core

func Set[T any](into *T, from *T) {
	if from != nil {
		*into = *from
	}
}

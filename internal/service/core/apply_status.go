package core

import "slices"

func Distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

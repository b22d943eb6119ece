//go:build !linux

package password

// lowerPriority does nothing: only Linux has priorities of threads.
func lowerPriority() {}

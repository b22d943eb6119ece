//go:build !linux

package db

// bePatient lets the goroutine give way to others, where the system can do that.
func bePatient() {}

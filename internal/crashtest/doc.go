// Package crashtest proves durability on the real binary. It kills processes
// under load and lets the provider misbehave. No accepted message may be lost or
// sent twice. The package has tests only.
package crashtest

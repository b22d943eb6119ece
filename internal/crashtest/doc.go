// Package crashtest proves durability on the real binary: processes are killed
// under load, the provider misbehaves, and nothing that was accepted may be
// lost or sent twice. It has tests only.
package crashtest

// Package sandbox simulates the messaging provider: its Graph API, the webhooks
// it posts, the phones of the customers, and an OpenAI-compatible endpoint.
//
// It serves the demo, the playground, the tests and the benchmarks. Only the
// standard library is imported, so that a misreading of the provider's format
// in the service's client cannot hide behind the same misreading here.
//
// A Server with a Config.Seed is deterministic: ids, trace ids and delays are
// drawn from counters mixed with the seed, so the same calls in the same order
// give the same answers and the same webhook bytes.
//
// What the provider leaves open is settled as follows. Everything about one
// message that depends on the customer (closed window, block, opt-out, expired
// media) is told later by a "failed" status, never in the answer. A status of a
// message is not posted before its previous one was posted at least once; apart
// from that webhooks are concurrent and their order is not promised.
package sandbox

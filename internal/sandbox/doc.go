// Package sandbox simulates the provider: its Graph API, its webhooks, the phones
// of the customers, and AI providers.
//
// The demo, the playground, the tests and the benchmarks use it. It imports only
// the standard library: the service's client may misread the provider's format,
// and shared code would hide that mistake.
//
// A Server with a Config.Seed is deterministic. It makes ids, trace ids and
// delays from counters and the seed, so the same calls in the same order give
// the same answers and the same webhook bytes.
//
// The provider's documentation leaves two things open. The sandbox reports
// everything that depends on the customer (closed window, block, opt-out,
// expired media) later, by a "failed" status, and never in the answer. It posts
// a status of a message only after it posted the previous one at least once.
// Otherwise webhooks are concurrent and have no order.
package sandbox

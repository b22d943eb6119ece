// Package decide decides: whether a burst of messages is answered by a
// machine, by what, or by people, and whether a model's answer may be said. It
// is pure: facts go in, a decision comes out, and nothing is asked or sent.
package decide

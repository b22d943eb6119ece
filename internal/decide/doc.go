// Package decide makes two decisions: what to do about a burst of messages, and
// whether a model's answer may be sent. It is pure: facts go in and a decision
// comes out. The words that it looks for are in languages.
package decide

// Package archtest holds the rules of the architecture as tests: who may
// import whom, and how long a file and a function may be.
package archtest

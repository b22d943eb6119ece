// Package archtest tests the rules of the architecture: which package may import
// which, how large files, functions, types and packages may be, and how words
// and decisions are written down.
package archtest

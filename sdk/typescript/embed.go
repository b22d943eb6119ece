// Package typescript carries the code samples of the TypeScript client
// library, which the API reference shows. Each sample is named after its
// operation and is type-checked with the library.
package typescript

import (
	"embed"
	"strings"
)

// Samples holds samples/<operation id>.ts for every operation.
//
//go:embed samples/*.ts
var Samples embed.FS

// Sample returns the sample of an operation, without a line break at its end,
// and whether there is one.
func Sample(operationID string) (string, bool) {
	source, err := Samples.ReadFile("samples/" + operationID + ".ts")
	return strings.TrimRight(string(source), "\n"), err == nil
}

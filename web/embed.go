// Package web serves the pages that people open in a browser: the API
// reference with its playground at /docs.
//
// The page is Scalar's standalone bundle, fetched and checked at build time by
// fetch-scalar.mjs and embedded compressed. A binary that was built without it
// still works: /docs then says how to build it.
package web

import "embed"

// static holds the pages and scripts written here.
//
//go:embed static
var static embed.FS

// dist holds what fetch-scalar.mjs built. README.md is always in it, so that
// the package compiles before anything was built.
//
//go:embed all:dist
var dist embed.FS

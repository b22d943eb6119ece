// Package web serves the pages that people open in a browser: the app, and the API
// reference with its playground at /docs.
//
// The page is Scalar's standalone bundle. fetch-scalar.mjs fetches and checks it
// at build time, and the binary embeds it compressed. A binary without it still
// works: /docs then explains how to build it.
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

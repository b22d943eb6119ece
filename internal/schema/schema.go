// Package schema holds the migrations of the database, in one numbering for all
// rooms: one that was applied is never changed.
package schema

import "embed"

// Files has one script for each migration, NNNN_name.sql, in the dialect of
// neither engine: the engines fill in the types.
//
//go:embed *.sql
var Files embed.FS

// Package schema holds the migrations of the database. One numbering serves all
// rooms. An applied migration never changes.
package schema

import "embed"

// Files has one script for each migration, NNNN_name.sql, in the dialect of
// neither engine: the engines fill in the types.
//
//go:embed *.sql
var Files embed.FS

// Tables are what all migrations make of an empty embedded file: the tables as they
// are today. `make schema` writes it.
//
//go:embed embedded/tables.sql
var Tables string

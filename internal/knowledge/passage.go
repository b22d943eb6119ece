// Package knowledge searches the texts of a business. It cuts them into passages,
// indexes the passages, and finds those that answer a question. It needs no
// model, no network and no database, so every node finds the same passages.
package knowledge

import (
	"crypto/sha256"
	"encoding/binary"
)

// Passage is a part of a source that can be found and cited by itself.
type Passage struct {
	ID       string // stays the same while its source is only edited elsewhere
	SourceID string
	Revision int64  // of the source from which it was cut
	Title    string // the path of headings above it, joined by " › "
	Question string // what it answers, of a question/answer pair
	Text     string
	Language string // two letters, or "" when it is not known
	// Hash is over title, question, text and language: who has an answer to
	// equal hashes has it to equal evidence.
	Hash [32]byte
	// Flagged says that the text speaks to a model rather than to people: it
	// holds instructions, or characters that nobody sees.
	Flagged bool

	// Score orders the passages of one search; it means nothing across searches.
	Score float64
	// Confidence is the share of what the question asks, weighted by how rare
	// its words are, that the passage speaks of: from 0 to 1.
	Confidence float64
	// WordRank and VectorRank are its places by words and by meaning, from 1; 0
	// where it has none. Without vectors VectorRank is always 0.
	WordRank, VectorRank int
	// Similarity is the cosine of its vector and the question's, Lift how far
	// that stands above the mean of all passages, from 0 to 1.
	Similarity, Lift float64
	// ByMeaning says that it is evidence whatever its words are.
	ByMeaning bool
}

// HashPassage returns the hash over all that a passage says.
func HashPassage(title, question, text, language string) [32]byte {
	h := sha256.New()
	for _, s := range []string{title, question, text, language} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	return [32]byte(h.Sum(nil))
}

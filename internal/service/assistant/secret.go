package assistant

import "crypto/rand"

// newCacheSecret is a fresh sealed secret for the keys of a workspace's answers.
func (s *Assistants) newCacheSecret(workspaceID string) ([]byte, error) {
	var secret [32]byte
	_, _ = rand.Read(secret[:])
	return s.box.Seal(secret[:], "ai_cache_secret/"+workspaceID)
}

// CacheSecret opens the secret by which answers of an assistant are remembered.
func (s *Assistants) CacheSecret(workspaceID string, sealed []byte) ([]byte, error) {
	if len(sealed) == 0 {
		return nil, nil // then nothing is remembered
	}
	return s.box.Open(sealed, "ai_cache_secret/"+workspaceID)
}

package library

import (
	"container/list"
	"context"
	"sync"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
)

// knowledgeIndexes keeps the snapshots of the workspaces that were asked last,
// within a bound of memory.
type knowledgeIndexes struct {
	mu     sync.Mutex
	spaces map[string]*list.Element // of *knowledgeIndex
	recent list.List                // the last asked first
	size   int64
	most   int64
}

// knowledgeIndex is the snapshot of a workspace. Its lock is held while it is
// brought up to date.
type knowledgeIndex struct {
	workspaceID string
	size        int64 // guarded by the lock of all

	mu      sync.Mutex
	built   bool
	version int64
	live    map[string]int64 // the revision of every source in it
	index   *knowledge.Index

	space, vectorVersion int64 // of the embeddings; 0 while these are off
	vectors              map[[32]byte]knowledge.Vector
	plain                bool // the index has been made anew, and has none of them
}

// defaultKnowledgeMemory is how many bytes of snapshots a process keeps.
const defaultKnowledgeMemory = 256 << 20

// KnowledgeIndex returns what the workspace knows: a snapshot that no later
// change touches. Whoever asks after the commit of a change gets it with the
// change. What did not change is not read again.
func (s *Library) KnowledgeIndex(ctx context.Context, workspaceID string) (*knowledge.Index, error) {
	index, _, err := s.knowledgeSnapshot(ctx, workspaceID)
	return index, err
}

// knowledgeSnapshot is KnowledgeIndex with the space of its vectors; 0 while
// embeddings are off.
func (s *Library) knowledgeSnapshot(ctx context.Context, workspaceID string) (*knowledge.Index, int64, error) {
	k := s.knowledge.of(workspaceID)
	var settings crm.KnowledgeSettings
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { settings, err = knowledgeSettings(tx, workspaceID); return err })
	if err != nil {
		return nil, 0, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.built && settings.Version == k.version && k.hasVectors(settings) {
		return k.index, k.space, nil
	}
	before := k.index
	if err := s.db.View(ctx, func(tx *db.Tx) error { return k.follow(tx) }); err != nil {
		return nil, 0, err
	}
	if k.index != before {
		s.knowledge.keep(k, k.index.Size())
	}
	return k.index, k.space, nil
}

// follow brings the snapshot up to what the transaction sees.
func (k *knowledgeIndex) follow(tx *db.Tx) error {
	settings, err := knowledgeSettings(tx, k.workspaceID)
	if err != nil {
		return err
	}
	if !k.built || settings.Version != k.version {
		if err := k.followSources(tx, settings); err != nil {
			return err
		}
	}
	return k.followVectors(tx, settings)
}

// maxStray is how many vectors may be kept whose passages are gone.
const maxStray = 1000

// hasVectors reports whether the snapshot has the vectors of the settings.
func (k *knowledgeIndex) hasVectors(settings crm.KnowledgeSettings) bool {
	return settings.VectorSpace == k.space && settings.VectorVersion == k.vectorVersion && (!k.plain || k.space == 0)
}

// followVectors brings the vectors of the snapshot up to what the transaction
// sees.
func (k *knowledgeIndex) followVectors(tx *db.Tx, settings crm.KnowledgeSettings) error {
	if k.hasVectors(settings) {
		return nil
	}
	space, version := settings.VectorSpace, settings.VectorVersion
	vectors, after := k.vectors, k.vectorVersion
	if space != k.space || vectors == nil || len(vectors) > k.index.Len()+maxStray {
		vectors, after = map[[32]byte]knowledge.Vector{}, 0
	}
	if space > 0 && (after == 0 || version != after) {
		err := eachVector(tx, k.workspaceID, space, after, func(row crm.KnowledgeVector) {
			if v, ok := knowledge.ReadVector(row.Vector); ok && len(row.Hash) == 32 {
				vectors[[32]byte(row.Hash)] = v
			}
		})
		if err != nil {
			k.vectors = nil // some may be there already: all are read again
			return err
		}
	}
	k.space, k.vectorVersion, k.vectors, k.plain = space, version, vectors, false
	k.index = k.index.WithVectors(func(hash [32]byte) (knowledge.Vector, bool) { v, ok := vectors[hash]; return v, ok })
	return nil
}

// followSources brings the passages of the snapshot up to what the transaction
// sees.
func (k *knowledgeIndex) followSources(tx *db.Tx, settings crm.KnowledgeSettings) error {
	live, err := liveSources(tx, k.workspaceID)
	if err != nil {
		return err
	}
	var gone []string
	for id, revision := range k.live {
		if live[id] != revision {
			gone = append(gone, id)
		}
	}
	var fresh []knowledge.Passage
	for id, revision := range live {
		if k.live[id] == revision {
			continue
		}
		rows, err := PassagesAt(tx, k.workspaceID, id, revision)
		if err != nil {
			return err
		}
		for _, p := range rows {
			fresh = append(fresh, passageOf(p))
		}
	}
	index := k.index
	if index == nil {
		index = &knowledge.Index{}
	}
	k.index = index.With(fresh, gone, settings.Synonyms)
	k.built, k.version, k.live, k.plain = true, settings.Version, live, true
	return nil
}

func passageOf(p crm.KnowledgePassage) knowledge.Passage {
	out := knowledge.Passage{ID: p.ID, SourceID: p.SourceID, Revision: p.Revision, Title: p.Title, Question: p.Question, Text: p.Text, Language: p.Language,
		Flagged: p.Flagged}
	copy(out.Hash[:], p.Hash)
	return out
}

// of returns the place of a workspace's snapshot and notes that it was asked.
func (x *knowledgeIndexes) of(workspaceID string) *knowledgeIndex {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.spaces == nil {
		x.spaces = map[string]*list.Element{}
	}
	e := x.spaces[workspaceID]
	if e == nil {
		e = x.recent.PushFront(&knowledgeIndex{workspaceID: workspaceID})
		x.spaces[workspaceID] = e
	}
	x.recent.MoveToFront(e)
	return e.Value.(*knowledgeIndex)
}

// keep notes how large a snapshot has become, and drops those that were asked
// longest ago while all together are too large. The last one asked stays,
// whatever its size.
func (x *knowledgeIndexes) keep(k *knowledgeIndex, size int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e := x.spaces[k.workspaceID]; e == nil || e.Value != k {
		return // dropped meanwhile
	}
	x.size += size - k.size
	k.size = size
	for x.size > x.most && x.recent.Len() > 1 {
		e := x.recent.Back()
		old := x.recent.Remove(e).(*knowledgeIndex)
		delete(x.spaces, old.workspaceID)
		x.size -= old.size
	}
}

// KnowledgeBytes returns how much memory the snapshots take.
func (s *Library) KnowledgeBytes() int64 {
	s.knowledge.mu.Lock()
	defer s.knowledge.mu.Unlock()
	return s.knowledge.size
}

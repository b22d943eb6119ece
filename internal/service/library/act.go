package library

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
)

// recordSource adds an act on a source to the audit log.
func recordSource(tx *db.Tx, actor crm.Actor, action string, src crm.KnowledgeSource, changes crm.ActChanges) error {
	return audit.Record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{sourceTarget(src)}, Changes: changes})
}

func sourceTarget(src crm.KnowledgeSource) crm.ActTarget {
	return crm.ActTarget{Type: "knowledge_source", ID: src.ID, Name: src.Title}
}

// sourceChanges are what people changed of a source. Of its content only that it
// changed: the revisions have it.
func sourceChanges(from, to crm.KnowledgeSource) crm.ActChanges {
	out := crm.ActDiff(from, to, "id", "workspaceId", "state", "reason", "revision", "liveRevision", "content", "object", "key", "crawledAt", "nextCrawlAt",
		"indexing", "pages", "passages", "flagged", "createdAt", "updatedAt", "readyAt")
	if from.Content != to.Content {
		out = out.Secret("content")
	}
	return out
}

package reply

import "service.example/crm/internal/ai"

// AICondition is how automated replies are doing on this node.
type AICondition struct {
	Writing        int // answers that are being written
	KnowledgeBytes int64
	Providers      map[ai.State]int // AI providers that were called here, by standing
}

// AICondition tells how automated replies are doing on this node.
func (s *Replies) AICondition() (c AICondition) {
	c.Writing = s.conversation.CountWriting()
	c.KnowledgeBytes = s.library.KnowledgeBytes()
	c.Providers = s.model.CountStandings()
	return c
}

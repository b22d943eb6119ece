package service

import "service.example/crm/internal/ai"

// AICondition is how automated replies are doing on this node.
type AICondition struct {
	Writing        int // answers that are being written
	KnowledgeBytes int64
	Providers      map[ai.State]int // AI providers that were called here, by standing
}

// AICondition tells how automated replies are doing on this node.
func (s *Service) AICondition() (c AICondition) {
	c.Writing = s.writing.count()
	c.KnowledgeBytes = s.knowledge.bytes()
	c.Providers = s.runtime.health.Count()
	return c
}

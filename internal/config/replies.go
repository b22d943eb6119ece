package config

import "time"

// Replies bounds the replies that assistants write.
type Replies struct {
	AIConcurrency int           `help:"Automated replies that are written at once. One workspace may use half of them." default:"2048" env:"CRM_AI_CONCURRENCY"`
	AIRetention   time.Duration `name:"ai-retention" help:"How long turns of assistants, calls to AI providers, ended notices and questions without evidence are kept. Daily sums stay." default:"2160h" env:"CRM_AI_RETENTION"`
}

func (r *Replies) validateReplies(bad func(name, format string, args ...any)) {
	if r.AIConcurrency < 1 || r.AIConcurrency > 100_000 {
		bad("ai-concurrency", "%d is out of range; write a number from 1 to 100000", r.AIConcurrency)
	}
	if r.AIRetention < 48*time.Hour || r.AIRetention > 10*365*24*time.Hour {
		bad("ai-retention", "%s is out of range; write a duration from 48h to 87600h", r.AIRetention)
	}
}

package segment

import "time"

// SetBudget sets how long one answer counts.
func (s *Segments) SetBudget(d time.Duration) { s.budget = d }

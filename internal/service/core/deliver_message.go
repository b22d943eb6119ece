package core

import (
	"math/rand/v2"
	"time"
)

func Jitter(d time.Duration) time.Duration {
	return d + time.Duration(float64(d)*0.25*rand.Float64())
}

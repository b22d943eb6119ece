package config

import "time"

// Streams bounds the live streams of events, each number per node.
type Streams struct {
	StreamsPerKey       int           `help:"Live event streams that one API key may have open on this node." default:"100" env:"CRM_STREAMS_PER_KEY"`
	StreamsPerWorkspace int           `help:"Live event streams that one workspace may have open on this node." default:"1000" env:"CRM_STREAMS_PER_WORKSPACE"`
	StreamsPerNode      int           `help:"Live event streams that this node accepts; each costs about 20 KB of memory." default:"10000" env:"CRM_STREAMS_PER_NODE"`
	StreamHeartBeat     time.Duration `help:"Maximum silence of a live event stream; keep it below your proxy's idle time-out." default:"15s" env:"CRM_STREAM_HEART_BEAT"`
	StreamWriteTimeout  time.Duration `help:"How long a client may take to read what was sent (at most 64 KB, or one event). After that it is disconnected and must resume." default:"10s" env:"CRM_STREAM_WRITE_TIMEOUT"`
}

// DefaultStreams is what the settings are when nothing is set.
func DefaultStreams() Streams {
	return Streams{StreamsPerKey: 100, StreamsPerWorkspace: 1000, StreamsPerNode: 10_000, StreamHeartBeat: 15 * time.Second, StreamWriteTimeout: 10 * time.Second}
}

func (s *Streams) validateStreams(bad func(name, format string, args ...any)) {
	for name, value := range map[string]int{"streams-per-key": s.StreamsPerKey, "streams-per-workspace": s.StreamsPerWorkspace, "streams-per-node": s.StreamsPerNode} {
		if value < 1 || value > 1_000_000 {
			bad(name, "%d is out of range; write a number from 1 to 1000000", value)
		}
	}
	for name, value := range map[string]time.Duration{"stream-heart-beat": s.StreamHeartBeat, "stream-write-timeout": s.StreamWriteTimeout} {
		if value < 10*time.Millisecond || value > 5*time.Minute {
			bad(name, "%s is out of range; write a duration from 1s to 5m", value)
		}
	}
}

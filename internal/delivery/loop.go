package delivery

import "time"

const (
	tickPause  = time.Second // discovers what others left or wrote
	claimLimit = 256
	// waitingLimit is at how many endpoints with waiting deliveries a tick looks;
	// where there are more, the next one goes on behind them.
	waitingLimit = 1000
	// How often the log is asked for events that were not handed over, alone
	// and beside other nodes.
	newsPause       = 500 * time.Millisecond
	sharedNewsPause = 50 * time.Millisecond
	failurePause    = time.Second
)

// loop looks at endpoints that have something to read.
func (d *Deliverer) loop() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var ticked, asked, moved time.Time
	owner := d.owner()
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-d.agenda.wake:
		case <-timer.C:
		}
		if d.stopped.Load() {
			<-d.ctx.Done()
			return
		}
		now := time.Now()
		if o := d.owner(); o != owner {
			d.leave() // this node was believed dead; others serve what it served
			owner, ticked = o, time.Time{}
		}
		if now.Sub(ticked) >= tickPause {
			d.tick()
			ticked = now
		}
		if now.Sub(moved) >= moveIdlePause {
			d.moveCursors(moveIdlePause, false)
			moved = now
		}
		pause := tickPause
		if !d.sole {
			pause = newsPause
			if d.shared.Load() {
				pause = sharedNewsPause
			}
			if now.Sub(asked) >= pause {
				d.askNews()
				asked = now
			}
		}
		timer.Reset(min(pause, d.work()))
	}
}

// work does what is due and returns how long until there is more.
func (d *Deliverer) work() time.Duration {
	list, next := d.agenda.due(time.Now())
	for _, e := range list {
		if err := d.look(e); err != nil {
			if d.ctx.Err() != nil {
				return tickPause
			}
			d.log.Error("events could not be read", "endpoint", e.id, "error", err)
			d.do(e, failurePause)
		}
	}
	return next
}

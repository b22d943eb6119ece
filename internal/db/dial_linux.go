package db

import (
	"syscall"
	"time"
)

const tcpUserTimeout = 0x12 // TCP_USER_TIMEOUT, which package syscall does not name

// giveUpAfter lets a connection end when what was sent is not acknowledged for so
// long, instead of after a quarter of an hour.
func giveUpAfter(d time.Duration) func(network, address string, c syscall.RawConn) error {
	return func(network, _ string, c syscall.RawConn) (err error) {
		if network == "unix" {
			return nil
		}
		failed := c.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(d.Milliseconds()))
		})
		if failed != nil {
			return failed
		}
		return err
	}
}

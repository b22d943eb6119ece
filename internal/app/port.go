package app

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"service.example/crm/internal/db"
)

// rememberedPort is the file beside an embedded database that has the port at
// which the sandbox listened, so that it listens there again: what was pasted
// once works after a restart. "" remembers nothing.
type rememberedPort string

func (a *App) rememberedPort() rememberedPort {
	if db.IsPostgres(a.cfg.Database.Database) {
		return "" // several nodes may have one database
	}
	return rememberedPort(filepath.Join(filepath.Dir(a.cfg.Database.Database), "sandbox.port"))
}

// address is where to listen: at the remembered port where listen leaves it to
// the system, else at listen.
func (f rememberedPort) address(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port != "0" || f == "" {
		return listen
	}
	text, err := os.ReadFile(string(f))
	if n, bad := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 16); err != nil || bad != nil || n == 0 {
		return listen
	}
	return net.JoinHostPort(host, strings.TrimSpace(string(text)))
}

// keep remembers the port of a URL. Nothing rests on it, so that a folder that
// takes no file is no error.
func (f rememberedPort) keep(address string) {
	if u, err := url.Parse(address); err == nil && f != "" {
		_ = os.WriteFile(string(f), []byte(u.Port()+"\n"), 0o600)
	}
}

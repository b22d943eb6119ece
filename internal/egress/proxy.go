package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// throughProxy opens a connection to an address that was judged. The proxy is
// the operator's: its own address is not judged.
func (g *Guard) throughProxy(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	port := g.Proxy.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080"}[g.Proxy.Scheme]
	}
	dialer := net.Dialer{KeepAlive: 30 * time.Second, Resolver: g.Resolver}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(g.Proxy.Hostname(), port))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProxy, err)
	}
	if g.Proxy.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: g.Proxy.Hostname(), MinVersion: tls.VersionTLS12, RootCAs: g.Roots})
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	// A call that is given up must not leave the proxy's connection behind.
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	ask := connectHTTP
	if g.Proxy.Scheme == "socks5" {
		ask = connectSOCKS
	}
	err = ask(conn, g.Proxy.User, to)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, conn.SetDeadline(time.Time{})
}

// refused is what it is when a proxy could not reach the address.
func refused(to netip.AddrPort) error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: net.TCPAddrFromAddrPort(to), Err: syscall.ECONNREFUSED}
}

// connectHTTP asks by CONNECT (RFC 9110, 9.3.6).
func connectHTTP(conn net.Conn, user *url.Userinfo, to netip.AddrPort) error {
	request := "CONNECT " + to.String() + " HTTP/1.1\r\nHost: " + to.String() + "\r\n"
	if user != nil {
		password, _ := user.Password()
		request += "Proxy-Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)) + "\r\n"
	}
	if _, err := io.WriteString(conn, request+"\r\n"); err != nil {
		return fmt.Errorf("%w: %w", ErrProxy, err)
	}
	// Byte by byte: what follows the head is the other end's.
	res, err := http.ReadResponse(bufio.NewReaderSize(io.LimitReader(single{conn}, 16<<10), 16), &http.Request{Method: http.MethodConnect})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProxy, err)
	}
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return nil
	case res.StatusCode == http.StatusForbidden:
		return ErrForbidden
	case res.StatusCode == http.StatusBadGateway || res.StatusCode == http.StatusServiceUnavailable || res.StatusCode == http.StatusGatewayTimeout:
		return refused(to)
	}
	return fmt.Errorf("%w: it answers CONNECT with %d", ErrProxy, res.StatusCode)
}

// single reads one byte at a time.
type single struct{ io.Reader }

func (s single) Read(p []byte) (int, error) { return s.Reader.Read(p[:min(len(p), 1)]) }

// connectSOCKS asks by SOCKS version 5 (RFC 1928, RFC 1929).
func connectSOCKS(conn net.Conn, user *url.Userinfo, to netip.AddrPort) error {
	exchange := func(out []byte, in int) ([]byte, error) {
		if _, err := conn.Write(out); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProxy, err)
		}
		answer := make([]byte, in)
		if _, err := io.ReadFull(conn, answer); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProxy, err)
		}
		return answer, nil
	}
	method := byte(0)
	if user != nil {
		method = 2
	}
	answer, err := exchange([]byte{5, 1, method}, 2)
	if err != nil {
		return err
	}
	if answer[0] != 5 || answer[1] != method {
		return fmt.Errorf("%w: it does not take this way to log in", ErrProxy)
	}
	if user != nil {
		password, _ := user.Password()
		name := user.Username()
		if len(name) > 255 || len(password) > 255 {
			return fmt.Errorf("%w: its user or password is too long", ErrProxy)
		}
		login := append([]byte{1, byte(len(name))}, name...)
		login = append(append(login, byte(len(password))), password...)
		if answer, err = exchange(login, 2); err != nil {
			return err
		}
		if answer[1] != 0 {
			return fmt.Errorf("%w: it refuses the user or password", ErrProxy)
		}
	}
	request := []byte{5, 1, 0, 1}
	if to.Addr().Is6() {
		request[3] = 4
	}
	request = binary.BigEndian.AppendUint16(append(request, to.Addr().AsSlice()...), to.Port())
	if answer, err = exchange(request, 4); err != nil {
		return err
	}
	switch answer[1] {
	case 0:
		return skipBound(conn, answer[3])
	case 2:
		return ErrForbidden
	case 3, 4, 5, 6: // unreachable, refused, beyond its time
		return refused(to)
	}
	return fmt.Errorf("%w: it answers %d", ErrProxy, answer[1])
}

// skipBound reads the address that a SOCKS answer ends with.
func skipBound(conn net.Conn, kind byte) error {
	size := map[byte]int{1: 4 + 2, 4: 16 + 2}[kind]
	if size == 0 {
		return fmt.Errorf("%w: its answer is none of SOCKS 5", ErrProxy)
	}
	if _, err := io.ReadFull(conn, make([]byte, size)); err != nil {
		return fmt.Errorf("%w: %w", ErrProxy, err)
	}
	return nil
}

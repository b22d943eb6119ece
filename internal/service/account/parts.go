package account

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

func (s *Accounts) Provider(live bool) (*whatsapp.Client, error) {
	c := s.opt.Test
	if live {
		c = s.opt.Live
	}
	if c == nil {
		return nil, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This deployment has no provider for this kind of workspace (see --provider-url and --sandbox).")
	}
	return c, nil
}

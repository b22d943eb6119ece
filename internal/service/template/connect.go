package template

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

func AllTemplates(ctx context.Context, client *whatsapp.Client, token, providerID string) (list []crm.Template, err error) {
	for t, err := range client.Templates(ctx, token, providerID) {
		if err != nil {
			return nil, account.ProviderProblem(err)
		}
		list = append(list, t)
	}
	return list, nil
}

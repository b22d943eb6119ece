module service.example/crm/sdk/go

go 1.24

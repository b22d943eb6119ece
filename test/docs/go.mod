module service.example/crm/test/docs

go 1.26.0

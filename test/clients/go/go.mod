module service.example/crm/test/clients/go

go 1.26.0

require github.com/piusalfred/whatsapp v0.1.12

// Package whatsapp speaks the WhatsApp Business Cloud API: it sends messages,
// reads templates and account data, and reads the webhooks that come back. It
// knows the provider's wire format and nothing of this product's storage.
package whatsapp

// Package whatsapp speaks the WhatsApp Business Cloud API. It sends messages,
// reads templates and account data, and parses the provider's webhooks. It knows
// the format of the wire but not how the product stores data.
package whatsapp

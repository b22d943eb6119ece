import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Calls, OperationId } from './calls.js';
import { inboxCalls } from './calls-inbox.js';
import { onboardingCalls } from './calls-onboarding.js';
import { json, serve } from './server.js';

/** How each operation is called. It lacks no operation of the document and has no other, or it does not compile. */
const calls: Calls = {
  ...inboxCalls,
  ...onboardingCalls,
  'send-message': [
    'post /v1/messages',
    (c) => c.messages.send({ to: '+15551234567', type: 'text', text: { body: 'Hi' } }),
  ],
  'send-message-batch': ['post /v1/messages/batch', (c) => c.messages.sendBatch({ messages: [] })],
  'list-messages': ['get /v1/messages', (c) => c.messages.list().page()],
  'get-message': ['get /v1/messages/{id}', (c) => c.messages.get('{id}')],
  'cancel-message': ['post /v1/messages/{id}/cancel', (c) => c.messages.cancel('{id}')],
  'summarize-failures': ['get /v1/failures', (c) => c.messages.failures()],
  'list-failure-reasons': ['get /v1/failure-reasons', (c) => c.messages.failureReasons()],
  'mark-message-read': ['post /v1/messages/{id}/read', (c) => c.messages.markRead('{id}')],
  'upload-media': ['post /v1/media', (c) => c.media.upload({ url: 'https://a.example/a.pdf' })],
  'list-media': ['get /v1/media', (c) => c.media.list().page()],
  'download-media': ['get /v1/media/{id}', (c) => c.media.download('{id}')],
  'get-media-info': ['get /v1/media/{id}/info', (c) => c.media.get('{id}')],
  'create-media-link': ['post /v1/media/{id}/link', (c) => c.media.link('{id}')],
  'delete-media': ['delete /v1/media/{id}', (c) => c.media.delete('{id}')],
  'create-contact': ['post /v1/contacts', (c) => c.contacts.create({ phone: '+15551234567' })],
  'list-contacts': ['get /v1/contacts', (c) => c.contacts.list().page()],
  'get-contact': ['get /v1/contacts/{id}', (c) => c.contacts.get('{id}')],
  'update-contact': ['patch /v1/contacts/{id}', (c) => c.contacts.update('{id}', {})],
  'add-contact-tags': ['post /v1/contacts/{id}/tags', (c) => c.contacts.addTags('{id}', ['vip'])],
  'remove-contact-tag': ['delete /v1/contacts/{id}/tags/{tag}', (c) => c.contacts.removeTag('{id}', '{tag}')],
  'merge-contacts': ['post /v1/contacts/{id}/merge', (c) => c.contacts.merge('{id}', 'con_2')],
  'undo-contact-merge': ['post /v1/contact-merges/{id}/undo', (c) => c.contacts.undoMerge('{id}')],
  'erase-contact': ['post /v1/contacts/{id}/erase', (c) => c.contacts.erase('{id}')],
  'list-contact-erasures': ['get /v1/contact-erasures', (c) => c.contacts.listErasures().page()],
  'get-contact-erasure': ['get /v1/contact-erasures/{id}', (c) => c.contacts.getErasure('{id}')],
  'export-contact': ['get /v1/contacts/{id}/export', (c) => c.contacts.exportContact('{id}')],
  'export-contacts': ['get /v1/contacts/export', (c) => c.contacts.export()],
  'create-assistant': ['post /v1/assistants', (c) => c.assistants.create({ name: 'Shop' })],
  'list-assistants': ['get /v1/assistants', (c) => c.assistants.list().page()],
  'get-assistant': ['get /v1/assistants/{id}', (c) => c.assistants.get('{id}')],
  'update-assistant': ['patch /v1/assistants/{id}', (c) => c.assistants.update('{id}', {})],
  'delete-assistant': ['delete /v1/assistants/{id}', (c) => c.assistants.delete('{id}')],
  'publish-assistant': ['post /v1/assistants/{id}/publish', (c) => c.assistants.publish('{id}', { revision: 1 })],
  'list-assistant-revisions': [
    'get /v1/assistants/{id}/revisions',
    (c) => c.assistants.revisions('{id}').page(),
  ],
  'get-assistant-revision': [
    'get /v1/assistants/{id}/revisions/{number}',
    (c) => c.assistants.revision('{id}', '{number}' as unknown as number),
  ],
  'test-assistant': ['post /v1/assistants/{id}/test', (c) => c.assistants.test('{id}', { question: 'Open?' })],
  'create-assistant-evaluation': [
    'post /v1/assistants/{id}/evaluations',
    (c) => c.assistants.evaluate('{id}', { source: 'conversations' }),
  ],
  'list-assistant-evaluations': [
    'get /v1/assistants/{id}/evaluations',
    (c) => c.assistants.evaluations('{id}').page(),
  ],
  'get-assistant-evaluation': [
    'get /v1/assistants/{id}/evaluations/{evaluationId}',
    (c) => c.assistants.evaluation('{id}', '{evaluationId}'),
  ],
  'list-assistant-evaluation-items': [
    'get /v1/assistants/{id}/evaluations/{evaluationId}/items',
    (c) => c.assistants.evaluationItems('{id}', '{evaluationId}').page(),
  ],
  'list-assistant-evaluation-problems': [
    'get /v1/assistants/{id}/evaluations/{evaluationId}/problems',
    (c) => c.assistants.evaluationProblems('{id}', '{evaluationId}').page(),
  ],
  'cancel-assistant-evaluation': [
    'post /v1/assistants/{id}/evaluations/{evaluationId}/cancel',
    (c) => c.assistants.cancelEvaluation('{id}', '{evaluationId}'),
  ],
  'delete-assistant-evaluation': [
    'delete /v1/assistants/{id}/evaluations/{evaluationId}',
    (c) => c.assistants.deleteEvaluation('{id}', '{evaluationId}'),
  ],
  'list-assistant-publications': [
    'get /v1/assistants/{id}/publications',
    (c) => c.assistants.publications('{id}').page(),
  ],
  'get-assistant-settings': ['get /v1/assistant-settings', (c) => c.assistants.settings()],
  'update-assistant-settings': ['patch /v1/assistant-settings', (c) => c.assistants.updateSettings({})],
  'get-assistant-cache': ['get /v1/assistant-cache', (c) => c.assistants.cache()],
  'delete-assistant-cache': ['delete /v1/assistant-cache', (c) => c.assistants.clearCache()],
  'create-contact-import': ['post /v1/contact-imports', (c) => c.contactImports.create({ csv: 'phone' })],
  'preview-contact-import': [
    'post /v1/contact-imports/preview',
    (c) => c.contactImports.preview({ file: new Blob(['phone']), tags: ['fair'] }),
  ],
  'list-contact-imports': ['get /v1/contact-imports', (c) => c.contactImports.list().page()],
  'get-contact-import': ['get /v1/contact-imports/{id}', (c) => c.contactImports.get('{id}')],
  'list-contact-import-problems': [
    'get /v1/contact-imports/{id}/problems',
    (c) => c.contactImports.problems('{id}').page(),
  ],
  'cancel-contact-import': ['post /v1/contact-imports/{id}/cancel', (c) => c.contactImports.cancel('{id}')],
  'create-contact-field': [
    'post /v1/contact-fields',
    (c) => c.contactFields.create({ key: 'tier', label: 'Tier', type: 'text' }),
  ],
  'create-ai-provider': [
    'post /v1/ai/providers',
    (c) => c.ai.providers.create({ name: 'OpenAI', kind: 'openai', model: 'gpt-4.1-mini' }),
  ],
  'list-ai-providers': ['get /v1/ai/providers', async (c) => c.ai.providers.list().page()],
  'get-ai-provider': ['get /v1/ai/providers/{id}', (c) => c.ai.providers.get('{id}')],
  'update-ai-provider': ['patch /v1/ai/providers/{id}', (c) => c.ai.providers.update('{id}', {})],
  'delete-ai-provider': ['delete /v1/ai/providers/{id}', (c) => c.ai.providers.delete('{id}')],
  'test-ai-provider': ['post /v1/ai/providers/{id}/test', (c) => c.ai.providers.test('{id}')],
  'get-ai-usage': ['get /v1/ai/usage', (c) => c.ai.usage({ groupBy: 'day' })],
  'list-ai-calls': ['get /v1/ai/calls', async (c) => c.ai.calls().page()],
  'get-ai-settings': ['get /v1/ai/settings', (c) => c.ai.settings()],
  'update-ai-settings': ['patch /v1/ai/settings', (c) => c.ai.updateSettings({ enabled: true })],
  'list-ai-notices': ['get /v1/ai/notices', async (c) => c.ai.notices().page()],
  'list-contact-fields': ['get /v1/contact-fields', (c) => c.contactFields.list()],
  'update-contact-field': ['patch /v1/contact-fields/{id}', (c) => c.contactFields.update('{id}', {})],
  'delete-contact-field': ['delete /v1/contact-fields/{id}', (c) => c.contactFields.delete('{id}')],
  'list-templates': ['get /v1/templates', (c) => c.templates.list().page()],
  'sync-templates': ['post /v1/templates/sync', (c) => c.templates.sync()],
  'lint-template': ['post /v1/templates/lint', (c) => c.templates.lint({} as never)],
  'list-gallery-templates': ['get /v1/template-gallery', (c) => c.templates.gallery().page()],
  'get-gallery-template': ['get /v1/template-gallery/{id}', (c) => c.templates.galleryTemplate('{id}')],
  'create-template': ['post /v1/templates', (c) => c.templates.create({ name: 'a', language: 'en' })],
  'get-template': ['get /v1/templates/{id}', (c) => c.templates.get('{id}')],
  'update-template': ['patch /v1/templates/{id}', (c) => c.templates.update('{id}', { submit: true })],
  'submit-template': ['post /v1/templates/{id}/submit', (c) => c.templates.submit('{id}')],
  'duplicate-template': ['post /v1/templates/{id}/duplicate', (c) => c.templates.duplicate('{id}', { name: 'b' })],
  'delete-template': ['delete /v1/templates/{id}', (c) => c.templates.delete('{id}', { allLanguages: true })],
  'archive-template': ['post /v1/templates/{id}/archive', (c) => c.templates.archive('{id}')],
  'unarchive-template': ['post /v1/templates/{id}/unarchive', (c) => c.templates.unarchive('{id}')],
  'list-template-versions': ['get /v1/templates/{id}/versions', (c) => c.templates.versions('{id}').page()],
  'get-template-statistics': [
    'get /v1/templates/{id}/statistics',
    (c) => c.templates.statistics('{id}', { from: '2026-11-01' }),
  ],
  'preview-template': ['post /v1/templates/{id}/preview', (c) => c.templates.preview('{id}', {})],
  'preview-template-draft': ['post /v1/templates/preview', (c) => c.templates.previewDraft({ components: [] })],
  'create-webhook-endpoint': [
    'post /v1/webhook-endpoints',
    (c) => c.webhookEndpoints.create({ url: 'https://a.example' }),
  ],
  'upsert-webhook-endpoint': [
    'put /v1/webhook-endpoints',
    (c) => c.webhookEndpoints.upsert({ url: 'https://a.example' }),
  ],
  'list-webhook-endpoints': ['get /v1/webhook-endpoints', (c) => c.webhookEndpoints.list().page()],
  'get-webhook-endpoint': ['get /v1/webhook-endpoints/{id}', (c) => c.webhookEndpoints.get('{id}')],
  'update-webhook-endpoint': ['patch /v1/webhook-endpoints/{id}', (c) => c.webhookEndpoints.update('{id}', {})],
  'delete-webhook-endpoint': ['delete /v1/webhook-endpoints/{id}', (c) => c.webhookEndpoints.delete('{id}')],
  'rotate-webhook-endpoint-secret': [
    'post /v1/webhook-endpoints/{id}/rotate-secret',
    (c) => c.webhookEndpoints.rotateSecret('{id}', { overlapSeconds: 0 }),
  ],
  'expire-webhook-endpoint-secret': [
    'delete /v1/webhook-endpoints/{id}/secrets/{secretId}',
    (c) => c.webhookEndpoints.expireSecret('{id}', '{secretId}'),
  ],
  'test-webhook-endpoint': [
    'post /v1/webhook-endpoints/{id}/test',
    (c) => c.webhookEndpoints.test('{id}', { event: 'messages.upsert' }),
  ],
  'get-webhook-endpoint-statistics': [
    'get /v1/webhook-endpoints/{id}/statistics',
    (c) => c.webhookEndpoints.statistics('{id}', { since: new Date(0) }),
  ],
  'list-deliveries': [
    'get /v1/webhook-endpoints/{id}/deliveries',
    (c) => c.deliveries.list('{id}', { state: 'failed' }).page(),
  ],
  'get-delivery': [
    'get /v1/webhook-endpoints/{id}/deliveries/{deliveryId}',
    (c) => c.deliveries.get('{id}', '{deliveryId}'),
  ],
  redeliver: [
    'post /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    (c) => c.deliveries.redeliver('{id}', '{deliveryId}'),
  ],
  'create-redelivery': [
    'post /v1/webhook-endpoints/{id}/redeliveries',
    (c) => c.webhookEndpoints.redeliveries.create('{id}', { what: 'range', since: new Date(0) }),
  ],
  'list-redeliveries': [
    'get /v1/webhook-endpoints/{id}/redeliveries',
    (c) => c.webhookEndpoints.redeliveries.list('{id}').page(),
  ],
  'get-redelivery': [
    'get /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}',
    (c) => c.webhookEndpoints.redeliveries.get('{id}', '{redeliveryId}'),
  ],
  'cancel-redelivery': [
    'post /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}/cancel',
    (c) => c.webhookEndpoints.redeliveries.cancel('{id}', '{redeliveryId}'),
  ],
  'get-event': ['get /v1/events/{id}', (c) => c.events.get('{id}')],
  'list-events': ['get /v1/events', (c) => c.events.list().page()],
  'stream-events': ['get /v1/events/stream', (c) => c.events.stream().next().catch(() => undefined)],
  'list-event-types': ['get /v1/event-types', (c) => c.events.types()],
  'get-event-type': ['get /v1/event-types/{name}', (c) => c.events.type('{name}' as 'messages.upsert')],
  'create-session': ['post /v1/session', (c) => c.sessions.create({ email: 'a@b.example', password: 'x' })],
  'confirm-session': ['post /v1/session/confirm', (c) => c.sessions.confirm({ password: 'x' })],
  'delete-session': ['delete /v1/session', (c) => c.sessions.delete()],
  'list-sessions': ['get /v1/sessions', (c) => c.sessions.list().page()],
  'end-session': ['delete /v1/sessions/{id}', (c) => c.sessions.end('{id}')],
  'end-other-sessions': ['post /v1/sessions/end-others', (c) => c.sessions.endOthers()],
  'get-me': ['get /v1/me', (c) => c.sessions.me()],
  'update-me': ['patch /v1/me', (c) => c.sessions.updateMe({ name: 'Amélie Bernard' })],
  'begin-passkey-session': ['post /v1/session/passkey/options', (c) => c.sessions.beginPasskey()],
  'create-passkey-session': ['post /v1/session/passkey', (c) => c.sessions.createWithPasskey({ ceremonyId: 'x', credential: {} })],
  'get-deployment': ['get /v1/deployment', (c) => c.deployment.get()],
  'get-deployment-storage': ['get /v1/deployment/storage', (c) => c.deployment.storage()],
  'get-factors': ['get /v1/me/factors', (c) => c.factors.get()],
  'begin-totp': ['post /v1/me/totp', (c) => c.factors.beginTOTP()],
  'confirm-totp': ['post /v1/me/totp/confirm', (c) => c.factors.confirmTOTP({ code: '287082' })],
  'remove-totp': ['delete /v1/me/totp', (c) => c.factors.removeTOTP()],
  'renew-recovery-codes': ['post /v1/me/recovery-codes', (c) => c.factors.renewRecoveryCodes()],
  'list-passkeys': ['get /v1/me/passkeys', (c) => c.factors.passkeys()],
  'begin-passkey': ['post /v1/me/passkeys/options', (c) => c.factors.beginPasskey()],
  'add-passkey': ['post /v1/me/passkeys', (c) => c.factors.addPasskey({ ceremonyId: 'x', name: 'Laptop', credential: {} })],
  'remove-passkey': ['delete /v1/me/passkeys/{id}', (c) => c.factors.removePasskey('{id}')],
  'create-sso-connection': [
    'post /v1/sso-connections',
    (c) =>
      c.ssoConnections.create({
        name: 'Test',
        issuer: 'https://login.example.com',
        clientId: 'crm',
        clientSecret: 'secret',
      }),
  ],
  'list-sso-connections': ['get /v1/sso-connections', (c) => c.ssoConnections.list().page()],
  'get-sso-connection': ['get /v1/sso-connections/{id}', (c) => c.ssoConnections.get('{id}')],
  'update-sso-connection': ['patch /v1/sso-connections/{id}', (c) => c.ssoConnections.update('{id}', {})],
  'delete-sso-connection': ['delete /v1/sso-connections/{id}', (c) => c.ssoConnections.delete('{id}')],
  'verify-sso-domain': [
    'post /v1/sso-connections/{id}/domains/{domain}/verify',
    (c) => c.ssoConnections.verifyDomain('{id}', '{domain}'),
  ],
  'list-audit-log': ['get /v1/audit-log', (c) => c.auditLog.list().page()],
  'export-audit-log': ['get /v1/audit-log/export', (c) => c.auditLog.export()],
  'list-charges': ['get /v1/charges', (c) => c.charges.list().page()],
  'summarize-charges': ['get /v1/charges/summary', (c) => c.charges.summarize()],
  'export-charges': ['get /v1/charges/export', (c) => c.charges.export()],
  'get-charge-statement': ['get /v1/charges/statement', (c) => c.charges.statement({ month: '2026-10' })],
  'list-budgets': ['get /v1/budgets', (c) => c.budgets.list().page()],
  'create-budget': [
    'post /v1/budgets',
    (c) => c.budgets.create({ name: 'Ours', period: 'day', amount: '5', currency: 'USD' }),
  ],
  'get-budget': ['get /v1/budgets/{id}', (c) => c.budgets.get('{id}')],
  'update-budget': ['patch /v1/budgets/{id}', (c) => c.budgets.update('{id}', { amount: '6' })],
  'delete-budget': ['delete /v1/budgets/{id}', (c) => c.budgets.delete('{id}')],
  'create-reconciliation': ['post /v1/charges/reconciliations', (c) => c.charges.reconcile()],
  'list-reconciliations': ['get /v1/charges/reconciliations', (c) => c.charges.reconciliations().page()],
  'get-reconciliation': ['get /v1/charges/reconciliations/{id}', (c) => c.charges.reconciliation('{id}')],
  'get-charge-savings': ['get /v1/charges/savings', (c) => c.charges.savings()],
  'list-saving-messages': [
    'get /v1/charges/savings/{cause}/messages',
    (c) => c.charges.savingMessages('{cause}' as 'bubbles').page(),
  ],
  'list-charge-differences': [
    'get /v1/charges/reconciliations/{id}/differences',
    (c) => c.charges.differences('{id}').page(),
  ],
  'list-rate-cards': ['get /v1/rate-cards', (c) => c.charges.rateCards().page()],
  'import-rate-card': ['post /v1/rate-cards', (c) => c.charges.importRateCard({ name: 'Ours', prices: 'valid_from' })],
  'get-rate-card': ['get /v1/rate-cards/{id}', (c) => c.charges.rateCard('{id}')],
  'delete-rate-card': ['delete /v1/rate-cards/{id}', (c) => c.charges.deleteRateCard('{id}')],
  'create-user': [
    'post /v1/users',
    (c) => c.users.create({ email: 'amelie@example.com', name: 'Amélie', role: 'agent' }),
  ],
  'list-users': ['get /v1/users', (c) => c.users.list().page()],
  'get-user': ['get /v1/users/{id}', (c) => c.users.get('{id}')],
  'update-user': ['patch /v1/users/{id}', (c) => c.users.update('{id}', { role: 'supervisor' })],
  'deactivate-user': ['post /v1/users/{id}/deactivate', (c) => c.users.deactivate('{id}')],
  'reactivate-user': ['post /v1/users/{id}/reactivate', (c) => c.users.reactivate('{id}')],
  'send-invitation': ['post /v1/users/{id}/invitation', (c) => c.users.sendInvitation('{id}')],
  'withdraw-invitation': ['delete /v1/users/{id}/invitation', (c) => c.users.withdrawInvitation('{id}')],
  'accept-invitation': ['post /v1/invitations/accept', (c) => c.users.acceptInvitation({ token: 'pX0v' })],
  'request-password-reset': [
    'post /v1/password-resets',
    (c) => c.users.requestPasswordReset('amelie@example.com'),
  ],
  'complete-password-reset': [
    'post /v1/password-resets/complete',
    (c) => c.users.completePasswordReset({ token: 'pX0v', password: 'turnips fly south' }),
  ],
  'change-password': [
    'post /v1/me/password',
    (c) => c.users.changePassword({ newPassword: 'turnips fly south' }),
  ],
  'create-api-key': ['post /v1/api-keys', (c) => c.apiKeys.create({ name: 'Test', scopes: ['*'] })],
  'list-api-keys': ['get /v1/api-keys', (c) => c.apiKeys.list().page()],
  'update-api-key': ['patch /v1/api-keys/{id}', (c) => c.apiKeys.update('{id}', { name: 'Test' })],
  'create-team': ['post /v1/teams', (c) => c.teams.create({ name: 'Test' })],
  'list-teams': ['get /v1/teams', (c) => c.teams.list().page()],
  'get-team': ['get /v1/teams/{id}', (c) => c.teams.get('{id}')],
  'update-team': ['patch /v1/teams/{id}', (c) => c.teams.update('{id}', { name: 'Test' })],
  'delete-team': ['delete /v1/teams/{id}', (c) => c.teams.delete('{id}')],
  'replace-team-members': ['put /v1/teams/{id}/members', (c) => c.teams.setMembers('{id}', { userIds: [] })],
  'replace-team-numbers': ['put /v1/teams/{id}/numbers', (c) => c.teams.setNumbers('{id}', { phoneNumberIds: [] })],
  'create-role': [
    'post /v1/roles',
    (c) => c.roles.create({ name: 'Test', scopes: ['messages:read'], reach: 'teams' }),
  ],
  'list-roles': ['get /v1/roles', (c) => c.roles.list().page()],
  'get-role': ['get /v1/roles/{id}', (c) => c.roles.get('{id}')],
  'update-role': ['patch /v1/roles/{id}', (c) => c.roles.update('{id}', { reach: 'teams' })],
  'delete-role': ['delete /v1/roles/{id}', (c) => c.roles.delete('{id}')],
  'delete-api-key': ['delete /v1/api-keys/{id}', (c) => c.apiKeys.delete('{id}')],
  'rotate-api-key': ['post /v1/api-keys/{id}/rotate', (c) => c.apiKeys.rotate('{id}')],
  'simulate-message': [
    'post /v1/sandbox/messages',
    (c) => c.sandbox.write({ from: '+14155550123', name: 'Ada Lovelace', text: 'Hello! When are you open?' }),
  ],
  'advance-simulated-clock': ['post /v1/sandbox/clock', (c) => c.sandbox.advanceClock({ advanceSeconds: 90_000 })],
  'get-simulated-phone': ['get /v1/sandbox/phones/{number}', (c) => c.sandbox.phone('{number}')],
  'get-contact-consent': ['get /v1/contacts/{id}/consent', (c) => c.consent.get('{id}')],
  'record-contact-consent': [
    'post /v1/contacts/{id}/consent',
    (c) => c.consent.record('{id}', { purpose: 'marketing', state: 'opted_in', proof: 'Form' }),
  ],
  'get-consent-settings': ['get /v1/consent-settings', (c) => c.consent.settings()],
  'update-consent-settings': ['patch /v1/consent-settings', (c) => c.consent.updateSettings({})],
  'create-knowledge-source': [
    'post /v1/knowledge/sources',
    (c) => c.knowledge.create({ kind: 'question', question: 'Open?', answer: 'Yes.' }),
  ],
  'list-knowledge-sources': ['get /v1/knowledge/sources', (c) => c.knowledge.list().page()],
  'get-knowledge-source': ['get /v1/knowledge/sources/{id}', (c) => c.knowledge.get('{id}')],
  'update-knowledge-source': ['patch /v1/knowledge/sources/{id}', (c) => c.knowledge.update('{id}', {})],
  'delete-knowledge-source': ['delete /v1/knowledge/sources/{id}', (c) => c.knowledge.delete('{id}')],
  'recrawl-knowledge-source': ['post /v1/knowledge/sources/{id}/recrawl', (c) => c.knowledge.recrawl('{id}')],
  'list-knowledge-pages': ['get /v1/knowledge/sources/{id}/pages', (c) => c.knowledge.pages('{id}')],
  'list-knowledge-source-problems': [
    'get /v1/knowledge/sources/{id}/problems',
    (c) => c.knowledge.problems('{id}').page(),
  ],
  'list-knowledge-passages': ['get /v1/knowledge/passages', (c) => c.knowledge.passages().page()],
  'search-knowledge': ['post /v1/knowledge/search', (c) => c.knowledge.search({ question: 'Open?' })],
  'get-knowledge-settings': ['get /v1/knowledge/settings', (c) => c.knowledge.settings()],
  'update-knowledge-settings': ['patch /v1/knowledge/settings', (c) => c.knowledge.updateSettings({})],
  'list-knowledge-gaps': ['get /v1/knowledge/gaps', (c) => c.knowledgeGaps.list().page()],
  'get-knowledge-gap': ['get /v1/knowledge/gaps/{id}', (c) => c.knowledgeGaps.get('{id}')],
  'dismiss-knowledge-gap': ['post /v1/knowledge/gaps/{id}/dismiss', (c) => c.knowledgeGaps.dismiss('{id}')],
  'answer-knowledge-gap': [
    'post /v1/knowledge/gaps/{id}/answer',
    (c) => c.knowledgeGaps.answer('{id}', { answer: 'Yes.' }),
  ],
};

test.each(Object.entries(calls))('%s is asked for where the document has it', async (_, [place, call]) => {
  const { client, seen } = serve([json(200, { data: [], nextCursor: null })]);
  await call(client);
  expect(seen.map(({ method, url }) => `${method.toLowerCase()} ${decodeURIComponent(url.pathname)}`)).toEqual([place]);
});

test('the table names each operation once', () => {
  const places = Object.values(calls).map(([place]) => place);
  expect(new Set(places).size).toBe(places.length);
  expectTypeOf<keyof typeof calls>().toEqualTypeOf<OperationId>();
});

describe('samples', () => {
  const folder = new URL('../samples/', import.meta.url);

  test('are there for every operation', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(calls)
        .map((id) => `${id}.ts`)
        .sort(),
    );
  });

  test.each(Object.keys(calls))('%s is short enough to be read at a glance', (id) => {
    const lines = readFileSync(new URL(`${id}.ts`, folder), 'utf8').split('\n');
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(62);
    expect(lines[0]).toBe("import { ServiceClient } from '@service/sdk';");
  });
});

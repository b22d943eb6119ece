import type { Calls } from './calls.js';

/** How the operations of accounts, phone numbers and onboarding are called. */
export const onboardingCalls = {
  'list-phone-numbers': ['get /v1/phone-numbers', (c) => c.phoneNumbers.list().page()],
  'get-phone-number': ['get /v1/phone-numbers/{id}', (c) => c.phoneNumbers.get('{id}')],
  'update-phone-number': [
    'patch /v1/phone-numbers/{id}',
    (c) => c.phoneNumbers.update('{id}', { readReceipts: 'when_viewed' }),
  ],
  'add-phone-number': ['post /v1/phone-numbers', (c) => c.phoneNumbers.add({ countryCode: '1', number: '6505551234', verifiedName: 'Shop' })],
  'get-phone-number-setup': ['get /v1/phone-numbers/{id}/setup', (c) => c.phoneNumbers.setup('{id}')],
  'request-verification-code': [
    'post /v1/phone-numbers/{id}/verification-code',
    (c) => c.phoneNumbers.requestCode('{id}', { method: 'sms' }),
  ],
  'verify-phone-number': ['post /v1/phone-numbers/{id}/verify', (c) => c.phoneNumbers.verify('{id}', { code: '123456' })],
  'register-phone-number': [
    'post /v1/phone-numbers/{id}/register',
    (c) => c.phoneNumbers.register('{id}', { pin: '482931' }),
  ],
  'request-app-history': ['post /v1/phone-numbers/{id}/app-history', (c) => c.phoneNumbers.requestHistory('{id}')],
  'deregister-phone-number': ['post /v1/phone-numbers/{id}/deregister', (c) => c.phoneNumbers.deregister('{id}')],
  'change-phone-number-pin': [
    'post /v1/phone-numbers/{id}/pin',
    (c) => c.phoneNumbers.changePin('{id}', { pin: '482931' }),
  ],
  'get-business-profile': ['get /v1/phone-numbers/{id}/profile', (c) => c.phoneNumbers.profile('{id}')],
  'update-business-profile': ['patch /v1/phone-numbers/{id}/profile', (c) => c.phoneNumbers.updateProfile('{id}', { about: 'Shop' })],
  'get-conversational-components': [
    'get /v1/phone-numbers/{id}/conversational-components',
    (c) => c.phoneNumbers.components('{id}'),
  ],
  'set-conversational-components': [
    'put /v1/phone-numbers/{id}/conversational-components',
    (c) => c.phoneNumbers.setComponents('{id}', { prompts: ['Hi'] }),
  ],
  'list-qr-codes': ['get /v1/phone-numbers/{id}/qr-codes', (c) => c.phoneNumbers.qrCodes('{id}')],
  'create-qr-code': ['post /v1/phone-numbers/{id}/qr-codes', (c) => c.phoneNumbers.createQrCode('{id}', { prefilledMessage: 'Hi' })],
  'update-qr-code': [
    'patch /v1/phone-numbers/{id}/qr-codes/{code}',
    (c) => c.phoneNumbers.updateQrCode('{id}', '{code}', { prefilledMessage: 'Hi' }),
  ],
  'delete-qr-code': ['delete /v1/phone-numbers/{id}/qr-codes/{code}', (c) => c.phoneNumbers.deleteQrCode('{id}', '{code}')],
  'list-blocked-users': ['get /v1/phone-numbers/{id}/blocked-users', (c) => c.phoneNumbers.blockedUsers('{id}').page()],
  'block-users': [
    'post /v1/phone-numbers/{id}/blocked-users',
    (c) => c.phoneNumbers.blockUsers('{id}', { users: ['+14155550123'] }),
  ],
  'unblock-users': [
    'post /v1/phone-numbers/{id}/blocked-users/unblock',
    (c) => c.phoneNumbers.unblockUsers('{id}', { users: ['+14155550123'] }),
  ],
  'get-encryption-key': ['get /v1/phone-numbers/{id}/encryption-key', (c) => c.phoneNumbers.encryptionKey('{id}')],
  'set-encryption-key': [
    'put /v1/phone-numbers/{id}/encryption-key',
    (c) => c.phoneNumbers.setEncryptionKey('{id}', { publicKey: 'PEM' }),
  ],
  'request-display-name': [
    'post /v1/phone-numbers/{id}/display-name',
    (c) => c.phoneNumbers.requestName('{id}', { displayName: 'Lucky Shrub' }),
  ],
  'get-onboarding': ['get /v1/onboarding', (c) => c.onboarding.get()],
  'set-onboarding-website': ['put /v1/onboarding/website', (c) => c.onboarding.setWebsite({ url: 'https://a.example/', legalName: 'Shop Ltd', address: 'Street 1' })],
  'check-onboarding-item': ['post /v1/onboarding/{item}/check', (c) => c.onboarding.check('{item}')],
  'confirm-onboarding-item': [
    'post /v1/onboarding/{item}/confirm',
    (c) => c.onboarding.confirm('{item}', { note: 'Seen' }),
  ],
  'reject-onboarding-item': [
    'post /v1/onboarding/{item}/reject',
    (c) => c.onboarding.reject('{item}', { reason: 'Missing' }),
  ],
  'get-onboarding-doctor': ['get /v1/onboarding/doctor', (c) => c.onboarding.doctor()],
  'get-signup': ['get /v1/onboarding/signup', (c) => c.onboarding.signup()],
  'finish-signup': ['post /v1/onboarding/signup', (c) => c.onboarding.finishSignup({ code: 'AQBhlXsctMxJYb', event: 'FINISH' })],
  'fix-onboarding-finding': ['post /v1/onboarding/doctor/{finding}/fix', (c) => c.onboarding.fix('{finding}')],
  'request-badge': [
    'post /v1/onboarding/badge-request',
    (c) => c.onboarding.requestBadge({ country: 'US', language: 'en' }),
  ],
  'report-badge': [
    'put /v1/onboarding/badge-request',
    (c) => c.onboarding.reportBadge({ state: 'requested', note: 'Submitted' }),
  ],
  'list-messaging-accounts': ['get /v1/messaging-accounts', (c) => c.messagingAccounts.list().page()],
  'get-phone-number-health': ['get /v1/phone-numbers/{id}/health', (c) => c.phoneNumbers.health('{id}')],
  'rotate-account-token': [
    'post /v1/messaging-accounts/{id}/rotate-token',
    (c) => c.messagingAccounts.rotateToken('{id}', { systemUserToken: 'EAA' }),
  ],
  'check-account-webhooks': [
    'post /v1/messaging-accounts/{id}/check-webhooks',
    (c) => c.messagingAccounts.checkWebhooks('{id}'),
  ],
  'connect-messaging-account': [
    'post /v1/messaging-accounts',
    (c) => c.messagingAccounts.connect({ messagingAccountId: '1', systemUserToken: 't' }),
  ],
} satisfies Partial<Calls>;

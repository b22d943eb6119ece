// Public client libraries of the provider run their operations against the
// simulator; what it recorded is what counts.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { startWorld } from './world.mjs';

const require = createRequire(import.meta.url);
let world;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

/** Texts on a customer's phone, oldest first. */
const texts = async (number) => (await world.received(number)).map((m) => m.text);
const picture = () => new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' });
const shipped = [
  {
    type: 'body',
    parameters: [
      { type: 'text', parameter_name: 'name', text: 'Ada' },
      { type: 'text', parameter_name: 'order_number', text: '48213' },
      { type: 'text', parameter_name: 'eta', text: 'on Friday' },
    ],
  },
];
const shippedText = 'Hi Ada, your order 48213 has been shipped and should arrive on Friday. Thank you!';

test('whatsapp-api-js', async () => {
  const { WhatsAppAPI } = await import('whatsapp-api-js');
  const { Text, Location } = await import('whatsapp-api-js/messages');
  const client = new WhatsAppAPI({ token: world.token, appSecret: world.appSecret, v: 'v24.0' });
  const customer = '14155550301';
  const wrote = await world.write(`+${customer}`);
  const sent = await client.sendMessage(world.phone, customer, new Text('by whatsapp-api-js'), undefined, 'order-1');
  assert.match(sent.messages[0].id, /^wamid\./);
  await client.sendMessage(world.phone, customer, new Location(-122.1, 37.4, 'Shop', 'Main St'));
  assert.equal((await client.markAsRead(world.phone, wrote, 'text')).success, true);
  const code = await client.createQR(world.phone, 'Cyber Monday', 'svg');
  assert.match(code.qr_image_url, /^http/);
  await client.updateQR(world.phone, code.code, 'Changed');
  assert.equal((await client.retrieveQR(world.phone, code.code)).data[0].prefilled_message, 'Changed');
  await client.deleteQR(world.phone, code.code);
  assert.deepEqual((await client.retrieveQR(world.phone)).data, []);
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', 'image/png');
  form.set('file', picture(), 'a.png');
  const { id } = await client.uploadMedia(world.phone, form);
  assert.equal((await client.retrieveMedia(id)).mime_type, 'image/png');
  await client.deleteMedia(id);
  assert.equal((await client.blockUser(world.phone, `+${customer}`)).block_users.added_users[0].wa_id, customer);
  assert.equal((await client.unblockUser(world.phone, `+${customer}`)).block_users.removed_users.length, 1);
  const messages = await world.received(`+${customer}`);
  assert.equal(messages[0].text, 'by whatsapp-api-js');
  assert.equal(messages[0].callbackData, 'order-1');
  assert.equal(messages[1].type, 'location');
});

test('@great-detail/whatsapp', async () => {
  const { default: Client } = await import('@great-detail/whatsapp');
  const client = new Client({ baseUrl: world.url, request: { headers: { Authorization: `Bearer ${world.token}` } } });
  const customer = '+14155550302';
  await world.write(customer);
  await client.message.createMessage({ phoneNumberID: world.phone, to: customer, type: 'text', text: { body: 'by great-detail' } }).json();
  await client.message
    .createMessage({ phoneNumberID: world.phone, to: customer, type: 'template', template: { name: 'order_shipped', language: { code: 'en_US' }, components: shipped } })
    .json();
  assert.deepEqual(await texts(customer), ['by great-detail', shippedText]);
  const { id } = await client.media.upload({ phoneNumberID: world.phone, file: picture(), filename: 'a.png', mimeType: 'image/png' }).json();
  assert.equal((await client.media.getURL({ mediaID: id }).json()).id, id);
  await client.businessProfile.updateBusinessProfile({ phoneNumberID: world.phone, about: 'Lamps and more' }).json();
  const profile = await client.businessProfile.getBusinessProfile({ phoneNumberID: world.phone, fields: ['about', 'vertical'] }).json();
  assert.equal(profile.data[0].about, 'Lamps and more');
  const numbers = await client.phoneNumbers.listPhoneNumbers({ businessAccountID: world.account, fields: ['id', ['throughput', ['level']]] }).json();
  assert.equal(numbers.data[0].throughput.level, 'STANDARD');
  const made = await client.template
    .create(world.account, { name: 'great_detail', language: 'en_US', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hello there.' }] })
    .json();
  assert.equal(made.status, 'PENDING');
  const found = await client.template.list(world.account, { limit: 3, fields: ['name'] }).json();
  assert.equal(found.data.length, 3);
  assert.equal((await client.template.listLibrary({ search: 'balance' }).json()).data[0].name, 'low_balance_warning_1');
  await client.subscribedApps.listSubscriptions({ businessAccountID: world.account }).json();
  await client.conversationalAutomation.setConversationalAutomation({ phoneNumberID: world.phone, prompts: ['Hi'], commands: [] }).json();
});

test('@kapso/whatsapp-cloud-api', async () => {
  const { WhatsAppClient } = await import('@kapso/whatsapp-cloud-api');
  const client = new WhatsAppClient({ accessToken: world.token, baseUrl: world.url });
  const customer = '+14155550303';
  const messageId = await world.write(customer);
  const to = { phoneNumberId: world.phone, to: customer };
  await client.messages.sendText({ ...to, body: 'by kapso' });
  await client.messages.sendInteractiveButtons({ ...to, bodyText: 'Which?', buttons: [{ id: 'a', title: 'Accept' }] });
  await client.messages.sendContacts({ ...to, contacts: [{ name: { formattedName: 'John Doe', firstName: 'John' }, phones: [{ phone: '+15551234567', type: 'WORK' }] }] });
  await client.messages.sendReaction({ ...to, reaction: { messageId, emoji: '😀' } });
  await client.messages.markRead({ phoneNumberId: world.phone, messageId, typingIndicator: { type: 'text' } });
  await client.messages.sendInteractiveCtaUrl({ ...to, bodyText: 'See', parameters: { displayText: 'See dates', url: 'https://example.com' } });
  const { id } = await client.media.upload({ phoneNumberId: world.phone, type: 'image', file: picture(), fileName: 'a.png' });
  await client.messages.sendImage({ ...to, image: { id, caption: 'a picture' } });
  assert.equal((await client.media.get({ mediaId: id, phoneNumberId: world.phone })).mimeType, 'image/png');
  const types = (await world.received(customer)).map((m) => m.type);
  assert.deepEqual(types, ['text', 'interactive', 'contacts', 'reaction', 'interactive', 'image']);
  await assert.rejects(client.messages.sendText({ ...to, to: 'nobody', body: 'x' }));
});

test('whatsapp-business', async () => {
  const { WABAClient } = require('whatsapp-business');
  const client = new WABAClient({ accountId: world.account, phoneId: world.phone, apiToken: world.token });
  const customer = '+14155550304';
  const wrote = await world.write(customer);
  await client.sendMessage({ to: customer, type: 'text', text: { body: 'by whatsapp-business' } });
  await client.markMessageAsRead(wrote);
  assert.deepEqual(await texts(customer), ['by whatsapp-business']);
  assert.equal((await client.getBusinessPhoneNumbers()).data[0].id, world.phone);
  assert.equal((await client.getSingleBusinessPhoneNumber(world.phone)).id, world.phone);
  await client.updateBusinessProfile({ about: 'By whatsapp-business', vertical: 'RETAIL', websites: ['https://shop.example'] });
  assert.equal((await client.getBusinessProfile(['about'])).data[0].about, 'By whatsapp-business');
  await client.updateIdentityCheckState({ enable_identity_key_check: true });
  await assert.rejects(client.requestPhoneNumberVerificationCode({ phoneNumberId: world.phone, code_method: 'SMS', language: 'en_US' }));
  await assert.rejects(client.updateBusinessProfile({ vertical: 'NONSENSE' }));
});

test('@microfox/whatsapp-business', async () => {
  const { WhatsAppBusinessSDK } = await import('@microfox/whatsapp-business');
  const client = new WhatsAppBusinessSDK({ phoneNumberId: world.phone, businessAccountId: world.account, accessToken: world.token });
  const customer = '+14155550305';
  const wrote = await world.write(customer);
  await client.sendTextMessage(customer, 'by microfox');
  await client.sendLocationMessage(customer, { latitude: 37.4, longitude: -122.1, name: 'Shop' });
  await client.sendTemplateMessage(customer, 'hello_world', 'en_US');
  await client.markMessageAsRead(wrote);
  const got = await world.received(customer);
  assert.deepEqual(got.map((m) => m.type), ['text', 'location', 'template']);
  assert.equal(got[0].text, 'by microfox');
});

test('@whatsapp-cloudapi/client', async () => {
  const { sendTextMessage, sendTemplateMessage, uploadMedia, sendImageMessage, markMessageRead } = await import('@whatsapp-cloudapi/client');
  const customer = '+14155550306';
  const messageId = await world.write(customer);
  const us = { accessToken: world.token, from: world.phone };
  await sendTextMessage({ ...us, to: customer, text: 'by cloudapi/client' });
  await sendTemplateMessage({ ...us, to: customer, templateName: 'order_shipped', languageCode: 'en_US', components: shipped });
  const { id } = await uploadMedia({ ...us, file: new File([picture()], 'a.png', { type: 'image/png' }) });
  await sendImageMessage({ ...us, to: customer, mediaId: id, caption: 'a picture' });
  await markMessageRead({ ...us, messageId, showTypingIndicator: true });
  assert.deepEqual(await texts(customer), ['by cloudapi/client', shippedText, 'a picture']);
});

test('whatsappcloudapi_wrapper', async () => {
  const Wrapper = require('whatsappcloudapi_wrapper');
  const client = new Wrapper({ accessToken: world.token, senderPhoneNumberId: world.phone, WABA_ID: world.account });
  const customer = '14155550307';
  const wrote = await world.write(`+${customer}`);
  await client.sendText({ message: 'by wrapper', recipientPhone: customer });
  await client.sendSimpleButtons({ message: 'Which?', recipientPhone: customer, listOfButtons: [{ title: 'Yes', id: 'yes' }] });
  await client.sendLocation({ recipientPhone: customer, latitude: 37.4, longitude: -122.1, name: 'Shop', address: 'Main St' });
  await client.sendContact({ recipientPhone: customer, contact_profile: { name: { first_name: 'Ada', last_name: 'Lovelace' }, phones: [{ phone: '+16505559999' }] } });
  await client.markMessageAsRead({ message_id: wrote });
  await client.createQRCodeMessage({ message: 'Hello', imageType: 'png' });
  assert.deepEqual((await world.received(`+${customer}`)).map((m) => m.type), ['text', 'interactive', 'location', 'contacts']);
});

test('@chat-adapter/whatsapp', async () => {
  const { createWhatsAppAdapter } = await import('@chat-adapter/whatsapp');
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
  const adapter = createWhatsAppAdapter({
    accessToken: world.token, appSecret: world.appSecret, phoneNumberId: world.phone, verifyToken: 'v', apiUrl: world.url, logger: quiet,
  });
  const customer = '14155550308';
  const wrote = await world.write(`+${customer}`);
  const thread = adapter.encodeThreadId({ phoneNumberId: world.phone, userWaId: customer });
  await adapter.postMessage(thread, { markdown: 'by **chat**' });
  await adapter.addReaction(thread, wrote, '👍');
  await adapter.markAsRead(wrote);
  const got = await world.received(`+${customer}`);
  assert.deepEqual(got.map((m) => m.type), ['text', 'reaction']);
  assert.equal(got[0].text, 'by *chat*');
});

test('no library was answered with a path or field that is unknown here', async () => {
  const refused = (await world.calls('/')).filter((c) => [2500, 33].includes(c.answer?.error?.code) || c.answer?.error?.error_subcode === 33);
  assert.deepEqual(refused.map((c) => `${c.method} ${c.path}`), []);
});

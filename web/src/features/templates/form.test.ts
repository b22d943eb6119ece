import { expect, test } from 'vitest';
import { diffWords } from './diff';
import { componentsOf, emptyForm, fieldOf, flowKeyOf, formatOf, formOf, isLabelled, lintable, newButton, type Button, type Component } from './form';
import { asName } from './name';

const parts: Component[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{order}}', example: { header_text_named_params: [{ param_name: 'order', example: 'A-7' }] } },
  { type: 'BODY', text: 'Hi {{name}}, it is on its way.', example: { body_text_named_params: [{ param_name: 'name', example: 'Maria' }] } },
  { type: 'FOOTER', text: 'Lucky Shop' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['https://shop.example/7'] }] },
];
const source = { name: 'sent', language: 'en', category: 'UTILITY', parameterFormat: 'NAMED' } as const;

test('what is read can be written again', () => {
  expect(componentsOf(formOf({ ...source, components: parts }))).toEqual(parts);
  const numbers: Component[] = [{ type: 'BODY', text: 'For {{2}}: {{1}}.', example: { body_text: [['one', 'two']] } }];
  expect(componentsOf(formOf({ ...source, parameterFormat: 'POSITIONAL', components: numbers }))).toEqual(numbers);
  const cards: Component[] = [{ type: 'BODY', text: 'Look', example: undefined }, { type: 'CAROUSEL', cards: [] }];
  expect(componentsOf(formOf({ ...source, components: cards }))).toEqual(cards);
});

test('parameters are numbered where all are numbers', () => {
  expect(formatOf({ ...emptyForm('en'), body: 'Hi {{1}} and {{2}}' })).toBe('POSITIONAL');
  expect(formatOf({ ...emptyForm('en'), body: 'Hi {{1}} and {{name}}' })).toBe('NAMED');
  expect(formatOf({ ...emptyForm('en'), format: 'POSITIONAL', body: 'Hi' })).toBe('POSITIONAL');
});

test('a code has no words of its own', () => {
  const code = componentsOf({ ...emptyForm('en'), category: 'AUTHENTICATION', body: 'left over' });
  expect(code.map((p) => p.type)).toEqual(['BODY', 'FOOTER', 'BUTTONS']);
  expect(code[0]).not.toHaveProperty('text');
});

test('pointers lead to fields', () => {
  expect(fieldOf('/name', parts)).toBe('name');
  expect(fieldOf('/components/1/text', parts)).toBe('body');
  expect(fieldOf('/components/1/example/body_text_named_params', parts)).toBe('samples');
  expect(fieldOf('/components/3/buttons/0/url', parts)).toBe('button-0-url');
  expect(fieldOf('/components/3/buttons/0/text', parts)).toBe('button-0');
  expect(fieldOf('/components', parts)).toBe('body');
});

test('the linter is given a handle for a sample of ours', () => {
  expect(lintable([{ type: 'HEADER', format: 'IMAGE', mediaId: 'med_1' }])).toEqual([{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::sample'] } }]);
});

test('names are made fit', () => {
  expect(asName('Órder Shipped 2!')).toBe('order_shipped_2_');
});

test('a difference tells which words went and came', () => {
  expect(diffWords('Hi {{name}}, it is late.', 'Hello {{name}}, it is here.')).toEqual([
    { kind: 'gone', text: 'Hi' }, { kind: 'new', text: 'Hello' }, { kind: 'same', text: ' {{name}}, it is ' }, { kind: 'gone', text: 'late' }, { kind: 'new', text: 'here' }, { kind: 'same', text: '.' },
  ]);
});

test('a button is added as its type wants it', () => {
  expect(newButton('COPY_CODE')).toEqual({ type: 'COPY_CODE' });
  expect(newButton('CATALOG')).toEqual({ type: 'CATALOG', text: 'View catalog' });
  expect(newButton('FLOW')).toEqual({ type: 'FLOW', text: '', flow_action: 'navigate' });
  expect((['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'FLOW', 'VOICE_CALL', 'COPY_CODE', 'CATALOG', 'MPM', 'SPM'] as const).filter((type) => !isLabelled(type))).toEqual(['COPY_CODE', 'CATALOG', 'MPM', 'SPM']);
});

test('a flow is sent with what is filled in, and named in one way', () => {
  const flow: Button = { type: 'FLOW', text: 'Book', flow_id: '', flow_name: 'booking', flow_action: 'navigate', navigate_screen: undefined };
  const [, sent] = componentsOf({ ...emptyForm('en'), body: 'Book a table.', buttons: [flow] });
  expect(sent!.buttons).toEqual([{ type: 'FLOW', text: 'Book', flow_name: 'booking', flow_action: 'navigate' }]);
  expect([flowKeyOf(flow), flowKeyOf(newButton('FLOW'))]).toEqual(['flow_name', 'flow_id']);
});

test('a code keeps the apps that it goes to', () => {
  const otp: Button = { type: 'OTP', otp_type: 'ONE_TAP', autofill_text: 'Fill in', supported_apps: [{ package_name: 'com.example.shop', signature_hash: 'K8a/AINcGX7' }] };
  const code = componentsOf({ ...emptyForm('en'), category: 'AUTHENTICATION', buttons: [otp] });
  expect(code.at(-1)!.buttons).toEqual([otp]);
});

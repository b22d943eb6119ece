import { expect, test, vi } from 'vitest';
import { isOfProvider, told, windowURL } from './signup';

const app = { available: true, appId: '1', configurationId: '2', graphVersion: 'v25.0', dialogUrl: 'https://www.facebook.com/v25.0/dialog/oauth' };

test('the window is opened with what the provider asks for', () => {
  vi.stubGlobal('location', new URL('https://crm.example.com/app/onboarding'));
  const url = new URL(windowURL(app, true, 'a-state'));
  expect(url.origin + url.pathname).toBe(app.dialogUrl);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: '1', config_id: '2', response_type: 'code', override_default_response_type: 'true', redirect_uri: 'https://crm.example.com/app/signup', state: 'a-state' });
  expect(JSON.parse(url.searchParams.get('extras')!)).toMatchObject({ featureType: 'whatsapp_business_app_onboarding', sessionInfoVersion: '3' });
  expect(JSON.parse(new URL(windowURL(app, false, 's')).searchParams.get('extras')!).featureType).toBe('');
  vi.unstubAllGlobals();
});

test('only windows of the provider are heard', () => {
  for (const origin of ['https://www.facebook.com', 'https://web.facebook.com', 'https://business.facebook.com', 'https://facebook.com']) expect(isOfProvider(origin, app.dialogUrl), origin).toBe(true);
  for (const origin of ['http://www.facebook.com', 'https://facebook.com.evil.example', 'https://evilfacebook.com', 'https://evil.example', 'null', '']) expect(isOfProvider(origin, app.dialogUrl), origin).toBe(false);
  expect(isOfProvider('http://127.0.0.1:9090', 'http://127.0.0.1:9090/v25.0/dialog/oauth')).toBe(true);
  expect(isOfProvider('https://www.facebook.com', 'http://127.0.0.1:9090/v25.0/dialog/oauth')).toBe(false);
});

test('what the window tells is understood, and nothing else', () => {
  expect(told('{"type":"WA_EMBEDDED_SIGNUP","event":"FINISH","data":{"waba_id":"3","phone_number_id":"4"}}')).toEqual({ event: 'FINISH', data: { waba_id: '3', phone_number_id: '4' } });
  expect(told('{"type":"WA_EMBEDDED_SIGNUP","event":"CANCEL"}')).toEqual({ event: 'CANCEL', data: {} });
  for (const other of ['cb=f1', '{"type":"other","event":"FINISH"}', 'null', undefined, { type: 'WA_EMBEDDED_SIGNUP' }]) expect(told(other)).toBeUndefined();
});

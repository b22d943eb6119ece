import { expect, test } from 'vitest';
import { byName } from './passkeys';

test('a number of this machine has a name', () => {
  expect(byName(new URL('http://127.0.0.1:8080/app/settings/security'))).toBe('http://localhost:8080/app/settings/security');
  expect(byName(new URL('http://[::1]:8080/app/'))).toBe('http://localhost:8080/app/');
  for (const named of ['http://localhost:8080/app/', 'https://crm.example.com/app/', 'http://192.0.2.7/app/']) expect(byName(new URL(named))).toBeUndefined();
});

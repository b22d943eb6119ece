import { expect, test } from 'vitest';
import * as sdk from '@service/sdk';
import { problem, serve } from './server.js';

/** The error that an answer leads to. */
async function errorOf(answer: Response): Promise<sdk.APIError> {
  const { client } = serve([answer], { maxRetries: 0 });
  return client.messages.get('msg_1').then(
    () => expect.fail('no error'),
    (error: sdk.APIError) => error,
  );
}

test.each([
  [400, 'BadRequestError'],
  [401, 'AuthenticationError'],
  [403, 'PermissionDeniedError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [413, 'APIError'],
  [422, 'UnprocessableEntityError'],
  [429, 'RateLimitError'],
  [500, 'InternalServerError'],
  [502, 'InternalServerError'],
] as const)('%i is a %s', async (status, name) => {
  const error = await errorOf(problem(status, { code: 'some_code' }));
  expect(error).toBeInstanceOf(sdk[name]);
  expect(error).toBeInstanceOf(sdk.APIError);
  expect(error).toBeInstanceOf(sdk.ServiceError);
  expect(error).toMatchObject({ name, status, code: 'some_code' });
});

test('an error carries everything that the service said', async () => {
  const errors = [
    { pointer: '/to', detail: 'to must be a phone number.', code: 'phone_number_invalid' },
    { pointer: '/parameters/eta', detail: 'eta is missing.', code: 'parameter_missing' },
  ];
  const error = await errorOf(
    problem(422, { code: 'invalid_request', detail: 'The request has 2 faults.', requestId: 'req_1', errors }),
  );
  expect(error).toMatchObject({ code: 'invalid_request', requestId: 'req_1', errors, providerError: undefined });
  expect(error.message).toBe(
    '422 invalid_request: The request has 2 faults.\n  /to: to must be a phone number.\n  /parameters/eta: eta is missing.',
  );
});

test('an error keeps what the provider said', async () => {
  const providerError = {
    code: 190,
    subcode: 463,
    title: 'OAuthException',
    details: 'The token has expired',
    fbtraceId: 'A1',
  };
  const error = await errorOf(
    problem(502, { code: 'provider_refused', detail: 'The provider refused.', providerError }),
  );
  expect(error.providerError).toEqual(providerError);
  expect(error.message).toContain('provider error 190: The token has expired');
});

test('a conflict names what is there already', async () => {
  const error = await errorOf(problem(409, { code: 'contact_exists', existingId: 'con_1' }));
  expect(error).toMatchObject({ name: 'ConflictError', existingId: 'con_1' });
});

test.each(['<html>Bad Gateway</html>', 'null', '"text"', ''])(
  'an answer from a proxy (%j) is an error too',
  async (body) => {
    const error = await errorOf(new Response(body, { status: 502, headers: { 'x-request-id': 'req_2' } }));
    expect(error).toBeInstanceOf(sdk.InternalServerError);
    expect(error).toMatchObject({ status: 502, code: undefined, requestId: 'req_2', errors: [] });
  },
);

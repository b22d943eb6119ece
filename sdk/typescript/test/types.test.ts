// Checks by type that what src/types.ts says by hand is what the OpenAPI
// document says. These tests fail in `npm run check`, not at run time.
import { describe, expectTypeOf, test } from 'vitest';
import type * as sdk from '@service/sdk';
import type { components, operations, webhooks } from '../src/openapi.gen.js';

type Schemas = components['schemas'];

/** The body that an operation takes in the document. */
type Body<Id extends keyof operations> =
  NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer B } } ? B : never;

/** The query of a list in the document, without what every list has. */
type Query<Id extends keyof operations> = Required<
  Omit<NonNullable<operations[Id]['parameters']['query']>, 'limit' | 'cursor'>
>;

/** The query of a list in the SDK, in the same form. */
type Params<T> = { [K in Exclude<keyof T, keyof sdk.ListParams>]-?: Exclude<T[K], undefined> };

/** The fields that some member of a union has. */
type AnyKey<T> = T extends unknown ? keyof T : never;

describe('requests', () => {
  test('have every field of the document and no other', () => {
    expectTypeOf<AnyKey<sdk.SendMessageRequest>>().toEqualTypeOf<keyof Body<'send-message'>>();
    expectTypeOf<keyof sdk.CreateWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'create-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.UpdateWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'update-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.CreateAPIKeyRequest>().toEqualTypeOf<keyof Body<'create-api-key'>>();
    expectTypeOf<keyof sdk.TestWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'test-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.RotateRequest>().toEqualTypeOf<keyof Body<'rotate-api-key'>>();
    expectTypeOf<keyof sdk.RotateRequest>().toEqualTypeOf<keyof Body<'rotate-webhook-endpoint-secret'>>();
    expectTypeOf<keyof sdk.ConnectMessagingAccountRequest>().toEqualTypeOf<keyof Body<'connect-messaging-account'>>();
    expectTypeOf<keyof sdk.SendBatchRequest>().toEqualTypeOf<keyof Body<'send-message-batch'>>();
  });

  test('have every type of message', () => {
    expectTypeOf<sdk.SendMessageRequest['type']>().toEqualTypeOf<Body<'send-message'>['type']>();
  });

  test('of lists have every filter of the document and no other', () => {
    expectTypeOf<Params<sdk.MessageListParams>>().toEqualTypeOf<Query<'list-messages'>>();
    expectTypeOf<Params<sdk.TemplateListParams>>().toEqualTypeOf<Query<'list-templates'>>();
    expectTypeOf<keyof Params<sdk.EventListParams>>().toEqualTypeOf<keyof Query<'list-events'>>();
  });

  test('may hold times as text or Date', () => {
    expectTypeOf<{ name: string; scopes: ['*']; expiresAt: Date }>().toExtend<sdk.CreateAPIKeyRequest>();
    expectTypeOf<{ name: string; scopes: ['*']; expiresAt: string }>().toExtend<sdk.CreateAPIKeyRequest>();
  });
});

describe('a send request', () => {
  type To = { to: string };
  type Text = { type: 'text'; text: { body: string } };

  test('needs a recipient, and one only', () => {
    expectTypeOf<To & Text>().toExtend<sdk.SendMessageRequest>();
    expectTypeOf<{ userId: string } & Text>().toExtend<sdk.SendMessageRequest>();
    expectTypeOf<Text>().not.toExtend<sdk.SendMessageRequest>();
    expectTypeOf<To & { userId: string } & Text>().not.toExtend<sdk.SendMessageRequest>();
  });

  test('needs the content of its type', () => {
    expectTypeOf<To & { type: 'template'; templateName: string }>().toExtend<sdk.SendMessageRequest>();
    expectTypeOf<To & { type: 'template' }>().not.toExtend<sdk.SendMessageRequest>();
    expectTypeOf<To & { type: 'text' }>().not.toExtend<sdk.SendMessageRequest>();
    expectTypeOf<To & { type: 'fax'; text: { body: string } }>().not.toExtend<sdk.SendMessageRequest>();
  });
});

describe('answers', () => {
  test('of the service fit the types of errors', () => {
    expectTypeOf<Schemas['Problem']>().toExtend<sdk.Problem>();
    expectTypeOf<Schemas['FieldError']>().toExtend<sdk.FieldError>();
    expectTypeOf<Schemas['ProviderError']>().toExtend<sdk.ProviderError>();
    expectTypeOf<keyof sdk.Problem>().toEqualTypeOf<keyof Schemas['Problem']>();
    expectTypeOf<keyof sdk.ProviderError>().toEqualTypeOf<keyof Schemas['ProviderError']>();
  });

  test('of a batch tell results from errors', () => {
    expectTypeOf<AnyKey<sdk.BatchResult>>().toEqualTypeOf<keyof Schemas['BatchResult']>();
    expectTypeOf<Extract<sdk.BatchResult, { messageId: string }>['error']>().toEqualTypeOf<undefined>();
  });
});

describe('events', () => {
  test('are those of the document', () => {
    expectTypeOf<sdk.EventKind>().toEqualTypeOf<keyof webhooks>();
  });

  test('have every field of the document', () => {
    expectTypeOf<keyof sdk.MessageStatusData>().toEqualTypeOf<keyof Schemas['MessageStatusData']>();
    expectTypeOf<keyof sdk.EventError>().toEqualTypeOf<keyof Schemas['EventError']>();
    expectTypeOf<keyof sdk.LoggedEvent>().toEqualTypeOf<keyof Schemas['Event']>();
  });

  test('are told apart by their kind', () => {
    type Upsert = Extract<sdk.WebhookEvent, { event: 'messages.upsert' }>;
    expectTypeOf<Upsert['data']['ai_reply']>().toEqualTypeOf<string>();
    expectTypeOf<Upsert['data']['cache_hit']>().toEqualTypeOf<boolean>();
  });
});

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
    expectTypeOf<AnyKey<sdk.SendMessageRequest>>().toEqualTypeOf<AnyKey<Body<'send-message'>>>();
    expectTypeOf<keyof sdk.CreateWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'create-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.UpsertWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'upsert-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.UpdateWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'update-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.CreateAPIKeyRequest>().toEqualTypeOf<keyof Body<'create-api-key'>>();
    expectTypeOf<keyof sdk.TestWebhookEndpointRequest>().toEqualTypeOf<keyof Body<'test-webhook-endpoint'>>();
    expectTypeOf<keyof sdk.CreateRedeliveryRequest>().toEqualTypeOf<keyof Body<'create-redelivery'>>();
    expectTypeOf<keyof sdk.RotateRequest>().toEqualTypeOf<keyof Body<'rotate-api-key'>>();
    expectTypeOf<keyof sdk.RotateEndpointSecretRequest>().toEqualTypeOf<
      keyof Body<'rotate-webhook-endpoint-secret'>
    >();
    expectTypeOf<keyof sdk.ConnectMessagingAccountRequest>().toEqualTypeOf<keyof Body<'connect-messaging-account'>>();
    expectTypeOf<keyof sdk.RecordConsentRequest>().toEqualTypeOf<keyof Body<'record-contact-consent'>>();
    expectTypeOf<keyof sdk.UpdateConsentSettingsRequest>().toEqualTypeOf<keyof Body<'update-consent-settings'>>();
    expectTypeOf<keyof sdk.UploadLinkRequest>().toEqualTypeOf<keyof Body<'upload-media'>>();
    expectTypeOf<keyof sdk.MediaLinkRequest>().toEqualTypeOf<keyof Body<'create-media-link'>>();
    expectTypeOf<keyof sdk.CreateContactRequest>().toEqualTypeOf<keyof Body<'create-contact'>>();
    expectTypeOf<keyof sdk.UpdateContactRequest>().toEqualTypeOf<keyof Body<'update-contact'>>();
    expectTypeOf<keyof sdk.SendBatchRequest>().toEqualTypeOf<keyof Body<'send-message-batch'>>();
  });

  test('have every type of message', () => {
    expectTypeOf<sdk.SendMessageRequest['type']>().toEqualTypeOf<Body<'send-message'>['type']>();
  });

  test('have a name for each type of message', () => {
    type Of<T extends string> = Extract<sdk.SendMessageRequest, { type: T }>;
    expectTypeOf<Of<'template'>>().toEqualTypeOf<sdk.SendTemplateMessage>();
    expectTypeOf<Of<'text'>>().toEqualTypeOf<sdk.SendTextMessage>();
    expectTypeOf<Of<'image'>>().toEqualTypeOf<sdk.SendImageMessage>();
    expectTypeOf<Of<'video'>>().toEqualTypeOf<sdk.SendVideoMessage>();
    expectTypeOf<Of<'audio'>>().toEqualTypeOf<sdk.SendAudioMessage>();
    expectTypeOf<Of<'document'>>().toEqualTypeOf<sdk.SendDocumentMessage>();
    expectTypeOf<Of<'sticker'>>().toEqualTypeOf<sdk.SendStickerMessage>();
    expectTypeOf<Of<'location'>>().toEqualTypeOf<sdk.SendLocationMessage>();
    expectTypeOf<Of<'contacts'>>().toEqualTypeOf<sdk.SendContactsMessage>();
    expectTypeOf<Of<'reaction'>>().toEqualTypeOf<sdk.SendReactionMessage>();
    expectTypeOf<Of<'interactive'>>().toEqualTypeOf<sdk.SendInteractiveMessage>();
  });

  test('take the content that the document describes', () => {
    expectTypeOf<sdk.TextMessage['text']>().toEqualTypeOf<Schemas['SendText']['text']>();
    expectTypeOf<sdk.LocationMessage['location']>().toEqualTypeOf<Schemas['SendLocation']['location']>();
    expectTypeOf<sdk.ContactsMessage['contacts']>().toEqualTypeOf<Schemas['SendContacts']['contacts']>();
    expectTypeOf<sdk.InteractiveMessage['interactive']>().toEqualTypeOf<Schemas['SendInteractive']['interactive']>();
    expectTypeOf<sdk.TextMessage['scheduledAt']>().toEqualTypeOf<string | Date | undefined>();
  });

  test('of lists have every filter of the document and no other', () => {
    expectTypeOf<Params<sdk.ListMessagesParams>>().toEqualTypeOf<Query<'list-messages'>>();
    expectTypeOf<Params<sdk.ListTemplatesParams>>().toEqualTypeOf<Query<'list-templates'>>();
    expectTypeOf<Params<sdk.ListGalleryParams>>().toEqualTypeOf<Query<'list-gallery-templates'>>();
    expectTypeOf<Params<sdk.ListConversationsParams>>().toEqualTypeOf<Query<'list-conversations'>>();
    expectTypeOf<keyof Params<sdk.ListAICallsParams>>().toEqualTypeOf<keyof Query<'list-ai-calls'>>();
    expectTypeOf<keyof Params<sdk.ListKnowledgeSourcesParams>>().toEqualTypeOf<keyof Query<'list-knowledge-sources'>>();
    expectTypeOf<keyof Params<sdk.ListKnowledgePassagesParams>>().toEqualTypeOf<
      keyof Query<'list-knowledge-passages'>
    >();
    expectTypeOf<keyof Params<sdk.ListKnowledgeGapsParams>>().toEqualTypeOf<keyof Query<'list-knowledge-gaps'>>();
    expectTypeOf<keyof Params<sdk.ListContactsParams>>().toEqualTypeOf<keyof Query<'list-contacts'>>();
    expectTypeOf<keyof Params<sdk.ListDeliveriesParams>>().toEqualTypeOf<keyof Query<'list-deliveries'>>();
    expectTypeOf<keyof Params<sdk.ListEventsParams>>().toEqualTypeOf<keyof Query<'list-events'>>();
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
    expectTypeOf<To & { type: 'image'; image: { link: string; caption: string } }>().toExtend<sdk.SendMessageRequest>();
    expectTypeOf<To & { type: 'image'; text: { body: string } }>().not.toExtend<sdk.SendMessageRequest>();
  });

  test('is narrowed by its type', () => {
    const narrow = (m: sdk.SendMessageRequest) => {
      if (m.type === 'audio') {
        expectTypeOf(m.audio).toEqualTypeOf<{ mediaId?: string; link?: string; voice?: boolean }>();
        expectTypeOf(m).not.toHaveProperty('image');
      }
      if (m.type === 'reaction') expectTypeOf(m).not.toHaveProperty('replyTo');
      if (m.type !== 'interactive') return;
      const i = m.interactive;
      if (i.type === 'buttons') expectTypeOf(i.buttons).toEqualTypeOf<{ id: string; title: string }[]>();
      if (i.type === 'list') expectTypeOf(i.header).toEqualTypeOf<{ type: 'text'; text: string } | undefined>();
      if (i.type === 'productList') expectTypeOf(i.header).toEqualTypeOf<{ type: 'text'; text: string }>();
      if (i.type === 'locationRequest') expectTypeOf(i).not.toHaveProperty('header');
      if (i.type === 'carousel') {
        for (const card of i.cards) {
          if ('ctaUrl' in card) expectTypeOf(card.ctaUrl.url).toBeString();
          if ('product' in card) expectTypeOf(card).not.toHaveProperty('header');
        }
      }
    };
    expectTypeOf(narrow).toBeFunction();
  });

  test('of an interactive message has the fields of its form and no other', () => {
    type Send<I> = To & { type: 'interactive'; interactive: I };
    expectTypeOf<Send<{ type: 'locationRequest'; body: string }>>().toExtend<sdk.SendMessageRequest>();
    expectTypeOf<Send<{ type: 'buttons'; body: string }>>().not.toExtend<sdk.SendMessageRequest>();
    expectTypeOf<Send<{ type: 'maze'; body: string }>>().not.toExtend<sdk.SendMessageRequest>();
    const send = (_: sdk.SendMessageRequest) => {};
    // @ts-expect-error a list is no field of buttons
    send({ to: '', type: 'interactive', interactive: { type: 'buttons', body: '', buttons: [], list: {} } });
    // @ts-expect-error a sticker has no caption
    send({ to: '', type: 'sticker', sticker: { link: '', caption: '' } });
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
    expectTypeOf<keyof sdk.EventWithDeliveries>().toEqualTypeOf<keyof Schemas['EventWithDeliveries']>();
  });

  test('are told apart by their kind', () => {
    type Upsert = Extract<sdk.WebhookEvent, { event: 'messages.upsert' }>;
    expectTypeOf<Upsert['data']['ai_reply']>().toEqualTypeOf<string>();
    expectTypeOf<Upsert['data']['cache_hit']>().toEqualTypeOf<boolean>();
    type Deal = Extract<sdk.WebhookEvent, { event: 'deal.stage_updated' }>;
    expectTypeOf<Deal['data']['to_stage']['name']>().toEqualTypeOf<string>();
    type Failover = Extract<sdk.WebhookEvent, { event: 'ai.failover_triggered' }>;
    expectTypeOf<Failover['data']['to_provider']>().toEqualTypeOf<string | null>();
  });

  test('are subscribed to by name, prefix or all', () => {
    type Selected = NonNullable<sdk.CreateWebhookEndpointRequest['events']>[number];
    expectTypeOf<Selected>().toEqualTypeOf<NonNullable<Schemas['CreateWebhookEndpoint']['events']>[number]>();
    expectTypeOf<'messages.*'>().toExtend<Selected>();
    expectTypeOf<'orders.*'>().not.toExtend<Selected>();
  });

  test('of the catalogue have every field of the document', () => {
    expectTypeOf<keyof sdk.EventType>().toEqualTypeOf<keyof Schemas['EventType']>();
  });
});

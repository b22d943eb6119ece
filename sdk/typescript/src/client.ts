import { env, inBrowser } from './env.js';
import { ServiceError } from './errors.js';
import type { Logger, LogLevel } from './logger.js';
import { AI } from './resources/ai.js';
import { APIKeys } from './resources/api-keys.js';
import { AuditLog } from './resources/audit-log.js';
import { Charges } from './resources/charges.js';
import { Assistants } from './resources/assistants.js';
import { Availability } from './resources/availability.js';
import { CannedReplies } from './resources/canned-replies.js';
import { Calendars } from './resources/calendars.js';
import { Consent } from './resources/consent.js';
import { Knowledge } from './resources/knowledge.js';
import { KnowledgeGaps } from './resources/knowledge-gaps.js';
import { Labels } from './resources/labels.js';
import { Actions } from './resources/actions.js';
import { Broadcasts } from './resources/broadcasts.js';
import { Budgets } from './resources/budgets.js';
import { Buttons } from './resources/buttons.js';
import { DealImports } from './resources/deal-imports.js';
import { DealRules } from './resources/deal-rules.js';
import { DealFields } from './resources/deal-fields.js';
import { Deals } from './resources/deals.js';
import { Pipelines } from './resources/pipelines.js';
import { Segments } from './resources/segments.js';
import { Views } from './resources/views.js';
import { ContactFields } from './resources/contact-fields.js';
import { ContactImports } from './resources/contact-imports.js';
import { Contacts } from './resources/contacts.js';
import { Deliveries } from './resources/deliveries.js';
import { Conversations } from './resources/conversations.js';
import { Conversions } from './resources/conversions.js';
import { Events } from './resources/events.js';
import { Media } from './resources/media.js';
import { Messages } from './resources/messages.js';
import { MessagingAccounts } from './resources/messaging-accounts.js';
import { PhoneNumbers } from './resources/phone-numbers.js';
import { Onboarding } from './resources/onboarding.js';
import { Promises } from './resources/promises.js';
import { Proposals } from './resources/proposals.js';
import { Notifications } from './resources/notifications.js';
import { Ratings } from './resources/ratings.js';
import { Reports } from './resources/reports.js';
import { Routing } from './resources/routing.js';
import { Roles } from './resources/roles.js';
import { Search } from './resources/search.js';
import { Sandbox } from './resources/sandbox.js';
import { Deployment } from './resources/deployment.js';
import { Factors } from './resources/factors.js';
import { ServiceLevels } from './resources/service-levels.js';
import { Sessions } from './resources/sessions.js';
import { SSOConnections } from './resources/sso-connections.js';
import { Teams } from './resources/teams.js';
import { Templates } from './resources/templates.js';
import { Users } from './resources/users.js';
import { WebhookEndpoints } from './resources/webhook-endpoints.js';
import { type Fetch, Transport } from './transport.js';
import { Webhooks, type WebhookSecret } from './webhooks.js';

/** Settings of a {@link ServiceClient}; all are optional. */
export interface ClientOptions {
  /** The API key, `sk_live_…` or `sk_test_…`; the environment variable `SERVICE_API_KEY` by default. */
  apiKey?: string | undefined;
  /** Calls as the person who signed in at this origin, by the session's cookie, in place of an API key. Browsers only. */
  session?: boolean | undefined;
  /** The URL of the service; by default `SERVICE_BASE_URL` or `http://127.0.0.1:8080`. */
  baseUrl?: string | undefined;
  /** How long one attempt of a call may take, in milliseconds; 30,000 by default. */
  timeout?: number | undefined;
  /** How often a call is retried after a transient failure; 2 by default. */
  maxRetries?: number | undefined;
  /** The function that performs requests; the global `fetch` by default. */
  fetch?: Fetch | undefined;
  /** The secret of your webhook endpoint, `whsec_…`; `SERVICE_WEBHOOK_SECRET` by default. */
  webhookSecret?: WebhookSecret | undefined;
  /** Headers of every request; the headers of a call override them. */
  defaultHeaders?: Record<string, string> | undefined;
  /** A logger for calls, for example `console`; none by default. */
  logger?: Logger | undefined;
  /** The log level: `off`, `error`, `warn`, `info` (the default) or `debug`. */
  logLevel?: LogLevel | undefined;
  /** Allows the client in a browser, where everybody can read the API key; false by default. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * The service's API.
 *
 * ```ts
 * const client = new ServiceClient({ apiKey: process.env.SERVICE_API_KEY });
 * const { messageId } = await client.messages.send({
 *   to: '+15551234567',
 *   type: 'template',
 *   templateName: 'order_shipped',
 *   parameters: { name: 'Ada', order_number: '48213', eta: 'Friday' },
 * });
 * ```
 */
export class ServiceClient {
  /** Send messages and follow their status. */
  readonly messages: Messages;
  /** Files to send, and files from customers. */
  readonly media: Media;
  /** The people who write to you or to whom you write. */
  readonly contacts: Contacts;
  /** Imports of contacts from tables. */
  readonly contactImports: ContactImports;
  /** The custom fields of contacts. */
  readonly contactFields: ContactFields;
  /** Language models and their usage. */
  readonly ai: AI;
  /** The message templates at the provider. */
  readonly templates: Templates;
  /** Where the service sends its events. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** The deliveries of events to a receiver. */
  readonly deliveries: Deliveries;
  /** The log of everything that happened. */
  readonly events: Events;
  /** How people sign in, and who you are. */
  readonly sessions: Sessions;
  /** What you prove besides your password who you are. */
  readonly factors: Factors;
  /** How the whole deployment stands, for operators. */
  readonly deployment: Deployment;
  /** The keys that may use this API. */
  readonly apiKeys: APIKeys;
  /** The OpenID providers at which people sign in. */
  readonly ssoConnections: SSOConnections;
  /** Who did what, when and from where. */
  readonly auditLog: AuditLog;
  /** What the provider charges, and the rate cards that say what it costs. */
  readonly charges: Charges;
  /** Teams of people, with their phone numbers. */
  readonly teams: Teams;
  /** Office hours of the business, with the days on which they differ. */
  readonly calendars: Calendars;
  /** What the business needs before it can send, and its badge. */
  readonly onboarding: Onboarding;
  /** What you promised to contacts. */
  readonly promises: Promises;
  /** What assistants would do in conversations, or did. */
  readonly proposals: Proposals;
  /** What somebody who signed in is told of. */
  readonly notifications: Notifications;
  /** What contacts think of the episodes of their conversations. */
  readonly ratings: Ratings;
  /** Where conversations go: rules, skills and capacity, how teams share work. */
  readonly reports: Reports;
  readonly routing: Routing;
  /** How soon contacts are to be answered. */
  readonly serviceLevels: ServiceLevels;
  /** What people may do, and which conversations they see. */
  readonly roles: Roles;
  /** The people who work here. */
  readonly users: Users;
  /** The phone numbers of the business. */
  readonly phoneNumbers: PhoneNumbers;
  /** The simulated customers of a test workspace. */
  readonly sandbox: Sandbox;
  /** The workspace's accounts at the provider. */
  readonly messagingAccounts: MessagingAccounts;
  /** Consent of contacts, and the words with which they opt out and in. */
  readonly consent: Consent;
  /** What assistants answer from. */
  readonly knowledge: Knowledge;
  /** Questions that no knowledge answers. */
  readonly knowledgeGaps: KnowledgeGaps;
  /** Words by which people sort conversations. */
  readonly labels: Labels;
  /** Changes of many conversations at once. */
  readonly actions: Actions;
  /** Buttons of your own in conversations. */
  readonly buttons: Buttons;
  /** The stages that deals go through. */
  readonly pipelines: Pipelines;
  /** What may be sold. */
  readonly deals: Deals;
  /** What makes and moves deals by itself. */
  readonly dealImports: DealImports;
  readonly dealRules: DealRules;
  /** One template that is sent to many. */
  readonly broadcasts: Broadcasts;
  /** What you mean to spend at most, with alerts and a hard stop. */
  readonly budgets: Budgets;

  /** What your contacts did elsewhere, such as a purchase. */
  readonly conversions: Conversions;
  /** The custom fields of deals. */
  readonly dealFields: DealFields;
  /** Groups of contacts by filters. */
  readonly segments: Segments;
  /** Lists of conversations that people named. */
  readonly views: Views;
  /** The automated repliers. */
  readonly assistants: Assistants;
  /** Who takes conversations. */
  readonly availability: Availability;
  /** Texts that people send again and again. */
  readonly cannedReplies: CannedReplies;
  /** Messages, notes and contacts by their words. */
  readonly search: Search;
  /** The conversations with contacts and their active speakers. */
  readonly conversations: Conversations;
  /** Verifies the webhook requests that your application receives. */
  readonly webhooks: Webhooks;

  constructor(options: ClientOptions = {}) {
    if (inBrowser() && !options.dangerouslyAllowBrowser && !options.session) {
      throw new ServiceError(
        'A browser shows your API key to everybody. Call the service from your server, ' +
          'or set dangerouslyAllowBrowser if you are sure.',
      );
    }
    const transport = new Transport({
      apiKey: options.session ? undefined : checkKey(options.apiKey ?? env('SERVICE_API_KEY')),
      baseUrl: checkUrl(options.baseUrl ?? env('SERVICE_BASE_URL') ?? 'http://127.0.0.1:8080'),
      timeout: options.timeout ?? 30_000,
      maxRetries: options.maxRetries ?? 2,
      defaultHeaders: options.defaultHeaders,
      logger: options.logger,
      logLevel: options.logLevel ?? 'info',
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    });
    this.messages = new Messages(transport);
    this.media = new Media(transport);
    this.contacts = new Contacts(transport);
    this.contactImports = new ContactImports(transport);
    this.contactFields = new ContactFields(transport);
    this.ai = new AI(transport);
    this.templates = new Templates(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.deliveries = new Deliveries(transport);
    this.events = new Events(transport);
    this.sessions = new Sessions(transport);
    this.factors = new Factors(transport);
    this.deployment = new Deployment(transport);
    this.apiKeys = new APIKeys(transport);
    this.ssoConnections = new SSOConnections(transport);
    this.auditLog = new AuditLog(transport);
    this.charges = new Charges(transport);
    this.teams = new Teams(transport);
    this.calendars = new Calendars(transport);
    this.onboarding = new Onboarding(transport);
    this.promises = new Promises(transport);
    this.proposals = new Proposals(transport);
    this.notifications = new Notifications(transport);
    this.ratings = new Ratings(transport);
    this.reports = new Reports(transport);
    this.routing = new Routing(transport);
    this.serviceLevels = new ServiceLevels(transport);
    this.roles = new Roles(transport);
    this.users = new Users(transport);
    this.phoneNumbers = new PhoneNumbers(transport);
    this.messagingAccounts = new MessagingAccounts(transport);
    this.consent = new Consent(transport);
    this.knowledge = new Knowledge(transport);
    this.knowledgeGaps = new KnowledgeGaps(transport);
    this.labels = new Labels(transport);
    this.segments = new Segments(transport);
    this.views = new Views(transport);
    this.actions = new Actions(transport);
    this.buttons = new Buttons(transport);
    this.pipelines = new Pipelines(transport);
    this.deals = new Deals(transport);
    this.dealImports = new DealImports(transport);
    this.dealRules = new DealRules(transport);
    this.broadcasts = new Broadcasts(transport);
    this.budgets = new Budgets(transport);
    this.conversions = new Conversions(transport);
    this.dealFields = new DealFields(transport);
    this.assistants = new Assistants(transport);
    this.availability = new Availability(transport);
    this.cannedReplies = new CannedReplies(transport);
    this.conversations = new Conversations(transport);
    this.search = new Search(transport);
    this.sandbox = new Sandbox(transport);
    this.webhooks = new Webhooks(options.webhookSecret);
  }
}

function checkKey(key: string | undefined): string {
  if (!key) throw new ServiceError('No API key: pass apiKey, or set SERVICE_API_KEY');
  // Never show the key: the error may end up in a log.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ServiceError('The API key has characters that no key has, such as a space');
  return key;
}

function checkUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new ServiceError(`baseUrl is not an http(s) address: ${url}`);
  return url.replace(/\/+$/, '');
}

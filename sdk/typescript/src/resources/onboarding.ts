import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ConfirmOnboardingItemRequest,
  Findings,
  FinishSignupRequest,
  MessagingAccount,
  Onboarding as Checklist,
  OnboardingBadge,
  OnboardingItem,
  RejectOnboardingItemRequest,
  ReportBadgeRequest,
  RequestBadgeRequest,
  SetOnboardingWebsiteRequest,
  SignupApp,
} from '../types.js';
import { Resource } from './resource.js';

/** What the business needs before it can send, and the badge beside its name. */
export class Onboarding extends Resource {
  /** Gets the checklist. */
  get(options?: RequestOptions): APIPromise<Checklist> {
    return this.transport.request({ method: 'GET', path: '/v1/onboarding', options });
  }

  /** Names the website of the business, and has it looked at. */
  setWebsite(request: SetOnboardingWebsiteRequest, options?: RequestOptions): APIPromise<OnboardingItem> {
    return this.transport.request({ method: 'PUT', path: '/v1/onboarding/website', body: request, options });
  }

  /** Asks the provider about an item now, or looks at the website. */
  check(item: string, options?: RequestOptions): APIPromise<OnboardingItem> {
    return this.transport.request({ method: 'POST', path: `/v1/onboarding/${segment(item)}/check`, options });
  }

  /** Confirms an item, with what you looked at. */
  confirm(item: string, request: ConfirmOnboardingItemRequest, options?: RequestOptions): APIPromise<OnboardingItem> {
    return this.transport.request({ method: 'POST', path: `/v1/onboarding/${segment(item)}/confirm`, body: request, options });
  }

  /** Says that an item is not fulfilled. */
  reject(item: string, request: RejectOnboardingItemRequest, options?: RequestOptions): APIPromise<OnboardingItem> {
    return this.transport.request({ method: 'POST', path: `/v1/onboarding/${segment(item)}/reject`, body: request, options });
  }

  /** Tells what is wrong with how the workspace sends and receives, and what to do. */
  doctor(options?: RequestOptions): APIPromise<Findings> {
    return this.transport.request({ method: 'GET', path: '/v1/onboarding/doctor', options });
  }

  /** Does what a finding asks for, and tells what is wrong then. */
  fix(finding: string, options?: RequestOptions): APIPromise<Findings> {
    return this.transport.request({ method: 'POST', path: `/v1/onboarding/doctor/${segment(finding)}/fix`, options });
  }

  /** Tells with what a page opens the provider's signup. */
  signup(options?: RequestOptions): APIPromise<SignupApp> {
    return this.transport.request({ method: 'GET', path: '/v1/onboarding/signup', options });
  }

  /** Connects what a business chose in the provider's signup. */
  finishSignup(request: FinishSignupRequest, options?: RequestOptions): APIPromise<MessagingAccount> {
    return this.transport.request({ method: 'POST', path: '/v1/onboarding/signup', body: request, options });
  }

  /** Requests the badge beside the name of a phone number. */
  requestBadge(request: RequestBadgeRequest, options?: RequestOptions): APIPromise<OnboardingBadge> {
    return this.transport.request({ method: 'POST', path: '/v1/onboarding/badge-request', body: request, options });
  }

  /** Says how a request stands that the provider's API did not take. */
  reportBadge(request: ReportBadgeRequest, options?: RequestOptions): APIPromise<OnboardingBadge> {
    return this.transport.request({ method: 'PUT', path: '/v1/onboarding/badge-request', body: request, options });
  }
}

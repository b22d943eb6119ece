import type { Schemas } from './shared.js';

/** What the business needs before it can send. */
export type Onboarding = Schemas['Onboarding'];

/** One item of the onboarding checklist. */
export type OnboardingItem = Schemas['OnboardingItem'];

/** The badge beside the name of the business. */
export type OnboardingBadge = Schemas['OnboardingBadge'];

/** The website of the business. */
export type OnboardingWebsite = Schemas['OnboardingWebsite'];

/** The website of the business, to be looked at. */
export type SetOnboardingWebsiteRequest = Schemas['SetOnboardingWebsite'];

/** What a person made sure of. */
export type ConfirmOnboardingItemRequest = Schemas['ConfirmOnboardingItem'];

/** What a person found missing. */
export type RejectOnboardingItemRequest = Schemas['RejectOnboardingItem'];

/** A request for the badge. */
export type RequestBadgeRequest = Schemas['RequestBadge'];

/** How a request by hand stands. */
export type ReportBadgeRequest = Schemas['ReportBadge'];

/** What is wrong with how a workspace sends and receives. */
export type Findings = Schemas['Findings'];

/** With what a page opens the provider's signup. */
export type SignupApp = Schemas['SignupApp'];

/** What the provider's window gave the page. */
export type FinishSignupRequest = Schemas['FinishSignup'];

/** One thing that is wrong. */
export type Finding = Schemas['Finding'];

/** The base of every error that this library throws. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

/** One fault in a request: where it is, what is wrong, and a code to act on. */
export interface FieldError {
  /** JSON pointer into the body, such as `/parameters/name`, or the name of a query parameter or header. */
  pointer: string;
  /** What is wrong, for people. */
  detail: string;
  /** What is wrong, for programs; stable. */
  code: string;
}

/** The provider's own error, unchanged. Base your logic on `code`; the texts may be translated. */
export interface ProviderError {
  /** The HTTP status of the provider's answer. */
  httpStatus?: number;
  /** The provider's error code. */
  code: number;
  /** The provider's error subcode. */
  subcode?: number;
  /** The provider's title of the error. */
  title?: string;
  /** The provider's explanation. */
  details?: string;
  /** The provider's trace id, which its support asks for. */
  fbtraceId?: string;
}

/** The body of an error answer (RFC 9457). */
export interface Problem {
  /** A link to the documentation of the code. */
  type: string;
  /** A short title. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong, for people. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** What went wrong, for programs; stable. */
  code: string;
  /** The id of the request. */
  requestId: string;
  /** Every fault of an invalid request. */
  errors?: FieldError[] | null;
  /** The provider's own error, if the provider refused. */
  providerError?: ProviderError;
  /** The id of the existing thing that the request would have duplicated. */
  existingId?: string;
  /** The answer that somebody else sent before yours, with answered_meanwhile. */
  answer?: OtherAnswer;
}

/** A message of yours that came before the one that was refused. */
export interface OtherAnswer {
  messageId: string;
  type: string;
  text: string;
  sentBy: { type: string; id: string } | null;
  createdAt: string;
  /** Send it as expectedSeq to answer all the same. */
  seq: number;
}

/** The service answered with an error status. */
export class APIError extends ServiceError {
  override name = 'APIError';

  /** The HTTP status. */
  readonly status: number;
  /** What went wrong, for programs; stable. Unset if the answer did not come from the service itself. */
  readonly code: string | undefined;
  /** What went wrong, for people, without what `message` adds to it. */
  readonly detail: string | undefined;
  /** The id of the request; mention it when you ask for help. */
  readonly requestId: string | undefined;
  /** Every fault of an invalid request. */
  readonly errors: readonly FieldError[];
  /** The provider's own error, if the provider refused. */
  readonly providerError: ProviderError | undefined;
  /** The id of the existing thing that the request would have duplicated. */
  readonly existingId: string | undefined;
  /** What somebody of yours answered before you, with the code `answered_meanwhile`. */
  readonly answer: OtherAnswer | undefined;
  /** The headers of the answer. */
  readonly headers: Headers;

  /** Creates the error for a response with this status, body and headers. */
  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    super(describe(status, problem, headers));
    this.status = status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.requestId = problem.requestId ?? headers.get('x-request-id') ?? undefined;
    this.errors = problem.errors ?? [];
    this.providerError = problem.providerError;
    this.existingId = problem.existingId;
    this.answer = problem.answer;
    this.headers = headers;
  }
}

/** 400: the request could not be read. */
export class BadRequestError extends APIError {
  override name = 'BadRequestError';
}

/** 401: no API key, or one that is wrong, expired or revoked. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError';
}

/** 403: the caller lacks the scope. */
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError';
}

/** 404: the workspace has no such thing. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError';
}

/** 409: the current state does not allow it. */
export class ConflictError extends APIError {
  override name = 'ConflictError';
}

/** 410: it no longer exists. An event stream cannot resume; events may be missing. */
export class GoneError extends APIError {
  override name = 'GoneError';
}

/** 422: the request is invalid; `errors` lists every fault. */
export class UnprocessableEntityError extends APIError {
  override name = 'UnprocessableEntityError';
}

/** 429: too many requests. */
export class RateLimitError extends APIError {
  override name = 'RateLimitError';
}

/** 5xx: the service, or the provider behind it, failed. */
export class InternalServerError extends APIError {
  override name = 'InternalServerError';
}

/** No answer: the connection failed. `cause` has the reason. */
export class APIConnectionError extends ServiceError {
  override name = 'APIConnectionError';
}

/** No answer in time. */
export class APITimeoutError extends APIConnectionError {
  override name = 'APITimeoutError';
}

/** The call was aborted by its signal. `cause` has the signal's reason. */
export class APIAbortError extends ServiceError {
  override name = 'APIAbortError';
}

/** The webhook request is not from the service, or is too old. Answer with 400 and ignore it. */
export class WebhookVerificationError extends ServiceError {
  override name = 'WebhookVerificationError';
}

const classes: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** Creates the error for a response. */
export function errorFrom(status: number, body: string, headers: Headers): APIError {
  const Class = classes[status] ?? (status >= 500 ? InternalServerError : APIError);
  return new Class(status, readProblem(body), headers);
}

function readProblem(body: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {}; // for example a proxy's page
  }
}

function describe(
  status: number,
  { code, detail, title, errors, providerError }: Partial<Problem>,
  headers: Headers,
): string {
  const parts = [`${status}${code ? ` ${code}` : ''}: ${detail ?? title ?? 'no explanation was given'}`];
  const wait = headers.get('retry-after');
  if (wait) parts[0] += Number.isNaN(Number(wait)) ? ` (try again after ${wait})` : ` (try again in ${wait} s)`;
  if (errors && errors.length > 1) parts.push(...errors.map((error) => `  ${error.pointer}: ${error.detail}`));
  if (providerError)
    parts.push(
      `  provider error ${providerError.code}: ${providerError.details ?? providerError.title ?? 'no explanation was given'}`,
    );
  return parts.join('\n');
}

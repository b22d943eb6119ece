/** The root of every error that this library throws on purpose. */
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

/** The provider's own refusal, as it was given. Act on `code`: the texts may be localised. */
export interface ProviderError {
  /** The HTTP status that the provider answered with. */
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
  /** What sort of failure it is. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong, for people. */
  detail: string;
  /** The path that was asked for. */
  instance: string;
  /** What went wrong, for programs; stable. */
  code: string;
  /** The id of the request. */
  requestId: string;
  /** Every fault of an invalid request. */
  errors?: FieldError[] | null;
  /** The provider's own error, when the provider refused. */
  providerError?: ProviderError;
  /** The id of the thing that the request would have doubled. */
  existingId?: string;
}

/** The service answered with an error status. */
export class APIError extends ServiceError {
  override name = 'APIError';

  /** The HTTP status. */
  readonly status: number;
  /** What went wrong, for programs; stable. Unset when the answer did not come from the service itself. */
  readonly code: string | undefined;
  /** The id of the request; name it when you ask for help. */
  readonly requestId: string | undefined;
  /** Every fault of an invalid request. */
  readonly errors: readonly FieldError[];
  /** The provider's own error, when the provider refused. */
  readonly providerError: ProviderError | undefined;
  /** The headers of the answer. */
  readonly headers: Headers;

  /** Makes the error of an answer with this status, body and headers. */
  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    super(describe(status, problem, headers));
    this.status = status;
    this.code = problem.code;
    this.requestId = problem.requestId ?? headers.get('x-request-id') ?? undefined;
    this.errors = problem.errors ?? [];
    this.providerError = problem.providerError;
    this.headers = headers;
  }
}

/** 400: the request was not readable. */
export class BadRequestError extends APIError {
  override name = 'BadRequestError';
}

/** 401: no API key, or one that is wrong, expired or revoked. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError';
}

/** 403: the API key lacks the scope. */
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError';
}

/** 404: the workspace has no such thing. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError';
}

/** 409: the state of the thing forbids it. */
export class ConflictError extends APIError {
  override name = 'ConflictError';
}

/** 410: it was there once. A stream of events cannot be resumed: some may be missing. */
export class GoneError extends APIError {
  override name = 'GoneError';
}

/** 422: the request cannot be right; `errors` lists every fault. */
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

/** No answer came: the connection failed or broke. `cause` has the reason. */
export class APIConnectionError extends ServiceError {
  override name = 'APIConnectionError';
}

/** No answer came in time. */
export class APITimeoutError extends APIConnectionError {
  override name = 'APITimeoutError';
}

/** The signal of the call ended it. `cause` has the signal's reason. */
export class APIAbortError extends ServiceError {
  override name = 'APIAbortError';
}

/** A webhook request is not from the service, or too old. Answer it with 400 and do nothing else. */
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

/** Makes the error that belongs to an answer. */
export function errorFrom(status: number, body: string, headers: Headers): APIError {
  const Class = classes[status] ?? (status >= 500 ? InternalServerError : APIError);
  return new Class(status, readProblem(body), headers);
}

function readProblem(body: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {}; // a proxy's page, say
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

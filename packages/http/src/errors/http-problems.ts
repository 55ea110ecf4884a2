import {
  correct,
  forbidden,
  invalidRequest,
  notFound,
  onBehalfOfNotAllowed,
  unavailable,
  type ProblemsOf,
} from './problem.ts'

/** The failures of HTTP itself, and of Ken. */
export const httpProblems = {
  'http.invalid_request': { ...invalidRequest, detail: correct, errors: ({ errors }) => errors },
  'http.malformed_request': {
    ...invalidRequest,
    detail: 'This is not a valid HTTP request.',
  },
  'http.on_behalf_of_not_allowed': onBehalfOfNotAllowed,
  'http.cross_site': {
    ...forbidden,
    detail:
      'The request comes from a page of another site. Open Ken at the address set as KEN_BASE_URL and try again there.',
  },
  'http.foreign_host': {
    ...forbidden,
    detail:
      'The header `Host` names another server. Use the address set as KEN_BASE_URL; a reverse proxy must pass the header on.',
  },
  'http.idempotency_key_invalid': {
    status: 400,
    code: 'IDEMPOTENCY_KEY_INVALID',
    title: 'The idempotency key is not valid.',
    detail:
      'Send one header `Idempotency-Key` with 1 to 255 visible ASCII characters, such as a new UUID, with or without double quotes.',
  },
  'http.not_found': notFound,
  'http.method_not_allowed': {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    title: 'The method is not allowed here.',
    detail: 'Use one of the methods in the header `Allow`.',
    headers: ({ allow }) => ({ Allow: allow.join(', ') }),
  },
  'http.not_acceptable': {
    status: 406,
    code: 'NOT_ACCEPTABLE',
    title: 'The response is available only as JSON.',
    detail: 'Send `Accept: application/json` or no such header.',
  },
  'http.request_timeout': {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    title: 'The request took too long to arrive.',
    detail: 'Send the whole request at once.',
  },
  'http.payload_too_large': {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    title: 'The body is too large.',
    detail: ({ bytesMax }) => `A body may have at most ${bytesMax} bytes here.`,
  },
  'http.unsupported_media_type': {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    title: 'The content type of the body is not accepted here.',
    detail: ({ type }) => `Send \`Content-Type: ${type}\`, in UTF-8 and not compressed.`,
  },
  'http.headers_too_large': {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    title: 'The headers are too large.',
    detail: 'Send fewer or shorter headers.',
  },
  'http.internal': {
    status: 500,
    code: 'INTERNAL',
    title: 'Something went wrong in Ken.',
    detail:
      'Try again. If it happens again, give the `request_id` to the operator of this service.',
  },
  'http.unavailable': {
    ...unavailable,
    detail: ({ retryAfterSeconds }) =>
      `A dependency of Ken is unavailable or busy. Try again in ${retryAfterSeconds} s.`,
  },
} as const satisfies ProblemsOf<'http'>

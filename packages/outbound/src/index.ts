export { backoff, type Backoff } from './backoff.ts'
export {
  beginningBytes,
  boundedFetch,
  boundedStream,
  type BoundedRequest,
  type BoundedResponse,
  type BoundedStream,
} from './bounded-fetch.ts'
export {
  boundedSocket,
  type BoundedSocket,
  type BoundedSocketRequest,
  type SocketEnd,
} from './bounded-socket.ts'
export {
  circuitBreaker,
  type CircuitBreaker,
  type CircuitBreakerOptions,
} from './circuit-breaker.ts'
export { ConnectionReports, failureOf } from './chats/connection-reports.ts'
export {
  arrivalIn,
  Delivery,
  InboxRejected,
  type Arrival,
  type Checkpoint,
  type DeliveryOptions,
} from './chats/delivery.ts'
export { fieldsOf, isRecord, parseJson, type Fields } from './json-fields.ts'
export { Listening } from './chats/listening.ts'
export {
  breaksOf,
  isMarkdownBlock,
  MarkdownSource,
  unlessTooComplex,
} from './chats/markdown-source.ts'
export { OutboundFailure, outboundFailure, type OutboundFault } from './outbound-failure.ts'
export { outboundGuard, type OutboundGuard, type OutboundGuardOptions } from './outbound-guard.ts'
export { pauses, type Pauses } from './chats/pauses.ts'
export { readingBack, type ReadingBack, type ReadingBackOptions } from './chats/reading-back.ts'
export { retryAfter } from './retry-after.ts'
export { connectionFault, retryOf, ServerFailure, type Failure } from './server-failure.ts'
export { pause, systemTiming, type Timing } from './timing.ts'
export { answered, keepTyping, typingAfterMs } from './chats/typing.ts'
export { whileBusy } from './chats/while-busy.ts'

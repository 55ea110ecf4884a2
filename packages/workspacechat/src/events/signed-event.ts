import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldsOf, parseJson } from '@ken/outbound'

/** A request of the Events API as it came; null for a header that is absent. */
export type EventRequest = {
  /** `X-Slack-Signature`. */
  readonly signature: string | null
  /** `X-Slack-Request-Timestamp`. */
  readonly timestamp: string | null
  /** The bytes of the body, before anything has read them. */
  readonly body: Uint8Array
}

/** What a request is. `challenge`: its text, sent back, proves that the address is ours. */
export type SignedEvent =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'event'; readonly payload: object }

/** How old a request may be, and how far the clocks may differ. */
const ageSecondsMax = 300
const challengeForm = /^[\w.-]{1,256}$/

/**
 * Reads a request of the Events API. Nothing of its body is read before the signature is verified, the challenge included. A
 * request that is repeated within five minutes is accepted again.
 */
export function readSignedEvent(
  signingSecret: string,
  request: EventRequest,
  now: Date,
): SignedEvent {
  if (!isSigned(signingSecret, request, now)) return { kind: 'unsigned' }
  const payload = fieldsOf(parseJson(Buffer.from(request.body).toString()))
  const { type, challenge } = payload
  if (type === 'event_callback') return { kind: 'event', payload }
  return type === 'url_verification' &&
    typeof challenge === 'string' &&
    challengeForm.test(challenge)
    ? { kind: 'challenge', challenge }
    : { kind: 'malformed' }
}

/** Whether the holder of the secret has signed exactly these bytes within five minutes. Takes the same time for each signature. */
function isSigned(
  signingSecret: string,
  { signature, timestamp, body }: EventRequest,
  now: Date,
): boolean {
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp))
  if (signingSecret === '' || !/^\d{1,12}$/.test(timestamp ?? '') || ageSeconds > ageSecondsMax)
    return false
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (hex === undefined) return false
  const hmac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body)
  return timingSafeEqual(hmac.digest(), Buffer.from(hex, 'hex'))
}

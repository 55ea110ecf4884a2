import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WorkspaceRequest } from '@ken/core/ports'

/** How old a request may be, and how far the clocks may differ. */
const ageSecondsMax = 300

/** The text of a request that the platform has signed with the secret; null for every other, which nothing has read then. */
export const signedText = (
  signingSecret: string,
  request: WorkspaceRequest,
  now: Date,
): string | null =>
  isSigned(signingSecret, request, now) ? Buffer.from(request.body).toString() : null

/** Whether the holder of the secret has signed exactly these bytes within five minutes. Takes the same time for each signature. */
function isSigned(
  signingSecret: string,
  { signature, timestamp, body }: WorkspaceRequest,
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

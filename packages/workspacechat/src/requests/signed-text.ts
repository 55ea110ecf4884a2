import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WorkspaceRequest, WorkspaceRequestProof } from '@ken/core/ports'

/** How old a request may be, and how far the clocks may differ. */
const ageSecondsMax = 300
const signatureForm = /^v0=[0-9a-f]{64}$/

/** Whether a request with these headers may be signed: they have their form, and its time is within five minutes. */
export const maySign = ({ signature, timestamp }: WorkspaceRequestProof, now: Date): boolean =>
  signatureForm.test(signature ?? '') &&
  /^\d{1,12}$/.test(timestamp ?? '') &&
  Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= ageSecondsMax

/** The text of a request that the platform has signed with the secret; null for every other, which nothing has read then. */
export const signedText = (
  signingSecret: string,
  request: WorkspaceRequest,
  now: Date,
): string | null =>
  isSigned(signingSecret, request, now) ? Buffer.from(request.body).toString() : null

/** Whether the holder of the secret has signed exactly these bytes. Takes the same time for each signature. */
function isSigned(signingSecret: string, request: WorkspaceRequest, now: Date): boolean {
  if (signingSecret === '' || !maySign(request, now)) return false
  const { signature, timestamp, body } = request
  const hmac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body)
  return timingSafeEqual(Buffer.from(`v0=${hmac.digest('hex')}`), Buffer.from(signature ?? ''))
}

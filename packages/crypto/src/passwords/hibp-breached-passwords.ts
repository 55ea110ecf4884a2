import type { BreachedPasswords, Clock, Log } from '@ken/core/ports'
import { boundedFetch, circuitBreaker, outboundFailure, type OutboundFault } from '@ken/outbound'
import { createHash } from 'node:crypto'

/** Which range service to call, and when to stop calling it. */
export type HibpBreachedPasswordsOptions = {
  /** The base of `/range/`, without a trailing slash. Null or empty disables the check. */
  readonly url: string | null
  readonly clock: Clock
  readonly log: Log
  /** For the whole response. */
  readonly timeoutMs?: number
  /** After this many failures in a row the service is not called for `pauseMs`. */
  readonly failuresMax?: number
  readonly pauseMs?: number
}

/** A padded response takes about 40 KiB. */
const bodyBytesMax = 1024 * 1024

/** Why the check failed. The message contains nothing of the password. */
class CheckFailed extends Error {}

/**
 * The range API of Have I Been Pwned, or a mirror. Only five digits of the SHA-1 leave the process.
 */
export function hibpBreachedPasswords({
  url,
  clock,
  log,
  timeoutMs = 1_000,
  failuresMax = 3,
  pauseMs = 60_000,
}: HibpBreachedPasswordsOptions): BreachedPasswords {
  const breaker = circuitBreaker({ failuresMax, pauseMs, nowMs: () => clock.now().getTime() })
  let isFailing = false
  return {
    async check(password) {
      if (url === null || url === '' || !breaker.tryAcquire()) return 'unavailable'
      try {
        const verdict = await askRange(url, password, timeoutMs)
        breaker.recordSuccess()
        if (isFailing) log.info('breach_check.restored')
        isFailing = false
        return verdict
      } catch (error) {
        breaker.recordFailure()
        if (!isFailing) log.warn('breach_check.unavailable', { reason: reasonOf(error) })
        isFailing = true
        return 'unavailable'
      }
    },
  }
}

async function askRange(
  url: string,
  password: string,
  timeoutMs: number,
): Promise<'breached' | 'not_found'> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const { status, text } = await boundedFetch({
    url: new URL(`${url}/range/${digest.slice(0, 5)}`),
    method: 'GET',
    headers: { 'Add-Padding': 'true', 'User-Agent': 'ken' },
    body: null,
    timeoutMs,
    bodyBytesMax,
    readsErrorBody: false,
    // Only the operator sets the address.
    guard: null,
  })
  if (status !== 200) throw new CheckFailed(`status ${status}`)
  const lines = text.trimEnd().split(/\r?\n/)
  if (!lines.every((line) => /^[0-9A-F]{35}:\d{1,15}$/.test(line)))
    throw new CheckFailed('not a range response')
  const count = lines.find((line) => line.startsWith(`${digest.slice(5)}:`))?.slice(36)
  // Padding lines have a count of 0 and random suffixes.
  return Number(count ?? 0) > 0 ? 'breached' : 'not_found'
}

const reasons: { readonly [Fault in OutboundFault]?: string } = {
  body_too_large: 'response too large',
  timed_out: 'no response in time',
}

function reasonOf(error: unknown): string {
  if (error instanceof CheckFailed) return error.message
  return reasons[outboundFailure(error).fault] ?? 'no connection'
}

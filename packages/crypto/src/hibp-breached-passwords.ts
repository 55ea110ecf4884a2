import type { BreachedPasswords, Clock, Log } from '@ken/core/ports'
import { createHash } from 'node:crypto'

/** Which range service to ask, and how much patience to have with it. */
export type HibpBreachedPasswordsOptions = {
  /** Where `/range/` is served, without a trailing slash. Null or empty switches the check off. */
  readonly url: string | null
  readonly clock: Clock
  readonly log: Log
  /** For the whole exchange, body included. */
  readonly timeoutMs?: number
  /** After this many failures in a row the service is left alone for `pauseMs`. */
  readonly failuresMax?: number
  readonly pauseMs?: number
}

/** A padded answer takes about 40 KiB. */
const bodyBytesMax = 1024 * 1024

/** Why there is no verdict, in words that hold nothing of the password. */
class CheckFailed extends Error {}

/** The range API of Have I Been Pwned, or a mirror of it: five digits of the SHA-1 leave the process, nothing else. */
export function hibpBreachedPasswords({
  url,
  clock,
  log,
  timeoutMs = 1_000,
  failuresMax = 3,
  pauseMs = 60_000,
}: HibpBreachedPasswordsOptions): BreachedPasswords {
  let failures = 0
  let lastAttemptAt = 0

  const isPaused = (now: number): boolean => {
    const sinceMs = now - lastAttemptAt
    // A clock that was set back must not prolong the pause.
    return failures >= failuresMax && sinceMs >= 0 && sinceMs < pauseMs
  }

  return {
    async check(password) {
      const now = clock.now().getTime()
      if (url === null || url === '' || isPaused(now)) return 'unavailable'
      lastAttemptAt = now
      try {
        const verdict = await askRange(url, password, timeoutMs)
        if (failures > 0) log.info('breach_check_restored')
        failures = 0
        return verdict
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn('breach_check_unavailable', { reason: reasonOf(error) })
        return 'unavailable'
      }
    },
  }
}

async function askRange(url: string, password: string, timeoutMs: number): Promise<'breached' | 'not_found'> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(`${url}/range/${digest.slice(0, 5)}`, {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'ken' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new CheckFailed(`status ${response.status}`)
  }
  const lines = (await readBounded(response)).trimEnd().split(/\r?\n/)
  if (!lines.every((line) => /^[0-9A-F]{35}:\d{1,15}$/.test(line))) throw new CheckFailed('not a range answer')
  const count = lines.find((line) => line.startsWith(`${digest.slice(5)}:`))?.slice(36)
  // Padding lines have the count 0: their suffixes are made up.
  return Number(count ?? 0) > 0 ? 'breached' : 'not_found'
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new CheckFailed('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

function reasonOf(error: unknown): string {
  if (error instanceof CheckFailed) return error.message
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection'
}

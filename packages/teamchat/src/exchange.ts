import { once } from 'node:events'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutboundGuard } from './outbound-guard.ts'
import { TeamChatFailure } from './team-chat-failure.ts'
import type { Timing } from './timing.ts'

export type Exchange = {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** For everything, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number
  readonly bodyBytesMax: number
  readonly signal: AbortSignal | null
}
export type Exchanged = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** What makes a certificate one that this machine does not trust. */
const certificateCodes =
  /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/

/**
 * One exchange over a connection of its own, through the guard. Follows no redirect and uses no proxy: both would lead elsewhere.
 * Throws `TeamChatFailure` for everything but a whole answer.
 */
export async function exchange(guard: OutboundGuard, timing: Timing, asked: Exchange): Promise<Exchanged> {
  const { url, method, headers, body, timeoutMs, bodyBytesMax, signal } = asked
  const options = { method, headers, lookup: guard.lookup, agent: false as const, ...(signal && { signal }) }
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
  // Beside the one that is awaited: a connection can break more than once.
  request.on('error', () => {})
  const cancelTimeout = timing.after(timeoutMs, () => request.destroy(new TeamChatFailure('unreachable')))
  try {
    const [response] = (await once(request.end(body), 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readBounded(response, bodyBytesMax) }
  } catch (error) {
    throw failureOf(error)
  } finally {
    cancelTimeout()
    request.destroy()
  }
}

async function readBounded(response: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new TeamChatFailure('not_team_chat', { isTooLong: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What an error of a connection means. Why there is no connection is not told apart: that would be a scan of the network. */
export function failureOf(error: unknown): TeamChatFailure {
  if (error instanceof TeamChatFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new TeamChatFailure(certificateCodes.test(code) ? 'certificate_untrusted' : 'unreachable')
}

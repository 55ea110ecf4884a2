import type { PersonalKeyHolder } from '@ken/core/ports'
import type { PublicContract, Reply } from '@ken/mcp-tools'
import type { ApiApp } from '../api-context.ts'
import { textOf } from '../respond.ts'
import { noteBody } from '../request/read-body.ts'
import { noteVerifiedKey } from '../security/verified-keys.ts'

/** They are loaded by then: the SDK is large. */
const loadTools = () => import('@ken/mcp-tools')

/** A caller of the public contract. */
export type Caller = {
  readonly authorization: string
  /** Whose key it is, as verified for the message that is served. */
  readonly holder: PersonalKeyHolder
  /** The address of the client. */
  readonly address: string | null
}

/**
 * The public contract as this app serves it, called with the credential of a caller: authentication, limits,
 * permissions, usage and log are those of the operation. `path` is the path of the app, empty for the root. `wasCalled`
 * returns whether any operation was called, and `called` resolves at the first call.
 */
export function ownContract(
  { fetch }: Pick<ApiApp, 'fetch'>,
  path: string,
  { authorization, holder, address }: Caller,
): {
  readonly contract: PublicContract
  readonly wasCalled: () => boolean
  readonly called: Promise<void>
} {
  let wasCalled = false
  const called = Promise.withResolvers<void>()
  // Only `ask` reads the signal of a request: the others end with the request that they serve.
  const send = async (
    operation: string,
    body?: object,
    signal: AbortSignal | null = null,
  ): Promise<Response> => {
    wasCalled = true
    called.resolve()
    const request = new Request(`http://localhost${path}/public/v1/${operation}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      signal,
    })
    noteVerifiedKey(request, holder)
    if (body !== undefined) noteBody(request, JSON.stringify(body))
    return fetch(request, { address })
  }
  return {
    contract: {
      search: async (body) => replyOf(await send('search', body)),
      ask: async (question, { signal, onSources }) => {
        const stream = onSources !== undefined
        const response = await send('ask', { ...question, stream }, signal)
        if (!response.ok || !stream) return replyOf(response)
        const { streamedAnswer } = await loadTools()
        return streamedAnswer(response.body, onSources)
      },
      read: async ({ id, offset = 0, version }) => {
        const query = new URLSearchParams({ offset: String(offset), ...(version && { version }) })
        return replyOf(await send(`documents/${id}?${query.toString()}`))
      },
    },
    wasCalled: () => wasCalled,
    called: called.promise,
  }
}

async function replyOf(response: Response): Promise<Reply> {
  if (response.ok) return { ok: true, body: JSON.parse(await textOf(response)) as unknown }
  const { refusedBy } = await loadTools()
  return refusedBy(response)
}

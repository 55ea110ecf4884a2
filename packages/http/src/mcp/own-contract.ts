import type { PublicContract, Reply } from '@ken/mcp-tools'
import type { ApiApp } from '../api-context.ts'

/** A caller of the public contract. */
export type Caller = {
  readonly authorization: string
  /** The address of the client. */
  readonly address: string | null
}

/**
 * The public contract as this app serves it, called with the credential of a caller: authentication, limits,
 * permissions, usage and log are those of the operation. `path` is the path of the app, empty for the root. `wasCalled`
 * returns whether any operation was called.
 */
export function ownContract(
  { fetch }: Pick<ApiApp, 'fetch'>,
  path: string,
  { authorization, address }: Caller,
): { readonly contract: PublicContract; readonly wasCalled: () => boolean } {
  let called = false
  const send = async (operation: string, init: RequestInit): Promise<Reply> => {
    called = true
    const request = new Request(`http://localhost${path}/public/v1/${operation}`, {
      ...init,
      headers: { authorization, 'content-type': 'application/json' },
    })
    return replyOf(await fetch(request, { address }))
  }
  return {
    contract: {
      search: (body, { signal }) =>
        send('search', { method: 'POST', body: JSON.stringify(body), signal }),
      ask: (body, { signal }) =>
        send('ask', { method: 'POST', body: JSON.stringify(body), signal }),
      read: ({ id, offset = 0, version }, { signal }) => {
        const query = new URLSearchParams({ offset: String(offset), ...(version && { version }) })
        return send(`documents/${id}?${query.toString()}`, { signal })
      },
    },
    wasCalled: () => called,
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const { ok, status, headers } = response
  if (ok) return { ok, body: await response.json() }
  const problem = (await response.json()) as Problem // Every error of the app is a problem document.
  const retryAfter = headers.get('retry-after')
  return {
    ok,
    refusal: {
      status,
      code: problem.code,
      errors: problem.errors ?? [],
      requestId: problem.request_id,
      retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
    },
  }
}

type Problem = {
  readonly code: string
  readonly request_id: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

import { countKeyMessage, verifyPersonalKey } from '@ken/core'
import type { ServeMessage } from '@ken/mcp-tools'
import type { Api } from '../api.ts'
import type { ApiApp } from '../api-context.ts'
import { problem } from '../errors/problems.ts'
import { bearerOf } from '../security/bearer.ts'
import { isLate } from '../security/late-body.ts'
import { crossOriginSharing, mcpHeaders } from '../security/cross-origin-sharing.ts'
import { ownAddress } from './own-address.ts'
import { begunStream } from './begun-stream.ts'
import { ownContract } from './own-contract.ts'
import { readMessage } from './read-message.ts'

/** The messages that call the public contract, which counts them as calls of the key. */
const calls: readonly unknown[] = ['tools/call', 'resources/read']

/** Loads Ken's tools when they are first needed, because the SDK is large. */
export const loadTools = async (): Promise<ServeMessage> =>
  (await import('@ken/mcp-tools')).mcpOverHttp()

const mcpPath = '/mcp'

/** Where programs reach the Model Context Protocol. */
export const mcpUrl = (baseUrl: string): string => `${baseUrl}${mcpPath}`

/**
 * Serves the Model Context Protocol at `POST /mcp`, to personal API keys. A tool call is a call of the public contract
 * with the same key; every other message counts in a window of its own. `path` is the path of the app, empty for the
 * root.
 */
export function serveMcp(
  app: ApiApp,
  { ken, loadMcp }: Pick<Api, 'ken' | 'loadMcp'>,
  path: string,
): void {
  const { ports, config } = ken
  let loading: ReturnType<typeof loadMcp> | undefined
  /** Loads once. A failure is not kept: the files may be readable at the next message. */
  const loaded = () =>
    (loading ??= loadMcp().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  const { corsOrigins } = config
  app.use(mcpPath, ownAddress(config))
  if (corsOrigins.length > 0) app.use(mcpPath, crossOriginSharing(corsOrigins, mcpHeaders))
  app.post(mcpPath, async (context) => {
    const verify = () => verifyPersonalKey(ports, bearerOf(context) ?? '')
    const first = await verify()
    if (!first.ok) return problem(context, first.error)
    context.set('keyId', first.value.keyId)

    const verifiedAt = ports.clock.now()
    const message = await readMessage(context)
    const key = isLate(ports.clock, verifiedAt) ? await verify() : first
    if (!key.ok) return problem(context, key.error)
    const holder = key.value
    const isCall = message.ok && calls.includes(message.value.method)
    // A message that is not even read counts, too: else it would be without any limit.
    const counted = isCall ? null : await countKeyMessage(ports, holder)
    if (counted?.ok === false) return problem(context, counted.error)
    if (!message.ok) return problem(context, message.error)

    const authorization = context.req.header('authorization') ?? ''
    const address = context.get('address')
    const caller = { authorization, holder, address }
    const { contract, wasCalled, called } = ownContract(app, path, caller)
    const serve = await loaded()
    const served = await serve({
      request: context.req.raw,
      body: message.value,
      client: `${holder.keyId} ${address}`,
      world: { contract, baseUrl: config.baseUrl },
    })
    // Whether the connection stays open is for the server to say.
    served.headers.delete('connection')
    if (!isCall || wasCalled()) return served
    // A stream may begin before its tool runs.
    const response =
      served.body === null ? served : new Response(await begunStream(served.body, called), served)
    if (wasCalled()) return response
    // It was refused before it reached the contract, which therefore did not count it.
    const late = await countKeyMessage(ports, holder)
    if (late.ok) return response
    await response.body?.cancel()
    return problem(context, late.error)
  })
}

import { Unavailable } from '@ken/core'
import type { Api } from '../../api.ts'
import type { ApiApp, ApiContext } from '../../api-context.ts'
import { incomingOf } from '../../request/incoming.ts'
import { BodyReadBefore, readBody, type ReadBody } from '../../request/read-body.ts'

/** Reads what a platform posted, at most 1 MiB. Throws `Unavailable` while too many long bodies are being read. */
export type ReadPosted = () => Promise<ReadBody>

/**
 * Responds to a request. Null responds as if there were no route, for every request that is not proven to come from the
 * platform.
 */
type ChatHandler = (context: ApiContext, readPosted: ReadPosted) => Promise<Response | null>

/** An address that the platform of a chat posts to, outside the API. */
export type ChatRoute = {
  readonly path: string
  /** Called once. */
  readonly handlerOf: (api: Api) => ChatHandler
}

/** What a platform may post at once. */
const bodyBytesMax = 1024 * 1024
/** Longer bodies are rare: at most these are held in memory at once. */
const shortBytesMax = 64 * 1024
const longBodiesMax = 16

/** Registers addresses for chats. For every method, so that without proof no response differs from one without a route. */
export function registerChatRoutes(app: ApiApp, routes: readonly ChatRoute[], api: Api): void {
  const readBodyOf = postedBodies()
  for (const { path, handlerOf } of routes) {
    const handle = handlerOf(api)
    app.use(path, async (context, next) => {
      if (context.req.method !== 'POST') return next()
      let body: ReadBody | null = null
      const readPosted = async () => (body = await readBodyOf(context))
      const response = await handle(context, readPosted).catch(throwNotTaken)
      if (response === null) return next()
      if (body === 'too_large') response.headers.set('Connection', 'close')
      context.set('route', path)
      return response
    })
  }
}

function postedBodies(): (context: ApiContext) => Promise<ReadBody> {
  let longBodies = 0
  return async (context) => {
    const read = () => readBody(context.req.raw, incomingOf(context.env), bodyBytesMax)
    // One whose length is not declared may be long.
    const bytes = Number(context.req.header('content-length') ?? bodyBytesMax)
    if (bytes <= shortBytesMax || bytes > bodyBytesMax) return read()
    if (longBodies >= longBodiesMax) throw new Unavailable('chat', 'Too many long bodies at once.')
    longBodies += 1
    return read().finally(() => {
      longBodies -= 1
    })
  }
}

/** The platform tries again after every failure, so none differs from that of a dependency. */
function throwNotTaken(error: unknown): never {
  if (error instanceof Unavailable || error instanceof BodyReadBefore) throw error
  throw new Unavailable('chat', 'The post of a chat was not accepted.', { cause: error })
}

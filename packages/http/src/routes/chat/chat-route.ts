import { Unavailable } from '@ken/core'
import type { Api } from '../../api.ts'
import type { ApiApp, ApiContext } from '../../api-context.ts'
import { incomingOf } from '../../request/incoming.ts'
import { readBody, type ReadBody } from '../../request/read-body.ts'

/** Responds to a request. Null: as if there were no route, for every request that nothing proves to be the platform's. */
type ChatHandler = (context: ApiContext) => Promise<Response | null>

/** An address that the platform of a chat posts to, outside the API. */
export type ChatRoute = {
  readonly path: string
  /** Called once. */
  readonly handlerOf: (api: Api) => ChatHandler
}

/** What a platform may post at once. */
const bodyBytesMax = 1024 * 1024

/** Registers addresses for chats. For every method, so that without proof no response differs from one without a route. */
export function registerChatRoutes(app: ApiApp, routes: readonly ChatRoute[], api: Api): void {
  for (const { path, handlerOf } of routes) {
    const handle = handlerOf(api)
    app.use(path, async (context, next) => {
      const response =
        context.req.method === 'POST' ? await handle(context).catch(throwNotTaken) : null
      if (response === null) return next()
      context.set('route', path)
      return response
    })
  }
}

/** Reads what a platform posted, at most 1 MiB. */
export async function readPosted(context: ApiContext): Promise<ReadBody> {
  const body = await readBody(context.req.raw, incomingOf(context.env), bodyBytesMax)
  if (body === 'too_large') context.get('headers')['Connection'] = 'close'
  return body
}

/** The platform tries again after every failure, so none differs from that of a dependency. */
function throwNotTaken(error: unknown): never {
  if (error instanceof Unavailable) throw error
  throw new Unavailable('chat', 'What a chat posted was not taken.', { cause: error })
}

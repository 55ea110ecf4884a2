import { z } from '@hono/zod-openapi'
import { listSessions } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { pagedList, pageSchema, pageWanted } from '../../routing/list-page.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { sessionPosition, sessionSchema, sessionView } from './session-view.ts'

const list = pagedList('listSessions', sessionPosition)

/** Lists the caller's sessions. */
export const listSessionsRoute = defineRoute(
  {
    operationId: 'listSessions',
    method: 'get',
    path: '/api/v1/me/sessions',
    tags: ['Own account'],
    summary: 'List your sessions',
    description:
      'One session per sign-in, with device, address and last use. One of them is this session.',
    guard: sessionAuthentication({ isReadOnly: true }),
    request: { query: z.strictObject(list.parameters) },
    responses: {
      200: jsonResponse(
        'The sessions, most recent activity first.',
        pageSchema(sessionSchema, 'SessionPage'),
      ),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const page = pageWanted(context.req.valid('query'))
    return respondJson(
      context,
      list.pageView(await listSessions(ken.ports, { actor, page }), sessionView),
      200,
    )
  },
)

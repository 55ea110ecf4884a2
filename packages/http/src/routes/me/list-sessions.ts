import { z } from '@hono/zod-openapi'
import { listSessions } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../../routing/list-page.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { sessionPosition, sessionSchema, sessionView } from './session-view.ts'

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
    request: { query: z.strictObject(pageParameters(sessionPosition)) },
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
      pageView(await listSessions(ken.ports, { actor, page }), sessionView),
      200,
    )
  },
)

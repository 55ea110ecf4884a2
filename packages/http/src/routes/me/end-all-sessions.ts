import { endAllSessions } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { emptyRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { endedSchema } from './end-other-sessions.ts'

/** Ends all sessions of the caller. */
export const endAllSessionsRoute = defineRoute(
  {
    operationId: 'endAllSessions',
    method: 'post',
    path: '/api/v1/me/sessions/end-all',
    tags: ['Own account'],
    summary: 'Sign out on all devices',
    description: 'Ends this session, too. API keys and linked chats keep working.',
    guard: sessionAuthentication(),
    request: emptyRequest,
    responses: {
      200: jsonResponse(
        'Ended, including the current session. The cookie is deleted.',
        endedSchema,
      ),
    },
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const ended = await endAllSessions(api.ken.ports, { actor, keepCurrent: false })
    if (!ended.ok) return problem(context, ended.error)
    api.refreshCookie.clear(context)
    return respondJson(context, { ended: ended.value }, 200)
  },
)

import { z } from '@hono/zod-openapi'
import { endAllSessions } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { emptyRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

/** The number of sessions that ended. */
export const endedSchema = z.object({ ended: z.int() }).openapi('EndedSessions')

/** Ends all sessions of the caller except the current one. */
export const endOtherSessionsRoute = defineRoute(
  {
    operationId: 'endOtherSessions',
    method: 'post',
    path: '/api/v1/me/sessions/end-others',
    tags: ['Own account'],
    summary: 'End all your other sessions',
    description: 'This session stays. Returns how many ended.',
    guard: sessionAuthentication(),
    request: emptyRequest,
    responses: {
      200: jsonResponse('Ended.', endedSchema),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const ended = await endAllSessions(ken.ports, { actor, keepCurrent: true })
    if (!ended.ok) return problem(context, ended.error)
    return respondJson(context, { ended: ended.value }, 200)
  },
)

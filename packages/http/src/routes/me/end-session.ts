import { endSession, type SessionId } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondNoContent } from '../../respond.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

/** Ends a session of the caller. Sessions of other people are not found. */
export const endSessionRoute = defineRoute(
  {
    operationId: 'endSession',
    method: 'delete',
    path: '/api/v1/me/sessions/{id}',
    tags: ['Own account'],
    summary: 'End another of your sessions',
    description: 'Refused for the session that asks. A session of someone else is not found.',
    guard: sessionAuthentication(),
    request: { params: idParameter },
    responses: {
      204: { description: 'Ended.' },
    },
    problems: ['session.not_found', 'session.is_current'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await endSession(ken.ports, {
      actor,
      sessionId: context.req.valid('param').id as SessionId,
    })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)

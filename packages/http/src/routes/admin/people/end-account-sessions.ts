import { endAccountSessions, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondNoContent } from '../../../respond.ts'
import { emptyRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Ends all sessions of a person. */
export const endAccountSessionsRoute = defineRoute(
  {
    operationId: 'endAccountSessions',
    method: 'post',
    path: '/api/v1/admin/users/{id}/end-sessions',
    tags: ['Administration'],
    summary: 'Sign a person out everywhere',
    description:
      'The person signs in again on every device. API keys and linked chats keep working.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      204: { description: 'Done. Access tokens already issued work until they expire.' },
    },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await endAccountSessions(ken.ports, { actor, userId })
    return outcome.ok ? respondNoContent(context) : problem(context, outcome.error)
  },
)

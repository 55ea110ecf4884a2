import { createRoute } from '@hono/zod-openapi'
import { deleteAccount, type AccountId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personProblems } from './person-view.ts'

/** A deletion, by an Owner. */
export const deleteAccountRoute = createRoute({
  operationId: 'deleteAccount',
  method: 'delete',
  path: '/api/v1/admin/users/{id}',
  tags: ['Administration'],
  summary: 'Delete a person for good',
  description: 'For Owners only. Documents and the audit log stay.',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    204: { description: 'Deleted.' },
    ...problemResponses('account.last_owner', ...personProblems),
  },
})

/** Serves it. */
export const mountDeleteAccount = (app: SurfaceApp, surface: Surface) =>
  mount(app, deleteAccountRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await deleteAccount(surface.ken.ports, { actor, userId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })

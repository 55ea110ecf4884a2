import { createRoute, z } from '@hono/zod-openapi'
import { invitationStates, listInvitations, type InvitationImportId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { idForm } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'
import { invitationPosition, invitationSchema, invitationView } from './invitation-view.ts'

/** Who was invited, and what became of it. */
export const listInvitationsRoute = createRoute({
  operationId: 'listInvitations',
  method: 'get',
  path: '/api/v1/admin/invitations',
  tags: ['Administration'],
  summary: 'Invitations, newest first',
  security: [{ accessToken: [] }],
  request: {
    query: z.strictObject({
      state: z.enum(invitationStates).optional(),
      import_id: z.string().regex(idForm).optional().openapi({ description: 'Those that came with this upload.' }),
      ...pageParameters(invitationPosition),
    }),
  },
  responses: {
    200: jsonAnswer('The invitations that were asked for.', pageSchema(invitationSchema, 'InvitationPage')),
    ...problemResponses(...sessionProblems, ...queryProblems, ...anyProblems),
  },
})

/** Serves the invitations. */
export const mountListInvitations = (app: SurfaceApp, surface: Surface) =>
  mount(app, listInvitationsRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const filter = { state: query.state ?? null, importId: (query.import_id ?? null) as InvitationImportId | null }
    const outcome = await listInvitations(surface.ken.ports, { actor, filter, page: pageWanted(query) })
    return outcome.ok ? answerJson(context, pageView(outcome.value, invitationView), 200) : problem(context, outcome.error)
  })

import { z } from '@hono/zod-openapi'
import { invitationStates, listInvitations, type InvitationImportId } from '@ken/core'
import { listedInvitationView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idForm } from '../../../routing/id-parameter.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { invitationPosition, listedInvitationSchema } from './invitation-schema.ts'

const list = pagedList('listInvitations', invitationPosition)

/** Lists invitations. */
export const listInvitationsRoute = defineRoute(
  {
    operationId: 'listInvitations',
    method: 'get',
    path: '/api/v1/admin/invitations',
    tags: ['Administration'],
    summary: 'List invitations, newest first',
    description:
      'Invitations that are pending, accepted, revoked or expired. The list never contains a link.',
    guard: administratorAuthentication,
    request: {
      query: z.strictObject({
        q: z.string().trim().min(1).max(100).optional().openapi({
          description: 'Part of the address.',
        }),
        state: z.enum(invitationStates).optional(),
        import_id: z
          .string()
          .regex(idForm)
          .optional()
          .openapi({ description: 'Only those of this import.' }),
        ...list.parameters,
      }),
    },
    responses: {
      200: jsonResponse(
        'The matching invitations.',
        pageSchema(listedInvitationSchema, 'InvitationPage'),
      ),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const query = context.req.valid('query')
    const filter = {
      text: query.q ?? null,
      state: query.state ?? null,
      importId: (query.import_id ?? null) as InvitationImportId | null,
    }
    const outcome = await listInvitations(ken.ports, {
      actor,
      filter,
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, listedInvitationView), 200)
      : problem(context, outcome.error)
  },
)

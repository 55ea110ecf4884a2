import { z } from '@hono/zod-openapi'
import {
  invitationVerdicts,
  lineFaults,
  listImportedLines,
  type ImportedLine,
  type InvitationImportId,
} from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const lineSchema = z
  .object({
    line: z.int().openapi({ description: 'The line of the file; the header is line 1.' }),
    email: z.string().nullable().openapi({ description: 'Null if missing or invalid.' }),
    verdict: z.enum(invitationVerdicts),
    fault: z.enum(lineFaults).nullable().openapi({ description: 'Why the line is invalid.' }),
    invitation_id: z
      .string()
      .nullable()
      .openapi({ description: 'The invitation that the line created.' }),
  })
  .openapi('ImportedLine')

const lineView = ({ invitationId, ...line }: ImportedLine): z.infer<typeof lineSchema> => ({
  ...line,
  invitation_id: invitationId,
})

const position = z.int32().min(0)

const list = pagedList('listImportedLines', position)

/** Lists the lines of an import. */
export const listImportedLinesRoute = defineRoute(
  {
    operationId: 'listImportedLines',
    method: 'get',
    path: '/api/v1/admin/invitations/imports/{id}/lines',
    tags: ['Administration'],
    summary: 'List the lines of an import with their outcome',
    description: 'Imports by an older version of Ken have none.',
    guard: administratorAuthentication,
    request: {
      params: idParameter,
      query: z.strictObject({
        verdict: z.enum(invitationVerdicts).optional(),
        ...list.parameters,
      }),
    },
    responses: {
      200: jsonResponse('The lines in order.', pageSchema(lineSchema, 'ImportedLinePage')),
    },
    problems: ['invitation.import_not_found'],
  },
  async (context, { ken }) => {
    const query = context.req.valid('query')
    const outcome = await listImportedLines(ken.ports, {
      actor: callerOf(context).actor,
      importId: context.req.valid('param').id as InvitationImportId,
      verdict: query.verdict ?? null,
      page: pageWanted(query),
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, lineView), 200)
      : problem(context, outcome.error)
  },
)

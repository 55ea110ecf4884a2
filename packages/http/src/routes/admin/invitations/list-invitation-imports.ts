import { z } from '@hono/zod-openapi'
import { listInvitationImports, type InvitationImportId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idForm } from '../../../routing/id-parameter.ts'
import { pagedList, pageSchema, pageWanted } from '../../../routing/list-page.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { importFields, importView } from './invitation-import-schema.ts'

const importSchema = z.object(importFields).openapi('ListedInvitationImport')

const position = z
  .string()
  .regex(idForm)
  .transform((id) => id as InvitationImportId)

const list = pagedList('listInvitationImports', position)

/** Lists invitation imports. */
export const listInvitationImportsRoute = defineRoute(
  {
    operationId: 'listInvitationImports',
    method: 'get',
    path: '/api/v1/admin/invitations/imports',
    tags: ['Administration'],
    summary: 'List invitation imports, newest first',
    description: 'The imports of CSV lists, each with its progress.',
    guard: administratorAuthentication,
    request: { query: z.strictObject(list.parameters) },
    responses: {
      200: jsonResponse('The imports.', pageSchema(importSchema, 'InvitationImportPage')),
    },
  },
  async (context, { ken }) => {
    const page = pageWanted(context.req.valid('query'))
    const outcome = await listInvitationImports(ken.ports, {
      actor: callerOf(context).actor,
      page,
    })
    return outcome.ok
      ? respondJson(context, list.pageView(outcome.value, importView), 200)
      : problem(context, outcome.error)
  },
)

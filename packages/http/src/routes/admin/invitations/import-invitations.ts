import { z } from '@hono/zod-openapi'
import { importInvitations, invitationVerdicts, lineFaults } from '@ken/core'
import { importedInvitationsView } from '@ken/presentation'
import { invitationBytesMax, readInvitationLines } from '@ken/csv'
import { problem, type ProblemResponse } from '../../../errors/problems.ts'
import { readValidBody } from '../../../request/valid-body.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idempotent } from '../../../routing/idempotent.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import type { SessionProblem } from '../../../security/session-authentication.ts'
import { invitationCountsSchema } from './invitation-schema.ts'

const importedSchema = z
  .object({
    id: z
      .string()
      .nullable()
      .openapi({ description: 'Identifies the import; null for a dry run.' }),
    dry_run: z.boolean(),
    counts: invitationCountsSchema,
    delivery_seconds: z.int().nullable().openapi({
      description:
        'How long sending all emails takes at the set pace; null for a dry run without a mail server.',
    }),
    lines: z.array(
      z.object({
        line: z.int().openapi({ description: 'The line of the file; the header is line 1.' }),
        email: z.string().nullable().openapi({ description: 'Null if missing.' }),
        verdict: z.enum(invitationVerdicts),
        fault: z.enum(lineFaults).nullable().openapi({ description: 'Why the line is invalid.' }),
      }),
    ),
  })
  .openapi('ImportedInvitations')

/** Invites the people on a list. */
export const importInvitationsRoute = defineRoute(
  {
    operationId: 'importInvitations',
    method: 'post',
    path: '/api/v1/admin/invitations/import',
    tags: ['Administration'],
    summary: 'Invite the people on a list',
    description:
      'Takes CSV (RFC 4180) in UTF-8 with the header `email,role`, separated by commas, semicolons or tabs, of at most 10,000 lines and 2 MiB. An address may follow a name, as in `Zoë <zoe@example.com>`. Valid lines invite even if others are invalid; importing the same list again invites no one twice. A line with a role that you may not grant refuses the whole list.',
    guard: administratorAuthentication,
    takesIdempotencyKey: true,
    request: {
      query: z.strictObject({
        dry_run: z
          .enum(['true', 'false'])
          .optional()
          .openapi({ description: 'Only reports what would happen to each line.' }),
      }),
      body: {
        required: true,
        content: {
          'text/csv': { schema: z.string(), example: 'email,role\ngrace@example.com,Member\n' },
        },
      },
    },
    responses: {
      200: jsonResponse(
        'The outcome of each line. The emails are sent in the background.',
        importedSchema,
      ),
    },
    problems: ['invitation.lines_too_many', 'invitation.roles_forbidden', 'mail.not_configured'],
  },
  async (context, api) => {
    const body = await readValidBody(context, {
      type: 'text/csv',
      bytesMax: invitationBytesMax,
      isRequired: true,
    })
    if (!body.ok) return problem(context, body.error)
    const refused = await context.get('refuseLateBody')?.()
    // The guard refuses with its own failures, which the route declares.
    if (refused) return refused as Response & ProblemResponse<SessionProblem>
    const read = await readInvitationLines(body.value)
    if (!read.ok) {
      const { line, detail } = read.error
      return problem(context, {
        code: 'http.invalid_request',
        errors: [{ pointer: line === null ? '#' : `#/${line}`, detail }],
      })
    }
    const dryRun = context.req.valid('query').dry_run === 'true'
    const outcome = await idempotent(context, api, {
      payload: { dryRun, csv: body.value.toString() },
      act: (ports) =>
        importInvitations(ports, { actor: callerOf(context).actor, lines: read.value, dryRun }),
      view: importedInvitationsView,
      // A long list is stored in several transactions; a retry creates no duplicates.
      isInParts: true,
    })
    return outcome.ok ? respondJson(context, outcome.value, 200) : problem(context, outcome.error)
  },
)

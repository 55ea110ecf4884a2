import { createRoute, z } from '@hono/zod-openapi'
import { importInvitations, invitationVerdicts, lineFaults, type ImportedInvitations } from '@ken/core'
import { invitationBytesMax, readInvitationLines } from '@ken/csv'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { soundBody } from '../../request/sound-body.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems } from '../declarations.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'
import { invitationCountsSchema, invitationCountsView } from './invitation-view.ts'

const importedSchema = z
  .object({
    id: z.string().nullable().openapi({ description: 'Asks for the progress of the mails; null for a dry run.' }),
    dry_run: z.boolean(),
    counts: invitationCountsSchema,
    lines: z.array(
      z.object({
        line: z.int().openapi({ description: 'In the file, the header counted.' }),
        email: z.string().nullable().openapi({ description: 'Null where there is none.' }),
        verdict: z.enum(invitationVerdicts),
        fault: z.enum(lineFaults).nullable().openapi({ description: 'What is invalid about the line.' }),
      }),
    ),
  })
  .openapi('ImportedInvitations')

/** Invitations by the thousand. */
export const importInvitationsRoute = createRoute({
  operationId: 'importInvitations',
  method: 'post',
  path: '/api/v1/admin/invitations/import',
  tags: ['Administration'],
  summary: 'Invite everybody on a list',
  description:
    'Takes CSV (RFC 4180) in UTF-8 with the header `email,role`, of at most 10,000 lines and 2 MiB. Sound lines invite, whatever is wrong with the others; the same list again invites nobody twice. A line with a role that you may not give refuses the whole list.',
  security: [{ accessToken: [] }],
  request: {
    ...idempotencyHeader,
    query: z.strictObject({
      dry_run: z.enum(['true', 'false']).optional().openapi({ description: 'Only says what would become of the lines.' }),
    }),
    body: {
      required: true,
      content: { 'text/csv': { schema: z.string(), example: 'email,role\ngrace@example.com,Member\n' } },
    },
  },
  responses: {
    200: repeatableAnswer('What became of the lines. The mails go out in the background.', importedSchema),
    ...problemResponses(
      'invitation.lines_too_many',
      'invitation.roles_forbidden',
      'mail.not_configured',
      ...idempotencyProblems,
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the import. */
export const mountImportInvitations = (app: SurfaceApp, surface: Surface) =>
  mount(app, importInvitationsRoute, [administratorAuthentication(surface)], async (context) => {
    const body = await soundBody(context, { type: 'text/csv', bytesMax: invitationBytesMax, isRequired: true })
    if (!body.ok) return problem(context, body.error)
    const read = await readInvitationLines(body.value)
    if (!read.ok) {
      const { line, detail } = read.error
      return problem(context, { code: 'http.invalid_request', errors: [{ pointer: line === null ? '#' : `#/${line}`, detail }] })
    }
    const dryRun = context.req.valid('query').dry_run === 'true'
    const outcome = await once(context, surface, {
      route: importInvitationsRoute,
      asked: { dryRun, csv: body.value.toString() },
      act: (ports) => importInvitations(ports, { actor: callerOf(context).actor, lines: read.value, dryRun }),
      view: importedView,
      // A long list is stored in parts, and sending it again creates no second invitation.
      isInParts: true,
    })
    return outcome.ok ? answerJson(context, outcome.value, 200) : problem(context, outcome.error)
  })

const importedView = ({ importId, counts, verdicts }: ImportedInvitations): z.infer<typeof importedSchema> => ({
  id: importId,
  dry_run: importId === null,
  counts: invitationCountsView(counts),
  lines: verdicts.map(({ line, email, verdict, fault }) => ({ line, email, verdict, fault })),
})

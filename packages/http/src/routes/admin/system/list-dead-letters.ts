import { z } from '@hono/zod-openapi'
import { showQueue } from '@ken/core'
import { jobFaults, jobKinds } from '@ken/core/ports'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const time = z.string().openapi({ format: 'date-time' })

const deadLettersSchema = z
  .object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(jobKinds),
        attempts: z.int(),
        created_at: time,
        failed_at: time,
        reason: z
          .string()
          .nullable()
          .openapi({ description: 'Why the last attempt failed; null if its worker died.' }),
        fault: z.enum(jobFaults).nullable().openapi({
          description: 'The kind of that reason. `mail.unknown`: the email may have arrived.',
        }),
      }),
    ),
    next_cursor: z.null(),
  })
  .openapi('DeadLetters')

/** Lists the latest failed jobs. */
export const listDeadLettersRoute = defineRoute(
  {
    operationId: 'listDeadLetters',
    method: 'get',
    path: '/api/v1/admin/system/dead-letters',
    tags: ['Administration'],
    summary: 'List the latest 100 jobs that are no longer retried',
    description:
      'Jobs that failed too often, with the kind of fault. They contain no text of requests or messages.',
    guard: administratorAuthentication,
    responses: { 200: jsonResponse('The jobs, latest first.', deadLettersSchema) },
  },
  async (context, { ken }) => {
    const queue = await showQueue(ken.ports, { actor: callerOf(context).actor })
    if (!queue.ok) return problem(context, queue.error)
    const data = queue.value.deadLetters.map((letter) => ({
      id: letter.id,
      kind: letter.kind,
      attempts: letter.attempts,
      created_at: letter.createdAt.toISOString(),
      failed_at: letter.deadLetteredAt.toISOString(),
      reason: letter.reason,
      fault: letter.fault,
    }))
    return respondJson(context, { data, next_cursor: null }, 200)
  },
)

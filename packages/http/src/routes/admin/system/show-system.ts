import { z } from '@hono/zod-openapi'
import { showQueue } from '@ken/core'
import { backgroundRoles, jobKinds, processRoles } from '@ken/core/ports'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const services = [
  'email',
  'embedder',
  'answer_model',
  'team_chat',
  'workspace_chat',
  'bot_messenger',
  'breach_check',
  'secrets',
] as const

const time = z.string().openapi({ format: 'date-time' })

const systemSchema = z
  .object({
    version: z.string().openapi({
      description: 'The version of the process that responds.',
      example: '1.2.3',
    }),
    processes: z
      .array(
        z.object({
          role: z.enum(processRoles).openapi({
            description:
              '`server`: `ken start`, `ken http` or an embedded Ken. `worker`: `ken worker`, or a program that is also a scheduler. `scheduler`: `ken scheduler`.',
          }),
          version: z.string(),
          started_at: time,
          seen_at: time,
        }),
      )
      .openapi({
        description: 'The processes of the last minute, at most 100, by their start.',
      }),
    parts: z.array(
      z.object({
        part: z.enum([
          'database',
          'redis',
          'queue',
          'clock',
          'disk',
          ...backgroundRoles,
          ...services,
        ]),
        state: z
          .enum([
            'ok',
            'off',
            'away',
            'read_only',
            'missing',
            'full',
            'low',
            'unfinished',
            'unknown',
          ])
          .openapi({
            description:
              '`off`: not configured or turned off. `away`: it does not respond. `read_only`: the database stores nothing. `missing`: no process has had this role for a minute. `full`, `low`: space on the disk of the database. `unfinished`: a rotation of the secrets. `unknown`: not known yet.',
          }),
        since: time.openapi({
          description: 'Since when the process that responds sees the part in this state.',
        }),
        reason: z.string().nullable().openapi({ description: 'What is wrong; null if it works.' }),
      }),
    ),
    queue: z.object({
      counts: z.array(
        z.object({
          kind: z.enum(jobKinds),
          waiting: z.int(),
          delayed: z.int().openapi({ description: 'The waiting jobs that are due later.' }),
          running: z.int(),
          dead_lettered: z.int(),
        }),
      ),
      is_stalled: z
        .boolean()
        .openapi({ description: 'Jobs are overdue because no worker takes them.' }),
    }),
  })
  .openapi('System')

/** Shows the state of Ken's parts and of its queue. */
export const showSystemRoute = defineRoute(
  {
    operationId: 'showSystem',
    method: 'get',
    path: '/api/v1/admin/system',
    tags: ['Administration'],
    summary: 'Show the state of the parts of Ken',
    description:
      'The same checks as `/readyz`, `ken queue` and `ken doctor`. Services are asked at most once in a few minutes, while an administrator looks.',
    guard: administratorAuthentication,
    responses: { 200: jsonResponse('The parts and the queue.', systemSchema) },
  },
  async (context, { ken }) => {
    const queue = await showQueue(ken.ports, { actor: callerOf(context).actor })
    if (!queue.ok) return problem(context, queue.error)
    const [parts, processes] = await Promise.all([
      ken.systemParts(),
      ken.ports.processReports.list(),
    ])
    const { counts, isStalled } = queue.value
    return respondJson(
      context,
      {
        version: ken.version,
        processes: processes.map(({ role, version, startedAt, seenAt }) => ({
          role,
          version,
          started_at: startedAt.toISOString(),
          seen_at: seenAt.toISOString(),
        })),
        parts: parts.map(({ part, state, since, reason }) => ({
          part,
          state,
          since: since.toISOString(),
          reason,
        })),
        queue: {
          counts: counts.map(({ deadLettered, ...count }) => ({
            ...count,
            dead_lettered: deadLettered,
          })),
          is_stalled: isStalled,
        },
      },
      200,
    )
  },
)

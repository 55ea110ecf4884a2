import { z } from '@hono/zod-openapi'
import { retryDeadLetters } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { idForm } from '../../../routing/id-parameter.ts'

const bodySchema = z.strictObject({
  ids: z
    .array(z.string().regex(idForm))
    .min(1)
    .max(100)
    .optional()
    .openapi({ description: 'The jobs to retry; without the field, all of them.' }),
})

/** Retries failed jobs. */
export const retryDeadLettersRoute = defineRoute(
  {
    operationId: 'retryDeadLetters',
    method: 'post',
    path: '/api/v1/admin/system/dead-letters/retry',
    tags: ['Administration'],
    summary: 'Retry jobs that failed',
    description: 'All of the given jobs, or none if one of them does not exist.',
    guard: administratorAuthentication,
    request: jsonRequest(bodySchema, { ids: ['00000000-0000-7000-8000-000000000000'] }),
    responses: {
      200: jsonResponse(
        'Queued again.',
        z.object({ retried: z.array(z.string()) }).openapi('RetriedJobs'),
      ),
    },
    problems: ['job.not_found'],
  },
  async (context, { ken }) => {
    const { ids } = context.req.valid('json')
    const outcome = await retryDeadLetters(ken.ports, {
      actor: callerOf(context).actor,
      ids: ids ?? 'all',
    })
    return outcome.ok
      ? respondJson(context, { retried: [...outcome.value] }, 200)
      : problem(context, outcome.error)
  },
)

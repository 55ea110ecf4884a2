import { z } from '@hono/zod-openapi'
import { createGroup } from '@ken/core'
import { groupView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idempotent } from '../../../routing/idempotent.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { groupSchema } from './group-schema.ts'

/** Creates a group. */
export const createGroupRoute = defineRoute(
  {
    operationId: 'createGroup',
    method: 'post',
    path: '/api/v1/admin/groups',
    tags: ['Administration'],
    summary: 'Create an empty group',
    description: 'Documents name a group by its slug, which cannot be changed.',
    guard: administratorAuthentication,
    takesIdempotencyKey: true,
    request: jsonRequest(z.strictObject({ slug: z.string() }), { slug: 'finance' }),
    responses: {
      201: jsonResponse('The group.', groupSchema),
    },
    problems: ['group.slug_invalid', 'group.exists'],
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const body = context.req.valid('json')
    const outcome = await idempotent(context, api, {
      payload: body,
      act: (ports) => createGroup(ports, { actor, ...body }),
      view: groupView,
    })
    return outcome.ok ? respondJson(context, outcome.value, 201) : problem(context, outcome.error)
  },
)

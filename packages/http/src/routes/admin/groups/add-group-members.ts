import { z } from '@hono/zod-openapi'
import { addGroupMembers, membersPerCallMax, memberVerdicts } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import type { BodyLimits } from '../../../request/json-body.ts'
import { jsonKeysMax } from '../../../request/strict-json.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { groupParameter } from './group-schema.ts'

/** Longer than any address, so that a line that is none gets a verdict, too. */
const emailLengthMax = 1_000
const bodySchema = z.strictObject({
  emails: z.array(z.string().max(emailLengthMax)).min(1).max(membersPerCallMax),
})
/** A character is at most `\uffff` in JSON; an address has quotes, a comma and white space around it. */
const bodyLimits: BodyLimits = {
  bytesMax: membersPerCallMax * (emailLengthMax * 6 + 16) + 1_024,
  keysMax: jsonKeysMax,
}

const verdictsSchema = z
  .object({ data: z.array(z.object({ email: z.string(), verdict: z.enum(memberVerdicts) })) })
  .openapi('GroupMemberVerdicts')

/** Adds many people to a group. */
export const addGroupMembersRoute = defineRoute(
  {
    operationId: 'addGroupMembers',
    method: 'post',
    path: '/api/v1/admin/groups/{slug}/members',
    tags: ['Administration'],
    summary: 'Add people to a group by their addresses',
    description: 'What they may see changes with their next search. Idempotent.',
    guard: administratorAuthentication,
    bodyLimits,
    request: {
      params: groupParameter,
      ...jsonRequest(bodySchema, { emails: ['ana@example.com'] }),
    },
    responses: {
      200: jsonResponse('What became of each address, in order.', verdictsSchema),
    },
    problems: ['group.not_found'],
  },
  async (context, { ken }) => {
    const outcome = await addGroupMembers(ken.ports, {
      actor: callerOf(context).actor,
      slug: context.req.valid('param').slug,
      emails: context.req.valid('json').emails,
    })
    return outcome.ok
      ? respondJson(context, { data: [...outcome.value] }, 200)
      : problem(context, outcome.error)
  },
)

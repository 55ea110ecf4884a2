import { z } from '@hono/zod-openapi'
import { switchAgent, type AgentId } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { idParameter } from '../../routing/id-parameter.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { agentSchema, agentView } from './agent-view.ts'

/** Turns one of the caller's agents on or off. */
export const switchAgentRoute = defineRoute(
  {
    operationId: 'switchAgent',
    method: 'put',
    path: '/api/v1/me/agents/{id}',
    tags: ['Own account'],
    summary: 'Turn a personal agent on or off',
    description: 'An agent that is off does nothing. An agent of someone else is not found.',
    guard: sessionAuthentication(),
    request: {
      params: idParameter,
      ...jsonRequest(z.strictObject({ enabled: z.boolean() }), { enabled: true }),
    },
    responses: {
      200: jsonResponse('The changed agent.', agentSchema),
    },
    problems: ['agent.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const { enabled } = context.req.valid('json')
    const outcome = await switchAgent(ken.ports, {
      actor,
      agentId: context.req.valid('param').id as AgentId,
      enabled,
    })
    return outcome.ok
      ? respondJson(context, agentView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)

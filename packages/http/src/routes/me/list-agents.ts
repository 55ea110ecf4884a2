import { z } from '@hono/zod-openapi'
import { listAgents } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { agentSchema, agentView } from './agent-view.ts'

/** Lists the caller's agents. */
export const listAgentsRoute = defineRoute(
  {
    operationId: 'listAgents',
    method: 'get',
    path: '/api/v1/me/agents',
    tags: ['Own account'],
    summary: 'List your personal agents',
    description: 'Agents act as you. Ken turns them off when your account is deactivated.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: {
      200: jsonResponse(
        'The agents, by name.',
        z.object({ data: z.array(agentSchema), next_cursor: z.null() }).openapi('AgentList'),
      ),
    },
  },
  async (context, { ken }) => {
    const agents = await listAgents(ken.ports, { actor: callerOf(context).actor })
    return respondJson(context, { data: agents.map(agentView), next_cursor: null }, 200)
  },
)

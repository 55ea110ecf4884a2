import { createRoute, z } from '@hono/zod-openapi'
import { listAgents } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { agentSchema, agentView } from './agent-view.ts'

/** The own personal agents. */
export const listAgentsRoute = createRoute({
  operationId: 'listAgents',
  method: 'get',
  path: '/api/v1/me/agents',
  tags: ['Own account'],
  summary: 'The own personal agents',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer('The agents, by name.', z.object({ data: z.array(agentSchema), next_cursor: z.null() }).openapi('AgentList')),
    ...problemResponses(...sessionProblems, ...anyProblems),
  },
})

/** Serves the agents. */
export const mountListAgents = (app: SurfaceApp, surface: Surface) =>
  mount(app, listAgentsRoute, [sessionAuthentication(surface, { isPlainRead: true })], async (context) => {
    const agents = await listAgents(surface.ken.ports, { actor: callerOf(context).actor })
    return answerJson(context, { data: agents.map(agentView), next_cursor: null }, 200)
  })

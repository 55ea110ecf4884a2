import { createRoute, z } from '@hono/zod-openapi'
import { switchAgent, type AgentId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication, sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { agentSchema, agentView } from './agent-view.ts'

/** The switch of one of the own personal agents. */
export const switchAgentRoute = createRoute({
  operationId: 'switchAgent',
  method: 'put',
  path: '/api/v1/me/agents/{id}',
  tags: ['Own account'],
  summary: 'Let a personal agent run, or stop it',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...jsonRequest(z.strictObject({ enabled: z.boolean() }), { enabled: true }) },
  responses: {
    200: jsonAnswer('The agent as it is now.', agentSchema),
    ...problemResponses('agent.not_found', ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the switch. */
export const mountSwitchAgent = (app: SurfaceApp, surface: Surface) =>
  mount(app, switchAgentRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const { enabled } = context.req.valid('json')
    const outcome = await switchAgent(surface.ken.ports, { actor, agentId: context.req.valid('param').id as AgentId, enabled })
    return outcome.ok ? answerJson(context, agentView(outcome.value), 200) : problem(context, outcome.error)
  })

import { createRoute, z } from '@hono/zod-openapi'
import { botTokenLengthMax, changeTeamChat, serverAddressLengthMax } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

const teamChatChangeSchema = z
  .strictObject({
    base_url: z.string().max(serverAddressLengthMax).nullish().openapi({
      description:
        'http or https, without user, query or fragment. Another address forgets the token, and another host every link of team chat.',
    }),
    bot_token: z.string().max(botTokenLengthMax).nullish().openapi({
      description: 'The token of the bot account. It is never shown. Sent together with `base_url`, it goes nowhere else.',
    }),
    enabled: z.boolean().optional().openapi({ description: 'Turning on asks the server first.' }),
  })
  .openapi('TeamChatChange')

/** Address, token and switch of the team-chat bot. */
export const changeTeamChatRoute = createRoute({
  operationId: 'changeTeamChat',
  method: 'put',
  path: '/api/v1/admin/teamchat',
  tags: ['Administration'],
  summary: 'Set the team-chat bot up, turn it on and off',
  description:
    'What is left out stays as it is, and null takes away. With another address or token the bot is off unless `enabled` is true. It is turned on only when the server takes the token at that moment. Otherwise a bot that is on goes on with what it has, and of one that is off address and token are kept for another try.',
  security: [{ accessToken: [] }],
  request: jsonRequest(teamChatChangeSchema, {
    base_url: 'https://chat.example.com',
    bot_token: 'xuuxhojcdt8fxgqgqpnyzqmnxh',
    enabled: true,
  }),
  responses: {
    200: jsonAnswer('The settings as they are now.', teamChatSchema),
    ...problemResponses(
      'team_chat.address_invalid',
      'team_chat.address_missing',
      'team_chat.token_invalid',
      'team_chat.probe_failed',
      'team_chat.probes_exhausted',
      'team_chat.changed_meanwhile',
      'account.forbidden',
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the change. */
export const mountChangeTeamChat = (app: SurfaceApp, surface: Surface) =>
  mount(app, changeTeamChatRoute, [administratorAuthentication(surface)], async (context) => {
    const { base_url: baseUrl, bot_token: botToken, enabled } = context.req.valid('json')
    const outcome = await changeTeamChat(surface.ken.ports, {
      actor: callerOf(context).actor,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(botToken !== undefined && { botToken }),
      ...(enabled !== undefined && { enabled }),
    })
    return outcome.ok ? answerJson(context, teamChatView(outcome.value), 200) : problem(context, outcome.error)
  })

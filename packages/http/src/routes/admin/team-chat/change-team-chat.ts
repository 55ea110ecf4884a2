import { z } from '@hono/zod-openapi'
import { botTokenLengthMax, changeTeamChat, serverAddressLengthMax } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { teamChatSchema, teamChatView } from './team-chat-view.ts'

const teamChatChangeSchema = z
  .strictObject({
    base_url: z.string().max(serverAddressLengthMax).nullish().openapi({
      description:
        'http or https, without user, query or fragment. A new address deletes the token, and a new host deletes all links of team chat.',
    }),
    bot_token: z.string().max(botTokenLengthMax).nullish().openapi({
      description:
        'The token of the bot account, which is never shown. If sent with `base_url`, it is only used there.',
    }),
    enabled: z
      .boolean()
      .optional()
      .openapi({ description: 'Turning it on tests the connection first.' }),
  })
  .openapi('TeamChatChange')

/** Configures the team-chat bot. */
export const changeTeamChatRoute = defineRoute(
  {
    operationId: 'changeTeamChat',
    method: 'put',
    path: '/api/v1/admin/teamchat',
    tags: ['Administration'],
    summary: 'Configure the team-chat bot',
    description:
      'Omitted fields keep their value; null removes it. A new address or token turns the bot off unless `enabled` is true. It is turned on only if the server accepts the token. Otherwise a bot that is on keeps its configuration, and one that is off stores address and token for another try.',
    guard: administratorAuthentication,
    request: jsonRequest(teamChatChangeSchema, {
      base_url: 'https://chat.example.com',
      bot_token: 'xuuxhojcdt8fxgqgqpnyzqmnxh',
      enabled: true,
    }),
    responses: {
      200: jsonResponse('The changed settings.', teamChatSchema),
    },
    problems: [
      'team_chat.address_invalid',
      'team_chat.address_missing',
      'team_chat.token_invalid',
      'team_chat.probe_failed',
      'team_chat.probes_exhausted',
      'team_chat.changed_meanwhile',
    ],
  },
  async (context, { ken }) => {
    const { base_url: baseUrl, bot_token: botToken, enabled } = context.req.valid('json')
    const outcome = await changeTeamChat(ken.ports, {
      actor: callerOf(context).actor,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(botToken !== undefined && { botToken }),
      ...(enabled !== undefined && { enabled }),
    })
    return outcome.ok
      ? respondJson(context, teamChatView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)

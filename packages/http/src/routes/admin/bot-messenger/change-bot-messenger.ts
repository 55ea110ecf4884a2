import { z } from '@hono/zod-openapi'
import { messengerTransports } from '@ken/core/ports'
import { botTokenLengthMax, changeBotMessenger, serverAddressLengthMax } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { botMessengerSchema, botMessengerView } from './bot-messenger-view.ts'

const botMessengerChangeSchema = z
  .strictObject({
    api_root: z.string().max(serverAddressLengthMax).nullish().openapi({
      description:
        'http or https, without user, query, fragment or token. The address of a server of the Bot API; null for that of the platform. A new address deletes the token and all links of the bot messenger.',
    }),
    bot_token: z.string().max(botTokenLengthMax).nullish().openapi({
      description:
        'The token of the bot, which is never shown. If sent with `api_root`, it is only used there. The token of the first bot, or of another one, deletes all links of the bot messenger.',
    }),
    transport: z.enum(messengerTransports).optional().openapi({
      description:
        '`polling`: Ken fetches the messages. `webhook`: the platform posts them to Ken, whose base URL must be https.',
    }),
    enabled: z
      .boolean()
      .optional()
      .openapi({ description: 'Turning it on tests the connection first.' }),
  })
  .openapi('BotMessengerChange')

/** Configures the bot of the bot messenger. */
export const changeBotMessengerRoute = defineRoute(
  {
    operationId: 'changeBotMessenger',
    method: 'put',
    path: '/api/v1/admin/bot-messenger',
    tags: ['Administration'],
    summary: 'Configure the bot of the bot messenger',
    description:
      'Omitted fields keep their value; null removes the token, and restores the usual address. A new address or token turns the bot off unless `enabled` is true. It is turned on only if the platform accepts the token. Otherwise a bot that is on keeps its configuration, and one that is off stores address and token for another try.',
    guard: administratorAuthentication,
    request: jsonRequest(botMessengerChangeSchema, {
      bot_token: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0',
      enabled: true,
    }),
    responses: {
      200: jsonResponse('The changed settings.', botMessengerSchema),
    },
    problems: [
      'bot_messenger.address_invalid',
      'bot_messenger.token_invalid',
      'bot_messenger.webhook_insecure',
      'bot_messenger.probe_failed',
      'bot_messenger.probes_exhausted',
      'bot_messenger.changed_meanwhile',
    ],
  },
  async (context, { ken }) => {
    const body = context.req.valid('json')
    const { api_root: apiRoot, bot_token: botToken, transport, enabled } = body
    const outcome = await changeBotMessenger(ken.ports, {
      actor: callerOf(context).actor,
      ...(apiRoot !== undefined && { apiRoot }),
      ...(botToken !== undefined && { botToken }),
      ...(transport !== undefined && { transport }),
      ...(enabled !== undefined && { enabled }),
    })
    return outcome.ok
      ? respondJson(context, botMessengerView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)

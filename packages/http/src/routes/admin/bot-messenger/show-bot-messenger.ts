import { showBotMessenger } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { botMessengerSchema, botMessengerView } from './bot-messenger-view.ts'

/** Shows the configuration of the bot of the bot messenger. */
export const showBotMessengerRoute = defineRoute(
  {
    operationId: 'showBotMessenger',
    method: 'get',
    path: '/api/v1/admin/bot-messenger',
    tags: ['Administration'],
    summary: 'Show the bot of the bot messenger',
    description:
      'The settings without the token, the latest test of the connection, and whether the bot is listening.',
    guard: administratorAuthentication,
    responses: {
      200: jsonResponse('The settings, without the token.', botMessengerSchema),
    },
  },
  async (context, { ken }) => {
    const outcome = await showBotMessenger(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok
      ? respondJson(context, botMessengerView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)

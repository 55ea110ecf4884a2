import { z } from '@hono/zod-openapi'
import { botMessengerAdvice, messengerProbeFaults, probeBotMessenger } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { botMessengerSchema, botMessengerView } from './bot-messenger-view.ts'

const probedBotMessengerSchema = z
  .object({
    ok: z.boolean().openapi({ description: 'Whether the platform accepts the token.' }),
    reason: z
      .enum(messengerProbeFaults)
      .nullable()
      .openapi({ description: 'Why not; null if it does.' }),
    detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the reason and what to do.' }),
    bot_messenger: botMessengerSchema,
  })
  .openapi('ProbedBotMessenger')

/** Tests the connection to the bot messenger. */
export const probeBotMessengerRoute = defineRoute(
  {
    operationId: 'probeBotMessenger',
    method: 'post',
    path: '/api/v1/admin/bot-messenger/test',
    tags: ['Administration'],
    summary: 'Test the connection to the bot messenger',
    description:
      'Asks the platform for the bot of the token. This tests only address and token, and changes nothing.',
    guard: administratorAuthentication,
    request: emptyRequest,
    responses: {
      200: jsonResponse('The result, and the settings with it.', probedBotMessengerSchema),
    },
    problems: ['bot_messenger.probes_exhausted'],
  },
  async (context, { ken }) => {
    const outcome = await probeBotMessenger(ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    const { fault: reason, botMessenger } = outcome.value
    const detail = reason === null ? null : botMessengerAdvice[reason]
    return respondJson(
      context,
      { ok: reason === null, reason, detail, bot_messenger: botMessengerView(botMessenger) },
      200,
    )
  },
)

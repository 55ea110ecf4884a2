import { z } from '@hono/zod-openapi'
import { listChatSurfaces } from '@ken/core'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'

const surfacesSchema = z
  .object({
    data: z.array(
      z.object({
        source: z
          .string()
          .openapi({ description: 'Where identities come from.', example: 'teamchat' }),
        bot_handle: z.string().nullable().openapi({
          description: 'The account of the bot, to send a link code to.',
          example: 'ken',
        }),
        url: z.string().nullable().openapi({
          description: 'Where the bot is. Null for a program with a service key.',
          example: 'https://chat.example.com',
        }),
        available: z.boolean().openapi({ description: 'Whether the bot responds now.' }),
      }),
    ),
    next_cursor: z.null(),
  })
  .openapi('ChatSurfaceList')

/** Lists the chats that the caller can be linked in. */
export const listChatSurfacesRoute = defineRoute(
  {
    operationId: 'listChatSurfaces',
    method: 'get',
    path: '/api/v1/me/chat-surfaces',
    tags: ['Own account'],
    summary: 'List the chats that can be linked',
    description:
      'The chats for which you can create a link code: those that Ken serves, and the programs that have a service key.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: { 200: jsonResponse('The chats.', surfacesSchema) },
  },
  async (context, { ken }) => {
    const surfaces = await listChatSurfaces(ken.ports, { actor: callerOf(context).actor })
    const data = surfaces.map(({ source, botHandle, url, isAvailable }) => ({
      source,
      bot_handle: botHandle,
      url,
      available: isAvailable,
    }))
    return respondJson(context, { data, next_cursor: null }, 200)
  },
)

import { aTeamChatIn } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { signedIn } from '../../testing/browser.ts'
import { httpWorld } from '../../testing/http-world.ts'

it('GET /api/v1/me/chat-surfaces lists the chats of Ken, with the account of the bot', async () => {
  const world = await httpWorld()
  const { browser } = await signedIn(world)
  const path = '/api/v1/me/chat-surfaces'
  expect((await browser.get(path)).json).toEqual({ data: [], next_cursor: null })
  const { settings } = await aTeamChatIn(world.ports, { enabled: true })
  expect(await browser.get(path)).toMatchObject({
    status: 200,
    json: {
      data: [
        {
          source: 'teamchat',
          bot_handle: settings.botUsername,
          url: settings.baseUrl,
          available: true,
        },
      ],
    },
  })
})

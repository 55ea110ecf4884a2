import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

it('connects the bot of the bot messenger, turns it on, and never shows the token', async () => {
  const world = await consoleWorld()
  const { bot, identity } = world.ports.messenger
  using seen = await visit(world, '/admin/bot-messenger', ownerEmail)
  await seen.reads('No token is stored.')
  await seen.fill('Address of the Bot API', bot.apiRoot)
  await seen.fill('Token of the bot', 'no-token')
  await seen.press('Save the connection')
  await seen.reads('This is not a token of a bot.')
  await seen.fill('Token of the bot', bot.token)
  await seen.press('Save the connection')
  await seen.reads('Saved. The bot is off')
  await seen.press('Turn on')
  await seen.find('button', 'Turn off')
  await seen.reads(`The bot is @${identity.handle}`)
  expect(document.documentElement.outerHTML).not.toContain(bot.token)
  expect(world.ports.database.tables.botMessenger.get('bot')?.enabled).toBe(true)
})

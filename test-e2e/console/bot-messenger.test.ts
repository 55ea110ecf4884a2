import { botMessengerDouble, type BotMessengerDouble } from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'

let ken: ConsoleWorld
let messenger: BotMessengerDouble
beforeAll(async () => {
  messenger = await botMessengerDouble()
  ken = await consoleWorld({ env: { KEN_TEAMCHAT_LOOPBACK: 'allow' } })
  await requireNoFactor(ken.world)
})
afterAll(async () => {
  await ken[Symbol.asyncDispose]()
  await messenger.close()
})

it('the bot of the bot messenger is connected and turned on, and its token is never shown', async () => {
  await using seen = await visitAsOwner(ken, '/admin/bot-messenger')
  const path = '/api/v1/admin/bot-messenger'
  seen.expectRefusal(`400 PUT ${path}`)
  const { page } = seen
  await page.getByText('No token is stored.').waitFor()
  await page.getByLabel('Address of the Bot API').fill(messenger.url.replace(/\/$/, ''))
  await page.getByLabel('Token of the bot').fill('no-token')
  const save = page.getByRole('button', { name: 'Save the connection' })
  await save.click()
  await page.getByText('This is not a token of a bot.').waitFor()
  await page.getByLabel('Token of the bot').fill(messenger.token)
  await save.click()
  await page.getByText('Saved. The bot is off').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  await page.getByText(`The bot is @${messenger.bot.username}`).waitFor()
  await expectAccessible(page)
  expect(await page.content()).not.toContain(messenger.token)
  expect(await ken.world.sql('select enabled from bot_messenger_settings')).toEqual([
    { enabled: true },
  ])
})

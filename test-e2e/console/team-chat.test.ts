import { teamChatDouble, type TeamChatDouble } from '@ken/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press } from './support/keyboard.ts'

let ken: ConsoleWorld
let chat: TeamChatDouble
beforeAll(async () => {
  chat = await teamChatDouble()
  ken = await consoleWorld({ env: { KEN_TEAMCHAT_LOOPBACK: 'allow' } })
  await requireNoFactor(ken.world)
})
afterAll(async () => {
  await ken[Symbol.asyncDispose]()
  await chat.close()
})

it('the bot is connected, tested, turned on and off, and the token is never shown', async () => {
  await using seen = await visitAsOwner(ken, '/admin/team-chat')
  const path = '/api/v1/admin/teamchat'
  seen.expectRefusal(`400 PUT ${path}`, `422 PUT ${path}`)
  const { page } = seen
  await page.getByText('No token is stored.').waitFor()
  expect(await page.getByText('Save a token first.').count()).toBe(2)
  for (const name of ['Test the connection', 'Turn on'])
    expect(await page.getByRole('button', { name, disabled: true }).count()).toBe(1)
  const save = page.getByRole('button', { name: 'Save the connection' })
  await followsAnother(page)
  await page.getByLabel('Address of the team-chat server').fill('chat.example')
  await save.click()
  await page.getByText('The address is not valid.').waitFor()
  await page.getByLabel('Address of the team-chat server').fill(chat.url.replace(/\/$/, ''))
  await page.getByLabel('Token of the bot account').fill('wrong-token-of-the-bot-00')
  await save.click()
  await page.getByText('A token is stored.').waitFor()
  await page.getByText('Saved. The bot is off').waitFor()

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The bot stays off: The server refuses the token.').waitFor()
  await page.getByLabel('Token of the bot account').fill(chat.bot.token)
  await save.click()
  await expect.poll(() => page.getByLabel('Token of the bot account').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await page.getByText('The server accepts the token.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  expect(await page.getByText('Saved. The bot is off').count()).toBe(0)
  await page.getByText('No listener is running.').first().waitFor()
  await page.getByText('Last test: the server accepts the token').waitFor()
  expect(await page.content()).not.toContain(chat.bot.token)
  await expectAccessible(page)

  await press(page.getByRole('button', { name: 'Turn off' }))
  const dialog = page.getByRole('alertdialog', { name: 'Turn off the bot?' })
  await press(dialog.getByRole('button', { name: 'Turn off' }))
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  expect(await page.getByText('Saved. The bot is off').count()).toBe(0)
  expect(await ken.world.sql('select enabled from teamchat_settings')).toEqual([{ enabled: false }])
})

/** The page reads the settings every five seconds, and keeps what is typed, on the way to another page too. */
async function followsAnother(page: Page): Promise<void> {
  const field = page.getByLabel('Address of the team-chat server')
  await field.fill('https://mine.example.com')
  await ken.world.sql("update teamchat_settings set base_url = 'https://other.example.com'")
  await page
    .getByText('Someone else has changed the address to https://other.example.com.')
    .waitFor()
  await page.getByLabel('Token of the bot account').fill('a-token-that-is-no-draft')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
  await page.goBack()
  await page.getByText('Someone else has changed the address').waitFor()
  expect(await field.inputValue()).toBe('https://mine.example.com')
  expect(await page.getByLabel('Token of the bot account').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Discard what I typed' }).click()
  expect(await field.inputValue()).toBe('https://other.example.com')
}

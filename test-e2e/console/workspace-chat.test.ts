import { workspaceChatDouble, type WorkspaceChatDouble } from '@ken/testing'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'

let ken: ConsoleWorld
let workspace: WorkspaceChatDouble
beforeAll(async () => {
  workspace = await workspaceChatDouble()
  ken = await consoleWorld({
    env: { KEN_TEAMCHAT_LOOPBACK: 'allow', KEN_WORKSPACE_CHAT_URL: workspace.apiUrl },
  })
  await requireNoFactor(ken.world)
})
afterAll(async () => {
  await ken[Symbol.asyncDispose]()
  await workspace.close()
})

it('the bot of the workspace chat is connected and turned on, and its tokens are never shown', async () => {
  await using seen = await visitAsOwner(ken, '/admin/workspace-chat')
  const path = '/api/v1/admin/workspace-chat'
  seen.expectRefusal(`400 PUT ${path}`)
  const { page } = seen
  const { botToken, appToken, appId, botUser } = workspace.world
  const create = page.getByRole('link', { name: 'Create the app' })
  expect(await create.getAttribute('href')).toMatch(/^https:\/\/api\.slack\.com\/apps\?new_app=1&/)
  const [bot, app] = [page.getByLabel('Bot token'), page.getByLabel('App-level token')]
  const save = page.getByRole('button', { name: 'Save the connection' })
  await page.getByRole('button', { name: 'Receive messages by HTTP' }).click()
  await page.getByText('The platform sends to https addresses only.').waitFor()
  await bot.fill(appToken)
  await save.click()
  await page.getByText('This is not a bot token.').waitFor()
  await bot.fill(botToken)
  await save.click()
  await page.getByText('Enter the app-level token, too').waitFor()
  await app.fill(botToken)
  await save.click()
  await page.getByText('This is not an app-level token.').waitFor()
  await app.fill(appToken)
  await save.click()
  await page.getByText('Saved. The bot is off').waitFor()
  await page.getByText(`The app is ${appId}.`).waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
  await page.getByText(`The bot is @${botUser.name}`).waitFor()
  await page.getByText('Create another app').waitFor()
  await page.getByLabel('Use the AI features of the platform').check()
  const questions = page.getByLabel('Suggested questions')
  await questions.fill('x'.repeat(76))
  await page.getByRole('button', { name: 'Save the AI features' }).click()
  await page.getByText('Enter at most four questions').waitFor()
  expect(await questions.evaluate((area) => area === document.activeElement)).toBe(true)
  await questions.fill('How much leave do I have?\n\nWho is on call?')
  await page.getByRole('button', { name: 'Save the AI features' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.getByText('assistant:write', { exact: true }).waitFor()
  // What another administrator changes meanwhile stays.
  const isOn = page.getByLabel('Use the AI features of the platform')
  await isOn.uncheck()
  await isOn.check()
  await questions.fill('Who is on call?')
  await ken.world.sql('update workspace_chat_settings set ai_features = false')
  await page.getByRole('button', { name: 'Save the AI features' }).click()
  await expect.poll(() => isOn.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Link by address' }).click()
  await page.getByText('Linking by address was turned on.').waitFor()
  await page.getByRole('button', { name: 'Stop linking by address' }).waitFor()
  await expectAccessible(page)
  for (const token of [botToken, appToken]) expect(await page.content()).not.toContain(token)
  expect(
    await ken.world.sql(
      'select enabled, app_id, match_by_email, ai_features, prompts from workspace_chat_settings',
    ),
  ).toEqual([
    {
      enabled: true,
      app_id: appId,
      match_by_email: true,
      ai_features: false,
      prompts: ['Who is on call?'],
    },
  ])
})

it('by HTTP, the page asks for the App ID and the signing secret, and shows where requests go', async () => {
  await ken.world.sql(
    `update workspace_chat_settings set enabled = false, transport = 'http', app_id = null,
       bot_token_enc = null, app_token_enc = null`,
  )
  await using seen = await visitAsOwner(ken, '/admin/workspace-chat', { language: 'de' })
  const path = '/api/v1/admin/workspace-chat'
  seen.expectRefusal(`400 PUT ${path}`)
  const { page } = seen
  const { botToken, signingSecret, appId } = workspace.world
  const [bot, app, secret] = ['Bot-Token', 'App ID', 'Signing Secret'].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator]
  const save = page.getByRole('button', { name: 'Verbindung speichern' })
  await bot.fill(botToken)
  await save.click()
  await page.getByText('Geben Sie die App ID ein').waitFor()
  await app.fill(appId)
  await secret.fill('kurz')
  await save.click()
  await page.getByText('Das ist kein Signing Secret.').waitFor()
  await secret.fill(signingSecret)
  await save.click()
  await page.getByText('Ein Secret ist hinterlegt.').waitFor()
  for (const address of ['events', 'commands'])
    await page.getByText(`/chat/workspace_chat/${address}`, { exact: false }).first().waitFor()
  await page.getByText('Letzte Anfrage: noch keine').waitFor()
  await expectAccessible(page)
  expect(await page.content()).not.toContain(signingSecret)
  await page.getByRole('button', { name: 'Nachrichten über Verbindungen empfangen' }).click()
  await page.getByText('Ken öffnet Verbindungen zur Plattform.').waitFor()
  await page.getByLabel('App-Token').waitFor()
})

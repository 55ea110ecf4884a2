import { ok } from '@ken/core'
import { aWorkspaceChatIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/workspace-chat'

const saving =
  ({ fill, press, reads }: Visit) =>
  async (label: RegExp, text: string, said: string) => {
    await fill(label, text)
    await press('Save the connection')
    await reads(said)
  }

it('connects the bot of the workspace chat, turns it on, and never shows its tokens', async () => {
  const world = await consoleWorld()
  const { bot, identity } = world.ports.workspace
  const { appToken, botToken, appId } = bot
  using seen = await visit(world, address, ownerEmail)
  const save = saving(seen)
  const create = await seen.find('link', /^Create the app/)
  expect(create.getAttribute('href')).toMatch(/^https:\/\/api\.slack\.com\/apps\?new_app=1&/)
  await seen.press('Receive messages by HTTP')
  await seen.reads('The platform sends to https addresses only.')
  await save(/^Bot token/, appToken ?? '', 'This is not a bot token.')
  await save(/^Bot token/, botToken, 'Enter the app-level token, too')
  await save(/^App-level token/, botToken, 'This is not an app-level token.')
  await save(/^App-level token/, appToken ?? '', 'Saved. The bot is off')
  await seen.reads(`The app is ${appId}.`)
  await seen.press('Turn on')
  await seen.find('button', 'Turn off')
  await seen.reads(`The bot is @${identity.handle}`)
  await seen.reads('Create another app')
  await seen.press('Link by address')
  await seen.reads('Linking by address was turned on.')
  await seen.find('button', 'Stop linking by address')
  for (const token of [botToken, appToken])
    expect(document.documentElement.outerHTML).not.toContain(token)
  expect(world.ports.database.tables.workspaceChat.get('bot')).toMatchObject({
    enabled: true,
    appId,
    matchesByEmail: true,
  })
})

it('saves the AI features, and leaves what another administrator changes meanwhile', async () => {
  const world = await consoleWorld()
  await aWorkspaceChatIn(world.ports)
  using seen = await visit(world, address, ownerEmail)
  const isOn = await seen.page.findByLabelText<HTMLInputElement>(
    'Use the AI features of the platform',
  )
  const saveQuestions = async (text: string) => {
    await seen.fill('Suggested questions', text)
    await seen.press('Save the AI features')
  }
  isOn.click()
  await saveQuestions('x'.repeat(76))
  await seen.reads('Enter at most four questions')
  const questions = await seen.page.findByLabelText('Suggested questions')
  await waitFor(() => expect(document.activeElement).toBe(questions))
  await saveQuestions('How much leave do I have?\n\nWho is on call?')
  await seen.reads('Saved.')
  await seen.reads('assistant:write')
  await waitFor(() => expect(isOn.checked).toBe(true))
  for (const checked of [false, true]) {
    isOn.click()
    await waitFor(() => expect(isOn.checked).toBe(checked))
  }
  await world.ports.transact(async ({ workspaceChatSettings }) => {
    const settings = await workspaceChatSettings.read()
    return ok(await workspaceChatSettings.update({ ...settings, hasAiFeatures: false }))
  })
  await saveQuestions('Who is on call?')
  await waitFor(() =>
    expect(world.ports.database.tables.workspaceChat.get('bot')).toMatchObject({
      hasAiFeatures: false,
      prompts: ['Who is on call?'],
    }),
  )
  await waitFor(() => expect(isOn.checked).toBe(false))
})

it('asks by HTTP for the App ID and the signing secret, and shows where requests go', async () => {
  const world = await consoleWorld({ config: { baseUrl: 'https://ken.example.com' } })
  const { botToken, appId } = world.ports.workspace.bot
  const secret = '0123456789abcdef'.repeat(2)
  using seen = await visit(world, address, ownerEmail)
  const save = saving(seen)
  await seen.press('Receive messages by HTTP')
  await seen.page.findByLabelText(/^Signing secret/)
  await save(/^Bot token/, botToken, 'Enter the App ID')
  await seen.fill(/^App ID/, appId)
  await save(/^Signing secret/, 'short', 'This is not a signing secret.')
  await save(/^Signing secret/, secret, 'A secret is stored.')
  for (const path of ['events', 'commands']) await seen.reads(`/chat/workspace_chat/${path}`)
  await seen.reads('Last request: none yet')
  expect(document.documentElement.outerHTML).not.toContain(secret)
  await seen.press('Receive messages over connections')
  await seen.reads('Ken opens connections to the platform.')
  await seen.page.findByLabelText(/^App-level token/)
})

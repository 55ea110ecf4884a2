import { waitFor } from '@testing-library/dom'
import { aTeamChatIn } from '@ken/core/testing'
import { expect, it, vi } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { fakeTimers } from '../testing/fake-timers.ts'
import { visit } from '../testing/visit.ts'

const address = '/admin/team-chat'
const addressField = 'Address of the team-chat server'
const tokenField = 'Token of the bot account'
const pollMs = 5_000

it('connects the bot, tests it, turns it on and off, and never shows the token', async () => {
  const world = await consoleWorld()
  const { baseUrl, token } = world.ports.teamChat.bot
  using seen = await visit(world, address, ownerEmail)
  const save = async (label: string, text: string) => {
    await seen.fill(label, text)
    await seen.press('Save the connection')
  }
  await seen.reads('No token is stored.')
  expect(seen.page.getAllByText('Save a token first.')).toHaveLength(2)
  for (const name of ['Test the connection', 'Turn on'])
    expect((await seen.find('button', name)).getAttribute('aria-disabled')).toBe('true')
  await save(addressField, 'chat.example')
  await seen.reads('The address is not valid.')
  await seen.fill(addressField, baseUrl)
  await save(tokenField, 'wrong-token-of-the-bot-00')
  await seen.reads('A token is stored.')
  await seen.reads('Saved. The bot is off')

  await seen.press('Turn on')
  await seen.reads('The bot stays off: The server refuses the token.')
  await save(tokenField, token)
  await waitFor(async () =>
    expect((await seen.page.findByLabelText<HTMLInputElement>(tokenField)).value).toBe(''),
  )
  await seen.press('Test the connection')
  await seen.reads('The server accepts the token.')
  await seen.press('Turn on')
  await seen.find('button', 'Turn off')
  expect(document.body.textContent).not.toContain('Saved. The bot is off')
  await seen.reads('No listener is running.')
  await seen.reads('Last test: the server accepts the token')
  expect(document.documentElement.outerHTML).not.toContain(token)

  await seen.press('Turn off')
  await seen.press('Turn off', await seen.find('alertdialog', 'Turn off the bot?'))
  await seen.find('button', 'Turn on')
  expect(document.body.textContent).not.toContain('Saved. The bot is off')
  expect(world.ports.database.tables.teamChat.get('bot')?.enabled).toBe(false)
})

it('says that another person has changed the address, and keeps what was typed, but no token', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, ownerEmail)
  fakeTimers()
  await seen.reads('No token is stored.')
  await seen.fill(addressField, 'https://mine.example.com')
  await aTeamChatIn(world.ports, { enabled: false })
  const changed = 'Someone else has changed the address to https://chat.example.com.'
  await vi.advanceTimersByTimeAsync(pollMs)
  await seen.reads(changed)
  await seen.fill(tokenField, 'a-token-that-is-no-draft')
  await seen.click('link', 'System')
  expect(seen.questions).toHaveLength(1)
  await seen.page.findByRole('heading', { level: 1, name: 'System' })
  history.back()
  await seen.reads(changed)
  const field = await seen.page.findByLabelText<HTMLInputElement>(addressField)
  expect(field.value).toBe('https://mine.example.com')
  expect((await seen.page.findByLabelText<HTMLInputElement>(tokenField)).value).toBe('')
  await seen.press('Discard what I typed')
  await waitFor(() => expect(field.value).toBe('https://chat.example.com'))
})

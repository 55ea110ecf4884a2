import { aBotMessengerIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { consoleWorld, memberEmail } from '../testing/console-world.ts'
import { fakeTimers } from '../testing/fake-timers.ts'
import { visit } from '../testing/visit.ts'

const pollMs = 3_000

it.each([-11, 11])(
  'shows a link code for as long as it works by a clock that is %s minutes off',
  async (minutes) => {
    const world = await consoleWorld()
    await aBotMessengerIn(world.ports)
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000)
    onTestFinished(() => clock.mockRestore())
    using seen = await visit(world, '/me/chats', memberEmail)
    await seen.press('Get a code')
    const timer = await seen.find('timer')
    await waitFor(() => expect(timer.textContent).toMatch(/^Works for (10:00|9:\d\d)$/))
  },
)

const code = () => document.querySelector('.link-code-text')?.textContent

it('keeps a code on the screen while the linked chats cannot be read', async () => {
  const world = await consoleWorld()
  await aBotMessengerIn(world.ports)
  using seen = await visit(world, '/me/chats', memberEmail, (server) =>
    server.on('GET /api/v1/me/identities', async () => Response.json({}, { status: 500 })),
  )
  fakeTimers()
  const reads = () =>
    seen.server.requests.filter(({ name }) => name === 'GET /api/v1/me/identities').length
  await seen.reads('Something went wrong.')
  await seen.press('Get a code')
  await seen.find('timer')
  const first = code()
  // As a browser that copies what is selected.
  Object.assign(document, { execCommand: () => true })
  await seen.press('Copy the code')
  await seen.reads('Copied')
  const before = reads()
  await vi.advanceTimersByTimeAsync(pollMs)
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  expect(code()).toBe(first)
  seen.server.on('GET /api/v1/me/identities', (send) => send())
  await vi.advanceTimersByTimeAsync(pollMs)
  await seen.reads('No chat is linked yet.')
  await seen.press('Get another code')
  await waitFor(() => expect(code()).not.toBe(first))
  expect(document.body.textContent).not.toContain('Copied')
})

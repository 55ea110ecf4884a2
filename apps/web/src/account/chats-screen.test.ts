import { aBotMessengerIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { consoleWorld, memberEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

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

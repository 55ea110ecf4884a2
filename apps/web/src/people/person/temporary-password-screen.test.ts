import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../../testing/console-world.ts'
import { hold } from '../../testing/server.ts'
import { visit, type Visit } from '../../testing/visit.ts'
import { waitFor } from '@testing-library/dom'

const stored = 'I have stored it'
const notice = /The old password no longer works/

async function visitPerson(): Promise<Visit> {
  const world = await consoleWorld({ ports: { mailer: null } })
  const { id } = await accountOf(world, memberEmail)
  return visit(world, `/admin/people/${id}`, ownerEmail)
}

async function resetPassword({ press, find }: Visit): Promise<void> {
  await press('Reset the password')
  await press('Reset the password', await find('alertdialog'))
}

it.each([0, 1, 2])(
  'says after the end of a session that a temporary password was not stored, until its mark says so: %i clicks',
  async (clicks) => {
    using seen = await visitPerson()
    await resetPassword(seen)
    const mark = await seen.page.findByLabelText(stored)
    for (let click = 0; click < clicks; click += 1) mark.click()
    await seen.endSession()
    await seen.signIn(ownerEmail)
    await seen.find('button', 'Reset the password')
    expect(seen.page.queryAllByText(notice)).toHaveLength(clicks === 1 ? 0 : 1)
  },
)

it('holds the page while a temporary password is on its way', async () => {
  using seen = await visitPerson()
  const held = hold(
    seen.server,
    `POST /api/v1/admin${location.pathname.replace('/admin/people', '/users')}/password-reset`,
  )
  await resetPassword(seen)
  await held.sent
  expect(seen.mayClose()).toBe(false)
  held.release()
  await seen.check(stored)
  await waitFor(() => expect(seen.mayClose()).toBe(true))
})

it('says that a temporary password was created which no one has seen', async () => {
  using seen = await visitPerson()
  const path = location.pathname
  await seen.click('link', /^People$/)
  await seen.find('heading', 'People')
  history.back()
  const held = hold(
    seen.server,
    `POST /api/v1/admin${path.replace('/admin/people', '/users')}/password-reset`,
  )
  await resetPassword(seen)
  await held.sent
  history.forward()
  await seen.find('heading', 'People')
  held.release()
  await seen.page.findByText(notice)
  await seen.press('Close')
  history.back()
  await seen.page.findByText(notice)
  await resetPassword(seen)
  await seen.check(stored)
  await seen.press('Done')
  await seen.find('button', 'Reset the password')
  expect(seen.page.queryByText(notice)).toBeNull()
})

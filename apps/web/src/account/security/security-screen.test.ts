import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../../testing/console-world.ts'
import { codeAt, secretOn } from '../../testing/one-time-codes.ts'
import { fail, hold, lose } from '../../testing/server.ts'
import { visit, type Visit } from '../../testing/visit.ts'
import { waitFor } from '@testing-library/dom'
import { aPassword } from '@ken/core/testing'

const address = '/me/security'
const confirm = 'POST /api/v1/me/mfa/confirm'
const unstored = /Recovery codes were created/

/** Begins to set up two-factor authentication, and returns the secret for an authenticator. */
async function beginSetUp(seen: Visit): Promise<string> {
  await seen.press('Set up two-factor authentication')
  return secretOn(seen)
}

const enterCode = ({ fill }: Visit, code: string) => fill('Enter the code that it shows', code)

it('says that a new password may be in use already if the response to it was lost', async () => {
  using seen = await visit(await consoleWorld(), address, memberEmail)
  await seen.press('Change the password')
  await seen.fill('Current password', aPassword)
  await seen.fill('New password', 'lantern pigeon meadow oboe')
  seen.server.once('POST /api/v1/auth/password/change', lose)
  await seen.press('Set the password')
  await seen.page.findByText(/Ken does not respond/)
  await seen.press('Set the password')
  const said = await seen.page.findByText(/The current password is wrong/)
  expect(said.textContent).toContain('your new one may be in use already')
})

it('says that recovery codes were created which no one has seen, until others are shown', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, memberEmail)
  const code = codeAt(await beginSetUp(seen), world.ports.clock.now())
  const held = hold(seen.server, confirm)
  await enterCode(seen, code)
  await held.sent
  await seen.click('link', 'Profile')
  await seen.find('heading', 'Profile')
  held.release()
  await seen.click('link', 'Security')
  await seen.page.findByText(unstored)
  await seen.press('Get new recovery codes')
  await seen.press('Use a recovery code')
  await seen.fill('Recovery code', 'CODEX-00001')
  await seen.press('Replace the codes')
  await seen.check('I have stored them')
  await seen.press('Done')
  await seen.page.findByText(/On, 10 recovery codes left/)
  expect(seen.page.queryByText(unstored)).toBeNull()
})

it('shows two-factor authentication as on if the response with the recovery codes is lost', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, memberEmail)
  const code = codeAt(await beginSetUp(seen), world.ports.clock.now())
  seen.server.once(confirm, lose)
  await enterCode(seen, code)
  await seen.page.findByText(/On, 10 recovery codes left/)
  await seen.page.findByText(unstored)
  expect(seen.page.queryByLabelText('Enter the code that it shows')).toBeNull()
})

it('says that two-factor authentication may be on if its setup is left while Ken does not respond, until Ken does', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, memberEmail)
  await beginSetUp(seen)
  const returns = seen.server.on('GET /api/v1/me', fail)
  const left = Promise.withResolvers<void>()
  seen.server.once(confirm, async (send) => {
    await left.promise
    return fail(send)
  })
  await enterCode(seen, '123456')
  await seen.press('Cancel')
  left.resolve()
  await seen.page.findByText(/two-factor authentication may be on already/)
  returns()
  const [again] = await seen.page.findAllByRole('button', { name: 'Try again' })
  again?.click()
  await seen.page.findByText(/Off. With it/)
  await waitFor(() =>
    expect(seen.page.queryByText(/two-factor authentication may be on already/)).toBeNull(),
  )
})

it('says nothing of lost recovery codes to the next person', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, memberEmail)
  await beginSetUp(seen)
  const left = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  seen.server.once(confirm, async (send) => {
    await left.promise
    setTimeout(arrived.resolve)
    return fail(send)
  })
  await enterCode(seen, '123456')
  await seen.press('Sign out')
  await seen.page.findByText('You are signed out.')
  left.resolve()
  await arrived.promise
  await seen.signIn(ownerEmail)
  await seen.click('link', /^Ada Lovelace/)
  await seen.click('link', 'Security')
  await seen.page.findByText(/Off. With it/)
  expect(seen.page.queryByText(unstored)).toBeNull()
})

it('offers no way to turn off what the role requires, and says why', async () => {
  const world = await consoleWorld()
  const { id } = await accountOf(world, ownerEmail)
  using seen = await visit(world, '/me', ownerEmail)
  seen.server.on('GET /api/v1/me', async (send) => {
    const profile: object = await (await send()).json()
    const mfa = {
      enabled: true,
      enabled_at: '2026-01-02T03:04:05.000Z',
      required: true,
      recovery_codes_left: 3,
    }
    return Response.json({ ...profile, id, mfa })
  })
  await seen.click('link', 'Security')
  await seen.page.findByText(/Your role requires it/)
  // An Admin may not.
  await seen.page.findByText(/ask another Owner to reset it/)
  await seen.page.findByText(/Few recovery codes are left/)
  await seen.reads('On, 3 recovery codes left. Since: 2 January 2026')
  expect(seen.page.queryByRole('button', { name: /^Turn off/ })).toBeNull()
})

it('says after the end of a session that recovery codes were not stored', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, memberEmail)
  const secret = await beginSetUp(seen)
  await enterCode(seen, codeAt(secret, world.ports.clock.now()))
  await seen.page.findByLabelText('I have stored them')
  world.ports.clock.advance(60_000)
  await seen.endSession()
  await seen.signIn(memberEmail)
  await seen.fill('Code from your authenticator app', codeAt(secret, world.ports.clock.now()))
  await seen.page.findByText(/closed before you stored them/)
  expect(seen.page.queryAllByText(/On, 10 recovery codes left/)).toHaveLength(1)
})

import { changeSettings, operator } from '@ken/core'
import { anEnrolledPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../../testing/console-world.ts'
import { codeAt, secretOn } from '../../testing/one-time-codes.ts'
import { hold } from '../../testing/server.ts'
import { visit, type Visit } from '../../testing/visit.ts'

async function visitPerson(email: string): Promise<Visit> {
  const world = await consoleWorld()
  const { id } = await accountOf(world, email)
  return visit(world, `/admin/people/${id}`, ownerEmail)
}

it('is not offered to be reactivated while active, the own account included', async () => {
  using seen = await visitPerson(ownerEmail)
  await seen.find('button', 'Deactivate')
  expect(seen.page.queryByRole('button', { name: 'Reactivate' })).toBeNull()
})

it('begins with the present role after a choice was cancelled', async () => {
  using seen = await visitPerson(memberEmail)
  for (const role of ['Owner', 'Admin']) {
    await seen.press('Change the role')
    const dialog = await seen.find('alertdialog')
    const radio = async (name: string) =>
      (await seen.find('radio', new RegExp(`^${name}`), dialog)) as HTMLInputElement // Of its role.
    expect((await radio('Member')).checked).toBe(true)
    ;(await radio(role)).click()
    await seen.press('Cancel', dialog)
    await waitFor(() => expect(dialog.isConnected).toBe(false))
  }
})

it('leads to no other screen after a deletion during which its page was left', async () => {
  const world = await consoleWorld()
  const { id } = await accountOf(world, memberEmail)
  using seen = await visit(world, '/admin/groups', ownerEmail)
  await seen.click('link', 'People')
  await seen.click('link', 'Tom')
  await seen.press('Delete')
  const dialog = await seen.find('alertdialog')
  await seen.fill(/to confirm$/, memberEmail)
  const held = hold(seen.server, `DELETE /api/v1/admin/users/${id}`)
  await seen.press('Delete', dialog)
  await held.sent
  history.go(-2)
  await seen.page.findByRole('heading', { level: 1, name: 'Groups' })
  held.release()
  await seen.reads('Tom is deleted.')
  expect(location.pathname).toBe('/admin/groups')
})

it('changes the role once another one is chosen, and says what that role may do', async () => {
  const world = await consoleWorld()
  const { id } = await accountOf(world, memberEmail)
  using seen = await visit(world, `/admin/people/${id}`, ownerEmail)
  await seen.press('Change the role')
  const dialog = await seen.find('alertdialog')
  const change = await seen.find('button', 'Change the role', dialog)
  expect(change.getAttribute('aria-disabled')).toBe('true')
  ;(await seen.find('radio', /^Admin/, dialog)).click()
  await seen.reads('An Admin administers Members.', dialog)
  await seen.press('Change the role', dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(await accountOf(world, memberEmail)).toMatchObject({ role: 'Admin' })
})

it('removes the second factor of a person, who must then set up another one', async () => {
  const world = await consoleWorld()
  const email = 'eve@example.com'
  const ports = {
    ...world.ports,
    oneTimeCodes: { ...world.ports.oneTimeCodes, ...world.ken.ports.oneTimeCodes },
  }
  const { account, seed } = await anEnrolledPersonIn(ports, { email, role: 'Admin' })
  {
    using seen = await visit(world, `/admin/people/${account.id}`, ownerEmail)
    await seen.press('Reset two-factor authentication')
    const dialog = await seen.find('alertdialog')
    await seen.reads('all sessions end', dialog)
    await seen.press('Reset two-factor authentication', dialog)
    await waitFor(() => expect(dialog.isConnected).toBe(false))
  }
  await changeSettings(world.ports, { actor: operator, mfaRequiredRoles: ['Admin'] })
  using seen = await visit(world, '/admin/people')
  await seen.signIn(email)
  const secret = await secretOn(seen)
  expect(secret).not.toBe(seed)
  await seen.fill('Enter the code that it shows', codeAt(secret, world.ports.clock.now()))
  await seen.check('I have stored them')
  await seen.press('Continue')
  await seen.find('heading', 'People')
})

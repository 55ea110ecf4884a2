import { changeSettings, createGroup, operator } from '@ken/core'
import { aKeyIn, anEnrolledPersonIn, aPersonIn, aSessionIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import {
  accountOf,
  consoleWorld,
  memberEmail,
  membersOf,
  ownerEmail,
} from '../../testing/console-world.ts'
import { codeAt, secretOn } from '../../testing/one-time-codes.ts'
import { fail, hold } from '../../testing/server.ts'
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

it('is deactivated after a preview of what ends, and exactly that ends', async () => {
  const world = await consoleWorld()
  const tom = await accountOf(world, memberEmail)
  await createGroup(world.ports, { actor: operator, slug: 'finance' })
  await aKeyIn(world.ports, tom, { name: 'laptop' })
  const account = world.ports.database.tables.accounts.get(tom.id)!
  for (let time = 0; time < 2; time += 1) await aSessionIn(world.ports, account)
  const left = () => {
    const { keys, sessions } = world.ports.database.tables
    const open = [...sessions.values()].filter(({ userId }) => userId === tom.id)
    const live = [...keys.values()].filter(
      ({ key }) => key.ownerId === tom.id && key.revokedAt === null,
    )
    return [open.length, live.length, membersOf(world, 'finance')]
  }
  using seen = await visit(world, `/admin/people/${tom.id}`, ownerEmail)
  await seen.fill('Find a group', 'fin')
  await seen.click('option', 'finance')
  await seen.press('Remove from finance')
  await seen.press('Undo')
  await seen.find('button', 'Remove from finance')
  await seen.press('Deactivate')
  const dialog = await seen.find('alertdialog')
  await seen.reads('2 sessions end now.', dialog)
  await seen.reads('1 API key stops working for good.', dialog)
  expect(document.activeElement?.textContent).toBe('Cancel')
  const act = `POST /api/v1/admin/users/${tom.id}/deactivate`
  seen.server.once(act, fail)
  await seen.press('Deactivate', dialog)
  await seen.find('alert', undefined, dialog)
  expect(left()).toEqual([2, 1, 1])
  await seen.press('Deactivate', dialog)
  await seen.reads('Tom is deactivated.')
  expect(left()).toEqual([0, 0, 1])
  await seen.find('button', 'Reactivate')
  await seen.press('Show the latest entries')
  await seen.reads(/Ada Lovelace deactivated /)
})

it('gets another address unless it is taken or not valid, which is said at the field', async () => {
  const world = await consoleWorld()
  const tom = await accountOf(world, memberEmail)
  await aPersonIn(world.ports, { email: 'eva@example.com' })
  using seen = await visit(world, `/admin/people/${tom.id}`, ownerEmail)
  await seen.press('Change the address')
  const change = async (email: string) => {
    await seen.fill('New address', email)
    await seen.press('Change the address', await seen.find('alertdialog'))
  }
  await change('eva@example.com')
  await seen.reads('Another account has this address.')
  const dialog = await seen.find('alertdialog')
  await seen.press('Cancel', dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  await seen.press('Change the address')
  expect((await seen.page.findByLabelText<HTMLInputElement>('New address')).value).toBe(
    'eva@example.com',
  )
  await change('a@b, c@d')
  await seen.reads('Not a valid email address')
  await change('moved@example.com')
  await waitFor(() => expect(seen.page.queryByRole('alertdialog')).toBeNull())
  await seen.reads('moved@example.com')
})

it('says why acts on the own account are not possible', async () => {
  using seen = await visitPerson(ownerEmail)
  const deactivate = await seen.find('button', 'Deactivate')
  expect(deactivate.getAttribute('aria-disabled')).toBe('true')
  await seen.reads('Not on your own account.')
  await seen.reads('This is the only active Owner.')
})

it('is deleted only after the address was typed', async () => {
  const world = await consoleWorld()
  const tom = await accountOf(world, memberEmail)
  using seen = await visit(world, `/admin/people/${tom.id}`, ownerEmail)
  await seen.press('Delete')
  const dialog = await seen.find('alertdialog')
  await seen.reads('No session, API key or agent ends with it.', dialog)
  expect((await seen.find('button', 'Delete', dialog)).getAttribute('aria-disabled')).toBe('true')
  await seen.fill(/to confirm$/, memberEmail)
  await seen.press('Delete', dialog)
  await seen.reads('Tom is deleted.')
  await seen.find('heading', 'People')
  expect(world.ports.database.tables.accounts.has(tom.id)).toBe(false)
})

import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../../testing/console-world.ts'
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

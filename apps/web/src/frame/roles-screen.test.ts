import { changeRole, createGroup, operator } from '@ken/core'
import { aPasswordHash, aPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { destinations } from '../keyboard/destinations.ts'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const emails = { Owner: ownerEmail, Admin: 'grace@example.com', Member: memberEmail }

async function worldOfRoles() {
  const world = await consoleWorld()
  await aPersonIn(world.ports, {
    email: emails.Admin,
    name: 'Grace',
    role: 'Admin',
    passwordHash: aPasswordHash,
  })
  await createGroup(world.ports, { actor: operator, slug: 'finance' })
  return world
}

/** Follows an address inside the page. */
function follow(path: string): void {
  history.pushState(null, '', path)
  // A browser sends it for entries that it leads to.
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Follows an address inside the page, over another screen, and returns the heading at its end. */
async function headingAt({ page, server }: Visit, path: string): Promise<string> {
  const heading = () => page.getByRole('heading', { level: 1 }).textContent
  follow('/me/chats')
  await waitFor(() => expect(heading()).toBe('Linked chats'))
  follow(path)
  await waitFor(() => expect(heading() === 'Linked chats').toBe(path === '/me/chats'))
  await waitFor(() => expect(server.reading()).toBe(0))
  return heading()
}

it.each(['Owner', 'Admin', 'Member'] as const)(
  '%s has exactly the pages that the role may open',
  async (role) => {
    const world = await worldOfRoles()
    using seen = await visit(world, '/me/chats', emails[role])
    await seen.reads(
      role === 'Member' ? 'An administrator can connect one.' : 'Connect one under “Connections”.',
    )
    const all = [
      ...Object.values(destinations).map(({ path }) => path),
      // Addresses without a destination of their own.
      `/admin/people/${(await accountOf(world, ownerEmail)).id}`,
      `/admin/people/${(await accountOf(world, memberEmail)).id}`,
      '/admin/groups/finance',
    ]
    const found: string[] = []
    for (const path of all) if ((await headingAt(seen, path)) !== 'Not found') found.push(path)
    const may = all.filter((path) => role !== 'Member' || !path.startsWith('/admin'))
    expect(found).toEqual(may)
    const linked = document.querySelectorAll('nav a[href^="/admin"]')
    expect(linked).toHaveLength(role === 'Member' ? 0 : 11)
    const asked = seen.server.requests.some(({ name }) => name.includes('/admin/'))
    expect(asked).toBe(role !== 'Member')
  },
)

it('adds the pages of a role that a person got meanwhile when the page is looked at again', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, '/me', memberEmail)
  const read = () => seen.server.requests.filter(({ name }) => name === 'GET /api/v1/me').length
  await waitFor(() => expect([read(), seen.server.reading()]).toEqual([1, 0]))
  expect(seen.page.queryByRole('link', { name: 'People' })).toBeNull()
  const { id: userId } = await accountOf(world, memberEmail)
  await changeRole(world.ports, { actor: operator, userId, role: 'Admin' })
  dispatchEvent(new Event('visibilitychange'))
  await seen.find('link', 'People')
})

it('offers an Admin no act on Owners, other Admins and the organisation', async () => {
  const world = await worldOfRoles()
  await aPersonIn(world.ports, { email: 'max@example.com', name: 'Max', role: 'Admin' })
  using seen = await visit(world, '/me/chats', emails.Admin)
  const possibleActs = async (email: string) => {
    await headingAt(seen, `/admin/people/${(await accountOf(world, email)).id}`)
    const acts = await seen.find('region', 'Actions')
    const buttons = [...acts.querySelectorAll('button')]
    expect(buttons.length).toBeGreaterThan(4)
    return buttons
      .filter((button) => button.getAttribute('aria-disabled') !== 'true')
      .map(({ textContent }) => textContent)
  }
  for (const email of [emails.Owner, 'max@example.com']) {
    expect(await possibleActs(email)).toEqual([])
    await seen.reads('Your role does not permit it.')
  }
  expect(await possibleActs(emails.Member)).toEqual([
    'Change the address',
    'Reset the password',
    'End all sessions',
    'Deactivate',
  ])
  await headingAt(seen, '/admin/settings')
  await seen.reads('Only Owners can change the settings.')
  expect(seen.page.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(seen.page.getByLabelText('Admins').closest('fieldset')?.disabled).toBe(true)
  await headingAt(seen, '/admin/invitations/new')
  expect(seen.page.getAllByRole('radio')).toHaveLength(1)
  await headingAt(seen, '/admin/keys/new')
  expect(seen.page.queryByLabelText('Of a service')).toBeNull()
})

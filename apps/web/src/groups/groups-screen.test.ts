import { addGroupMember, createGroup, importDocuments, operator, type Principal } from '@ken/core'
import { aDocument, aPersonIn } from '@ken/core/testing'
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, membersOf, ownerEmail } from '../testing/console-world.ts'
import { lose } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/groups'

async function worldOfGroups() {
  const world = await consoleWorld()
  for (const slug of ['board', 'finance']) await createGroup(world.ports, { actor: operator, slug })
  return world
}

const visitGroups = async (path = address): Promise<Visit> =>
  visit(await worldOfGroups(), path, ownerEmail)

const label = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it('shows a group whose response was lost', async () => {
  using seen = await visitGroups()
  await seen.find('rowheader', 'finance')
  seen.server.once('POST /api/v1/admin/groups', lose)
  await seen.fill('New group', 'lost')
  await seen.press('Create the group')
  await seen.find('rowheader', 'lost')
  await seen.reads('Ken does not respond.')
  expect(seen.page.queryByText(/There is a group with this name/)).toBeNull()
})

it('keeps the addresses that are typed for a group in that group, also when the browser leads to another one', async () => {
  using seen = await visitGroups(`${address}/finance`)
  const addresses = () => seen.page.findByLabelText<HTMLTextAreaElement>('Addresses')
  async function typeFor(slug: string, text: string): Promise<void> {
    await seen.find('heading', slug)
    ;(await seen.page.findByText('Add many people')).click()
    await seen.fill('Addresses', text)
  }
  await typeFor('finance', 'person-001@example.com')
  seen.page.getAllByRole('link', { name: 'Groups' })[0]?.click()
  await seen.click('link', 'board')
  await typeFor('board', 'person-002@example.com')
  history.go(-2)
  await seen.find('heading', 'finance')
  await waitFor(async () => expect((await addresses()).value).toBe('person-001@example.com'))
})

it('are created by the rules of a name, which is said before anything is sent', async () => {
  using seen = await visitGroups()
  await seen.find('rowheader', 'finance')
  const field = await seen.page.findByLabelText<HTMLInputElement>('New group')
  await seen.fill('New group', 'Sales')
  await seen.reads('Use 1 to 63 lower-case letters')
  await seen.press('Create the group')
  expect(document.activeElement).toBe(field)
  const created = () =>
    seen.server.requests.filter(({ name }) => name === 'POST /api/v1/admin/groups')
  expect(created()).toEqual([])
  await seen.fill('New group', 'finance')
  await seen.press('Create the group')
  await seen.reads('There is a group with this name.')
  expect(field.value).toBe('finance')
  // As it is pasted.
  await seen.fill('New group', ' sales ')
  await seen.press('Create the group')
  await seen.find('rowheader', 'sales')
})

it('are deleted once their name was typed, and never while documents name them', async () => {
  const world = await worldOfGroups()
  const plan = aDocument({ allowed: ['group:finance'] as Principal[] })
  await importDocuments(world.ports, { actor: operator, documents: [plan] })
  using seen = await visit(world, address, ownerEmail)
  const remove = async (name: string) => {
    await seen.press(`Actions: ${name}`)
    await seen.click('menuitem', 'Delete')
    const dialog = await seen.find('alertdialog')
    const button = await seen.find('button', 'Delete', dialog)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    return dialog
  }
  const dialog = await remove('board')
  await seen.fill(/to confirm$/, 'board')
  await seen.press('Delete', dialog)
  await waitFor(() => expect(seen.page.queryByRole('rowheader', { name: 'board' })).toBeNull())
  await seen.reads('Documents that name it: 1.', await remove('finance'))
})

it('have members who are found, added one by one or many at once, and removed', async () => {
  const world = await worldOfGroups()
  for (const number of [7, 8])
    await aPersonIn(world.ports, { name: `Person ${number}`, email: `p${number}@example.com` })
  using seen = await visit(world, address, ownerEmail)
  await seen.find('rowheader', 'finance')
  const before = seen.server.requests.length
  await seen.click('link', 'finance')
  await seen.reads('The group has no members yet.')
  const read = seen.server.requests.slice(before).map(({ name }) => name)
  expect(read).toEqual(['GET /api/v1/admin/groups/finance/members'])
  await seen.fill('Add a person', 'p7@')
  await seen.find('option', /p7@example\.com/)
  fireEvent.keyDown(await seen.find('combobox', 'Add a person'), { key: 'Enter' })
  await seen.reads('Person 7 is a member.')
  ;(await seen.page.findByText('Add many people')).click()
  await seen.press('Add')
  await seen.reads('Fill in this field.')
  expect(document.activeElement).toBe(await seen.page.findByLabelText('Addresses'))
  await seen.fill('Addresses', 'p7@example.com, p8@example.com\ngone@example.com no-address')
  await seen.press('Add')
  const outcomes = await seen.find('region', 'Outcome of each address')
  for (const [email, outcome] of [
    ['p7@example.com', 'Was a member already'],
    ['p8@example.com', 'Added'],
    ['gone@example.com', 'No account has this address'],
    ['no-address', 'Not a valid email address'],
  ])
    await seen.reads(`${email}${outcome}`, outcomes)
  const rows = () => seen.page.queryAllByRole('button', { name: /^Actions: / }).length
  await waitFor(() => expect(rows()).toBe(2))
  await seen.fill('Find a member', 'p8@')
  await waitFor(() => expect(rows()).toBe(1))
  await seen.press('Actions: Person 8')
  await seen.click('menuitem', 'Remove')
  await seen.reads('Person 8 is no longer a member.')
  await seen.reads('Nothing matches the filters.')
  await waitFor(() => expect(label()).toBe('finance'))
  await seen.press('Undo')
  await seen.reads('Person 8 is a member.')
  await waitFor(() => expect(label()).toBe('finance'))
  expect(membersOf(world, 'finance')).toBe(2)
})

it('lose several members one after another, also while an earlier removal runs', async () => {
  const world = await worldOfGroups()
  const names = ['Eva', 'Max']
  for (const name of names) {
    const { account } = await aPersonIn(world.ports, { name, email: `${name}@example.com` })
    await addGroupMember(world.ports, { actor: operator, slug: 'finance', userId: account.id })
  }
  using seen = await visit(world, `${address}/finance`, ownerEmail)
  const mayGoOn = Promise.withResolvers<void>()
  seen.server.on(/^DELETE .*\/groups\/finance\/members\//, async (send) => {
    await mayGoOn.promise
    return send()
  })
  for (const name of names) {
    await seen.press(`Actions: ${name}`)
    await seen.click('menuitem', 'Remove')
  }
  mayGoOn.resolve()
  await seen.reads('The group has no members yet.')
  expect(membersOf(world, 'finance')).toBe(0)
})

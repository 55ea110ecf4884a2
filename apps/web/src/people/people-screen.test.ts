import { createGroup, deleteAccount, operator } from '@ken/core'
import { aPersonIn } from '@ken/core/testing'
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { HttpWorld } from '@ken/http/testing'
import { accountOf, consoleWorld, membersOf, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/people'

/** Sixty people beside the Owner and the Member, of whom the last one is deactivated. */
async function visitPeople(query: string, world?: HttpWorld): Promise<Visit> {
  world ??= await consoleWorld()
  for (let number = 1; number <= 60; number += 1)
    await aPersonIn(world.ports, {
      name: `Person ${number}`,
      email: `person-${String(number).padStart(3, '0')}@example.com`,
      status: number === 60 ? 'deactivated' : 'active',
    })
  return visit(world, `${address}${query}`, ownerEmail)
}

const rows = ({ page }: Visit): readonly string[] =>
  page.queryAllByRole('rowheader').map(({ textContent }) => textContent)

it('is filtered by text, role, status and second factor, all of them in the address', async () => {
  using seen = await visitPeople('?q=person&status=deactivated')
  await waitFor(() => expect(rows(seen)).toEqual(['Person 60person-060@example.com']))
  const text = seen.page.getByLabelText<HTMLInputElement>('Name or address')
  expect(text.value).toBe('person')
  await seen.press('Clear the filters')
  await waitFor(() => expect(rows(seen)).toHaveLength(25))
  await seen.fill('Name or address', 'person-01')
  await waitFor(() => expect(rows(seen)).toHaveLength(10))
  expect(location.search).toBe('?q=person-01')
  await seen.select('Role', 'Admin')
  await seen.reads('Nothing matches the filters.')
  history.back()
  await waitFor(() => expect(rows(seen)).toHaveLength(10))
  await seen.click('link', '1 deactivated')
  await waitFor(() => expect(rows(seen)).toHaveLength(1))
  expect(location.search).toBe('?status=deactivated')
})

it('says that a page is none, and leads to the first one', async () => {
  using seen = await visitPeople('?cursor=x')
  await seen.press('To the first page')
  await waitFor(() => expect(rows(seen)[0]).toContain(ownerEmail))
})

it('says in its own words that a filter is not valid', async () => {
  using seen = await visitPeople('?q=%00')
  const said = await seen.page.findByText(/Some of your input is not valid/)
  expect(said.textContent).toContain('Check it and try again.')
})

it('is turned page by page, which the address keeps, and the focus stays on the button', async () => {
  using seen = await visitPeople('?')
  const first = (text: string) => waitFor(() => expect(rows(seen)[0]).toContain(text))
  await first('ada@example.com')
  await seen.press('Next')
  await first('person-025@example.com')
  await seen.press('Next')
  await first('person-050@example.com')
  await seen.reads('Page 3, 12 rows')
  expect(new URLSearchParams(location.search).get('cursor')).not.toBeNull()
  const next = await seen.find('button', 'Next')
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
  await seen.press('Previous')
  await first('person-025@example.com')
})

it('deactivates many at once, leaves out whom it must not, and what fails stays selected', async () => {
  const world = await consoleWorld()
  using seen = await visitPeople('?limit=100', world)
  for (const name of ['Person 1', 'Person 2', 'Ada Lovelace']) await seen.check(`Select ${name}`)
  await seen.reads('3 selected')
  await seen.press('Deactivate')
  const dialog = await seen.find('alertdialog', 'Deactivate 2 people?')
  await seen.reads('Not possible for 1 of them', dialog)
  expect(document.activeElement?.textContent).toBe('Cancel')
  const second = await accountOf(world, 'person-002@example.com')
  await deleteAccount(world.ports, { actor: operator, userId: second.id })
  await seen.press('Deactivate', dialog)
  await seen.reads('Done: 1. Failed: 1.', dialog)
  await seen.reads('Person 2 (person-002@example.com): ', dialog)
  await seen.press('Close', dialog)
  await seen.reads('1 selected')
  expect(await accountOf(world, 'person-001@example.com')).toMatchObject({ status: 'deactivated' })
})

it('keeps the selection while the menu of another row is used', async () => {
  using seen = await visitPeople('?q=person-00')
  await seen.check('Select Person 4')
  await seen.press('Actions: Person 5')
  await seen.click('menuitem', 'End sessions')
  const dialog = await seen.find('alertdialog')
  await seen.press('End sessions', dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  await seen.reads('1 selected')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Select Person 4')).checked).toBe(true)
})

it('adds many to a group that is found by its name', async () => {
  const world = await consoleWorld()
  for (const slug of ['finance', 'fin-01', 'sales'])
    await createGroup(world.ports, { actor: operator, slug })
  using seen = await visitPeople('?q=person-00', world)
  for (const name of ['Person 3', 'Person 4']) await seen.check(`Select ${name}`)
  await seen.press('Add to a group')
  const dialog = await seen.find('alertdialog')
  await seen.fill('Find a group', 'fin')
  await seen.find('option', 'fin-01', dialog)
  await seen.fill('Find a group', 'finance')
  await waitFor(() => expect(seen.page.queryByRole('option', { name: 'fin-01' })).toBeNull())
  // There is no option until the new ones are there.
  await seen.find('option', 'finance')
  fireEvent.keyDown(await seen.find('combobox', 'Find a group'), { key: 'Enter' })
  await seen.reads('Chosen: finance', dialog)
  await seen.press('Add to a group', dialog)
  await seen.reads('Added to finance: 2 people.')
  expect(membersOf(world, 'finance')).toBe(2)
})

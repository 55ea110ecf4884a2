import { aPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/people'

/** Sixty people beside the Owner and the Member, of whom the last one is deactivated. */
async function visitPeople(query: string): Promise<Visit> {
  const world = await consoleWorld()
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

import { createGroup, operator } from '@ken/core'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { lose } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/groups'

async function visitGroups(path = address): Promise<Visit> {
  const world = await consoleWorld()
  for (const slug of ['board', 'finance']) await createGroup(world.ports, { actor: operator, slug })
  return visit(world, path, ownerEmail)
}

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

import { expect, it } from 'vitest'
import { waitFor } from '@testing-library/dom'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { hold } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/invitations/import'
const importList = 'POST /api/v1/admin/invitations/import'

const listOf = (name: string) => `email,role\n${name}@example.com,Member`
const fileOf = (name: string) => new File([listOf(name)], `${name}.csv`, { type: 'text/csv' })

async function pasteList({ fill, press }: Visit, name: string): Promise<void> {
  await fill('Or paste the list', listOf(name))
  await press('Check the list')
}

it('checks and sends only the list that was chosen last', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const held = hold(seen.server, importList)
  await seen.choose('Choose a CSV file', fileOf('first-file'))
  await held.sent
  await seen.choose('Choose a CSV file', fileOf('second-file'))
  await seen.page.findByText('second-file@example.com')
  held.release()
  const heldText = hold(seen.server, importList)
  await pasteList(seen, 'old-text')
  await heldText.sent
  expect(seen.page.queryByText('second-file@example.com')).toBeNull()
  await seen.fill('Or paste the list', listOf('new-text'))
  heldText.release()
  const check = await seen.find('button', 'Check the list')
  await waitFor(() => expect(check.getAttribute('aria-busy')).toBeNull())
  expect(seen.page.queryByRole('button', { name: 'Invite 1 person' })).toBeNull()
  await seen.press('Check the list')
  await seen.page.findByText('new-text@example.com')
  await seen.press('Invite 1 person')
  await waitFor(() => expect(location.pathname).toMatch(/\/imports\//))
  const imported = seen.server.requests.filter(({ query }) => query === '?dry_run=false')
  expect(imported.map(({ body }) => body)).toEqual([listOf('new-text')])
})

it.each([
  ['left', async () => {}],
  [
    'left and opened again',
    async ({ page }: Visit) => {
      history.back()
      await page.findByLabelText('Or paste the list')
    },
  ],
])('leads to no other screen after an import during which its page was %s', async (_, then) => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  await pasteList(seen, 'left')
  await seen.find('button', 'Invite 1 person')
  const held = hold(seen.server, importList)
  await seen.press('Invite 1 person')
  await held.sent
  await seen.click('link', 'Groups')
  await seen.page.findByRole('heading', { level: 1, name: 'Groups' })
  await then(seen)
  const place = location.pathname
  held.release()
  await seen.page.findByRole('heading', { level: 1 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(location.pathname).toBe(place)
})

import { importDocuments, operator } from '@ken/core'
import { aDocument, aKeyIn, aPasswordHash, aPersonIn } from '@ken/core/testing'
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { HttpWorld } from '@ken/http/testing'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/keys'
const others = ['eva@example.com', 'max@example.com']

/** The Member and two others have a key each; that of the Member ends in three days. */
async function worldOfKeys(): Promise<HttpWorld> {
  const world = await consoleWorld()
  for (const email of others) await aPersonIn(world.ports, { email, name: email.slice(0, 3) })
  const inThreeDays = new Date(world.ports.clock.now().getTime() + 3 * 24 * 3_600_000)
  for (const email of [memberEmail, ...others])
    await aKeyIn(world.ports, await accountOf(world, email), {
      name: `laptop of ${email}`,
      expiresAt: email === memberEmail ? inThreeDays : null,
    })
  return world
}

const liveKeys = ({ ports }: HttpWorld): readonly string[] =>
  [...ports.database.tables.keys.values()].flatMap(({ key }) =>
    key.revokedAt === null && key.name.startsWith('laptop of') ? [key.name] : [],
  )

const gone = (text: string) => waitFor(() => expect(document.body.textContent).not.toContain(text))

async function fillIn(seen: Visit, name: string): Promise<void> {
  await seen.fill('What is it for?', name)
  await seen.press('Create key')
}

it('are filtered by their end, and revoked one by one', async () => {
  const world = await worldOfKeys()
  using seen = await visit(world, address, ownerEmail)
  await seen.find('cell', /^eva@example\.com/)
  await seen.select('Ends', '7')
  await gone('eva@example.com')
  await seen.click('link', `laptop of ${memberEmail}`)
  await seen.reads('No calls in this period.')
  await seen.press('Revoke')
  await seen.press('Revoke key', await seen.find('alertdialog'))
  await seen.reads('is revoked.')
  expect(liveKeys(world)).toHaveLength(2)
  // What is said of one key is not said of the next, to which the palette leads from here.
  const other = [...world.ports.database.tables.keys.values()].find(
    ({ key }) => key.name === 'laptop of eva@example.com',
  )
  history.pushState(null, '', `${address}/${other?.key.id}`)
  dispatchEvent(new PopStateEvent('popstate'))
  await seen.find('heading', 'laptop of eva@example.com')
  expect(document.body.textContent).not.toContain('is revoked.')
})

it('are selected and revoked many at a time', async () => {
  const world = await worldOfKeys()
  using seen = await visit(world, address, ownerEmail)
  await seen.select('Status', 'active')
  await seen.find('cell', /^eva@example\.com/)
  await seen.check('Select all rows of this page')
  await seen.press('Revoke', await seen.find('group', 'Selection'))
  const dialog = await seen.find('alertdialog')
  await seen.reads('Calls with them in the last seven days: 0.', dialog)
  await seen.press('Revoke', dialog)
  await seen.reads('4 keys are revoked.')
  expect(liveKeys(world)).toEqual([])
})

it('are created for a person and some sources, and replaced', async () => {
  const world = await worldOfKeys()
  const page = { ...aDocument({ title: 'Badge', body: 'Wear it.' }), source: 'wiki' }
  await importDocuments(world.ports, { actor: operator, documents: [page] })
  using seen = await visit(world, address, ownerEmail)
  await seen.click('link', 'New key')
  await fillIn(seen, 'scanner')
  await seen.reads('Choose a person.')
  // Also when it is sent once more.
  await seen.press('Create key')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await seen.fill('For whom?', 'eva')
  await seen.click('option', /eva@example\.com/)
  await seen.reads('For eva (eva@example.com)')
  await seen.check('Only some sources')
  await seen.press('Create key')
  await seen.reads('Choose at least one source, and only those')
  await seen.check('wiki')
  await seen.press('Create key')
  await seen.find('heading', 'Key “scanner” for eva@example.com')
  await seen.reads('eva@example.com gets an email that you created this key.')
  await seen.check('MCP client')
  await seen.reads('"url": "http://ken.example.com/mcp"', await seen.find('region', 'MCP client'))
  const assistants = await seen.find('link', /^Connect an assistant/)
  expect(assistants.getAttribute('href')).toBe('http://ken.example.com/public/v1/docs#assistants')
  expect(seen.page.queryByRole('button', { name: 'Try it' })).toBeNull()
  await seen.check('I have stored it')
  await seen.click('link', 'Done')

  await seen.click('link', 'scanner')
  await seen.click('link', 'Replace')
  await seen.reads('For eva@example.com')
  expect((await seen.page.findByLabelText<HTMLInputElement>('wiki')).checked).toBe(true)
  await seen.press('Create key')
  await seen.check('I have stored it')
  await seen.click('link', 'Done')
  await seen.reads('The new key “scanner” has not been used yet.')
})

it('are created for a service, unless none is needed', async () => {
  using seen = await visit(await consoleWorld(), `${address}/new`, ownerEmail)
  await seen.check('Of a service')
  await seen.fill('Chat platform', 'teamchat')
  await fillIn(seen, 'bot')
  await seen.reads('For “teamchat” no key is needed')
  await seen.fill('Chat platform', 'portal')
  await seen.press('Create key')
  await seen.find('heading', 'Key “bot” for Service: portal')
  await seen.reads('Every Owner gets an email')
  await seen.reads('Ken-On-Behalf-Of: EXTERNAL_ID', await seen.find('region', 'curl'))
  expect(seen.page.queryByRole('button', { name: 'Try it' })).toBeNull()
})

it('are offered to an Admin for no Owner and no service, with the reason', async () => {
  const world = await consoleWorld()
  const grace = { email: 'grace@example.com', name: 'Grace', passwordHash: aPasswordHash }
  await aPersonIn(world.ports, { ...grace, role: 'Admin' })
  using seen = await visit(world, `${address}/new`, grace.email)
  await seen.fill('For whom?', 'ada')
  ;(await seen.find('option', /only Owners create keys for an Owner/)).click()
  fireEvent.keyDown(await seen.find('combobox', 'For whom?'), { key: 'Enter' })
  // A choice is shown only after the event.
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.body.textContent).not.toContain(`(${ownerEmail})`)
  expect(seen.page.queryByLabelText('Of a service')).toBeNull()
})

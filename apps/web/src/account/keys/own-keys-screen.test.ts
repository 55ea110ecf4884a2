import { importDocuments, operator, type KeyId } from '@ken/core'
import { aDocument, aKeyIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import type { HttpWorld } from '@ken/http/testing'
import { accountOf, consoleWorld, memberEmail } from '../../testing/console-world.ts'
import { fakeTimers } from '../../testing/fake-timers.ts'
import { visit, type Visit } from '../../testing/visit.ts'

const address = '/me/keys'
const dayMs = 24 * 3_600_000
const pollMs = 6_000

/** Refuses a request as too many, with a pause of one second. */
const refuse = async () =>
  Response.json(
    { status: 429, code: 'TOO_MANY_REQUESTS', title: 'Wait.', detail: 'Wait.' },
    { status: 429, headers: { 'content-type': 'application/problem+json', 'retry-after': '1' } },
  )

const countCalls = (world: HttpWorld, id: KeyId, calls: number) => {
  for (let call = 0; call < calls; call += 1) world.ports.keyUsage.count(id, 'ok')
}

async function aKeyOfTom(world: HttpWorld, name: string, more = {}) {
  return aKeyIn(world.ports, await accountOf(world, memberEmail), { name, ...more })
}

const searchWith = async ({ app }: HttpWorld, key: string) =>
  app.request('/public/v1/search', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'badge' }),
  })

const countRows = () => document.querySelectorAll('tbody tr').length
const keyOn = () => document.querySelector('code')?.textContent ?? ''
const focused = () => document.activeElement?.textContent

async function storeAndLeave(seen: Visit): Promise<void> {
  await seen.check('I have stored it')
  await seen.click('link', 'Done')
}

it('creates a key for at least one source that works in a program, and shows it once', async () => {
  const world = await consoleWorld()
  const badge = { ...aDocument({ title: 'Badge', body: 'Wear the badge.' }), source: 'wiki' }
  await importDocuments(world.ports, { actor: operator, documents: [badge] })
  using seen = await visit(world, address, memberEmail)
  await seen.reads('No key yet')
  await seen.click('link', 'New key')
  await seen.fill('What is it for?', 'laptop')
  await seen.check(/^30 days/)
  await seen.check('Only some sources')
  await seen.press('Create key')
  await seen.reads('Choose at least one source.')
  const wiki = await seen.find('checkbox', 'wiki')
  await waitFor(() => expect(document.activeElement).toBe(wiki))
  wiki.click()
  await waitFor(() => expect(document.body.textContent).not.toContain('Choose at least one source'))
  await seen.press('Create key')
  await seen.find('heading', 'Your key “laptop”')
  const key = keyOn()
  expect(key).toMatch(/^ken_/)
  await seen.reads(key, await seen.find('region', 'curl'))
  await seen.press('Try it')
  await seen.reads('The key works')
  expect((await searchWith(world, key)).status).toBe(200)
  seen.says.yes = false
  await seen.click('link', 'Done')
  expect(seen.questions).toHaveLength(1)
  await storeAndLeave(seen)
  await seen.find('button', 'Revoke: laptop')
  expect(document.documentElement.outerHTML).not.toContain(key)
})

it('says what ends before a key is revoked, and waits if the server asks for it', async () => {
  const world = await consoleWorld()
  const { id } = await aKeyOfTom(world, 'laptop')
  countCalls(world, id, 2)
  using seen = await visit(world, address, memberEmail)
  await seen.press('Revoke: laptop')
  const dialog = await seen.find('alertdialog', 'Revoke “laptop”?')
  await seen.reads(/Calls in the last 24 hours: 2; the last/, dialog)
  expect(focused()).toBe('Cancel')
  seen.server.once(`DELETE /api/v1/me/keys/${id}`, refuse)
  await seen.press('Revoke key', dialog)
  await seen.find('button', /^Again in\s1\ss$/, dialog)
  await seen.press('Revoke key', dialog)
  await seen.reads('“laptop” is revoked.')
  await waitFor(() => expect(focused()).toBe('API keys'))
  await seen.press('Show 1 ended key')
  await seen.find('cell', 'Revoked')
})

it('shows ended keys page by page', async () => {
  const world = await consoleWorld()
  for (let number = 0; number < 26; number += 1)
    await aKeyOfTom(world, `ended ${number}`, { revokedAt: world.ports.clock.now() })
  using seen = await visit(world, address, memberEmail)
  await seen.press('Show 26 ended keys')
  await seen.page.findAllByRole('cell', { name: 'Revoked' })
  const shown = countRows()
  await seen.press('More ended keys')
  await waitFor(() => expect(countRows()).toBe(26))
  expect(shown).toBe(25)
})

it('shows as many calls as the usage of a key has, by hour and by day', async () => {
  const world = await consoleWorld()
  const { id } = await aKeyOfTom(world, 'ci <img src=x>')
  const days = Math.ceil((Date.now() - world.ports.clock.now().getTime()) / dayMs)
  world.ports.clock.advance(days * dayMs - 20 * dayMs)
  countCalls(world, id, 1_200)
  world.ports.clock.advance(20 * dayMs)
  for (const [outcome, calls] of [
    ['rateLimited', 30],
    ['denied', 3],
    ['failed', 1],
  ] as const)
    for (let call = 0; call < calls; call += 1) world.ports.keyUsage.count(id, outcome)
  using seen = await visit(world, address, memberEmail)
  await seen.click('link', 'ci <img src=x>')
  await seen.find('heading', 'ci <img src=x>')
  await seen.check('30 days')
  await seen.find('img', 'Calls in 30 days: 1,234')
  for (const count of ['Answered1,200', 'Over the limit30', 'Denied3', 'Failed1'])
    await seen.reads(count)
  ;(await seen.page.findByText('As a table')).click()
  const rows = await seen.page.findAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent.replace(/^\d+ [A-Za-z]+/, ''))).toEqual(
    ['0303134', '1,2000001,200'],
  )
  await seen.check('24 hours')
  await seen.find('img', 'Calls in 24 hours: 34')
})

it('replaces a key by one of the same name and expiry, and revokes it', async () => {
  const world = await consoleWorld()
  const { id } = await aKeyOfTom(world, 'ci')
  using seen = await visit(world, `${address}/${id}`, memberEmail)
  fakeTimers()
  await seen.click('link', 'Replace')
  expect((await seen.page.findByLabelText<HTMLInputElement>('What is it for?')).value).toBe('ci')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Never expires')).checked).toBe(true)
  await seen.press('Create key')
  await seen.page.findByLabelText('I have stored it')
  const key = keyOn()
  await storeAndLeave(seen)
  await seen.reads('The new key “ci” has not been used yet.')
  expect((await searchWith(world, key)).status).toBe(200)
  await vi.advanceTimersByTimeAsync(pollMs)
  await seen.reads('You can revoke this one now.')
  await seen.press('Revoke')
  await seen.press('Revoke key', await seen.find('alertdialog'))
  await seen.reads('“ci” is revoked.')
  await waitFor(() => expect(focused()).toBe('ci'))
  await seen.reads('It no longer works.')
  await waitFor(() => expect(seen.page.queryByRole('button', { name: 'Revoke' })).toBeNull())
})

it.each([
  ['new?replaces=gone', 'All your keys', 'New key'],
  ['no-key', 'All your keys', 'New key'],
])('leads on from an address with nothing to show: %s', async (path, link, next) => {
  using seen = await visit(await consoleWorld(), `${address}/${path}`, memberEmail)
  await seen.find('link', link)
  expect(seen.page.queryByRole('button', { name: 'Try again' })).toBeNull()
  await seen.click('link', link)
  await seen.find('link', next)
})

it('does not replace a key that no longer works', async () => {
  const world = await consoleWorld()
  const { id } = await aKeyOfTom(world, 'old', { revokedAt: world.ports.clock.now() })
  using seen = await visit(world, `${address}/new?replaces=${id}`, memberEmail)
  await seen.reads('This key cannot be replaced any more')
  await seen.click('link', 'Back to the key')
  await seen.reads('It no longer works.')
  expect(location.pathname).toBe(`${address}/${id}`)
})

it('reads a replacement that does not exist only once', async () => {
  const world = await consoleWorld()
  const { id } = await aKeyOfTom(world, 'ci')
  using seen = await visit(world, `${address}/${id}?replacement=none`, memberEmail)
  fakeTimers()
  await seen.find('button', 'Revoke')
  await vi.advanceTimersByTimeAsync(3 * pollMs)
  const reads = seen.server.requests.filter(({ name }) => name.endsWith('/none'))
  expect(reads).toHaveLength(1)
})

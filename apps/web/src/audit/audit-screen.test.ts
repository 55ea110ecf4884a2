import { ok } from '@ken/core'
import { anAuditEntry } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/audit'

it('says what a target is when an email address was typed', async () => {
  using seen = await visit(
    await consoleWorld(),
    `${address}?target=owner%40example.com`,
    ownerEmail,
  )
  await seen.reads('a target is a kind and an id, such as group:sales')
  expect(seen.page.queryByText('Nothing matches the filters.')).toBeNull()
})

it('shows that it is loading while the account is read', async () => {
  const isReleased = Promise.withResolvers<void>()
  using seen = await visit(await consoleWorld(), address, ownerEmail, (server) => {
    server.once('GET /api/v1/me', async (send) => {
      await isReleased.promise
      return send()
    })
  })
  await seen.reads('Loading')
  expect(seen.page.queryByRole('heading', { level: 1 })).toBeNull()
  isReleased.resolve()
  await seen.find('heading', 'Audit log')
})

async function visitEntries(path: string): Promise<Visit> {
  const world = await consoleWorld()
  const entries = [
    { action: 'group.create', target: 'group:<b>sales</b>', requestId: 'request-1' },
    { action: 'key.revoke', target: 'key:1', requestId: 'request-1' },
    { action: 'key.create', target: 'key:1', requestId: 'request-2' },
  ] as const
  await world.ports.transact(async ({ audit }) => {
    for (const entry of entries) await audit.append(anAuditEntry(entry))
    return ok(undefined)
  })
  return visit(world, path, ownerEmail)
}

const summaries = (text: string) =>
  [...document.querySelectorAll('summary')].filter(({ textContent }) => textContent.includes(text))
const hasSummary = (text: string, isThere = true) =>
  waitFor(() => expect(summaries(text).length > 0).toBe(isThere))

it('is filtered by address, opened in place, and narrowed to a request', async () => {
  using seen = await visitEntries(`${address}?action=key`)
  await hasSummary('revoked the key 1')
  await hasSummary('created the group', false)
  summaries('revoked the key 1')[0]?.click()
  await seen.page.findByText('request-1', { selector: 'dd *, dd' })
  await seen.press('Everything of this request')
  await waitFor(() =>
    expect(new URLSearchParams(location.search).get('request_id')).toBe('request-1'),
  )
  const ofRequest = 'Request: request-1, remove the filter'
  await seen.find('button', ofRequest)
  history.back()
  await hasSummary('created the key 1')
  history.forward()
  await seen.find('button', ofRequest)
  await seen.press('Clear the filters')
  await hasSummary('created the group <b>sales</b>')
  await seen.fill('Target', 'group:<b>sales</b>')
  await hasSummary('revoked the key 1', false)
  await hasSummary('created the group <b>sales</b>')
})

it('is filtered by person and by time', async () => {
  using seen = await visitEntries(address)
  await seen.fill('Find a person', 'ada')
  await seen.click('option', /ada@example\.com/)
  await hasSummary('signed in')
  await hasSummary('created the group', false)
  await seen.press('Who: Ada Lovelace, remove the filter')
  await seen.select('Time', 'dates')
  await seen.fill('From', '2000-01-01')
  await seen.fill('Until', '2000-01-02')
  await seen.reads('Nothing matches the filters.')
  await seen.fill('Until', '1999-12-31')
  await seen.reads('the day under “Until” is before the day under “From”')
  expect(new URLSearchParams(location.search).get('from')).toBe('2000-01-01')
})

it('is not exported as the page of a network that asks to sign in', async () => {
  using seen = await visitEntries(`${address}?action=group.create`)
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ken')
  onTestFinished(() => saved.mockRestore())
  await seen.press('Export as CSV')
  const dialog = await seen.find('alertdialog')
  await seen.reads('The file will have 1 entry.', dialog)
  const headers = { 'content-type': 'text/html' }
  seen.server.once(
    'GET /api/v1/admin/audit/export',
    async () => new Response('<h1>Sign in to the network</h1>', { headers }),
  )
  await seen.press('Export', dialog)
  await seen.reads('Ken does not respond.', dialog)
  expect(saved).not.toHaveBeenCalled()
})

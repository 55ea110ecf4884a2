import { ok } from '@ken/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fireEvent, waitFor } from '@testing-library/dom'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { hold } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const address = '/admin/invitations/import'
const pollMs = 5_000
const importList = 'POST /api/v1/admin/invitations/import'

const listOf = (name: string) => `email,role\n${name}@example.com,Member`
const fileOf = (name: string) => new File([listOf(name)], `${name}.csv`, { type: 'text/csv' })

/** The text of the file that an act saves. */
async function savedBy(act: () => Promise<void>): Promise<string | undefined> {
  const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ken')
  // The DOM would follow the link, and leave the page.
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await act()
  const saved = file.mock.calls[0]?.[0]
  for (const spy of [file, link]) spy.mockRestore()
  return saved instanceof Blob ? saved.text() : undefined
}

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

it('shows what is wrong with a list before anything is sent, and sends the rest once', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, ownerEmail)
  await seen.fill('Or paste the list', 'name,role\nAda,Member')
  await seen.press('Check the list')
  await seen.reads('The first line must name two columns, email and role.')
  const pasted = await seen.page.findByLabelText('Or paste the list')
  expect(document.activeElement).toBe(pasted)
  await seen.fill('Or paste the list', 'email\trole\neva@example.com\tMember')
  await seen.press('Check the list')
  await seen.find('button', 'Invite 1 person')
  const people = Array.from({ length: 118 }, (_, number) => `new-${number}@example.com,Member`)
  const csv = ['email,role', ...people, 'no-address,Member', 'x@example.com,King'].join('\n')
  const file = new File([csv], 'people.csv', { type: 'text/csv' })
  const rows = () => seen.page.getAllByRole('rowheader').length
  await seen.choose('Choose a CSV file', file)
  await seen.reads('At the set pace, sending takes about')
  await seen.reads('Nothing is sent yet.')
  expect(rows()).toBe(100)
  await seen.check('Only the 2 faulty ones')
  await waitFor(() => expect(rows()).toBe(2))
  expect(await savedBy(() => seen.press('Download the faulty lines'))).toBe(
    'email,role\r\nno-address,Member\r\nx@example.com,King',
  )
  const invited = () => world.ports.database.tables.invitations.size
  expect(invited()).toBe(0)
  await seen.press('Invite 118 people')
  await seen.find('heading', 'Import')
  await seen.reads(/of 118 sent or settled/)
  expect(invited()).toBe(118)
  await seen.select('Outcome', 'invalid')
  await waitFor(() => expect(rows()).toBe(2))
  const path = location.pathname

  await seen.click('link', 'Imports')
  const row = await seen.find('row', /of 118 sent or settled/)
  await seen.reads('Not valid: 2', row)
  await seen.find('link', 'Ada Lovelace', row)
  await seen.click('link', 'Import a list')
  await seen.choose('Choose a CSV file', file)
  await seen.reads('Invited before: 118')
  const invite = await seen.find('button', 'Invite 0 people')
  expect(invite.getAttribute('aria-disabled')).toBe('true')
  expect(invited()).toBe(118)

  // The list of an import has an address, too.
  history.pushState(null, '', `/admin/invitations?import_id=${path.split('/').at(-1)}`)
  dispatchEvent(new PopStateEvent('popstate'))
  await seen.press(/^Imported list: .*, remove the filter$/)
  await waitFor(() => expect(location.search).toBe(''))
})

it('says that a file cannot be read, or that one that was dropped has too many lines', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const folder = Object.assign(new File([], 'people'), {
    text: () => Promise.reject(new DOMException('A folder', 'NotReadableError')),
  })
  await seen.choose('Choose a CSV file', folder)
  await seen.reads('This file cannot be read.')
  const lines = Array.from({ length: 10_001 }, (_, number) => `a${number}@example.com,Member`)
  const files = [new File([['email,role', ...lines].join('\n')], 'a.csv')]
  // As from the desktop.
  const drop = { dataTransfer: { types: ['Files'], files } }
  fireEvent.drop(document.querySelector('main form')!, drop)
  await seen.reads('The list has more than 10,000 lines.')
  expect(seen.page.queryByRole('button', { name: /^Invite/ })).toBeNull()
})

it('checks the same file again after the pause that the server asked for', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const pause = { status: 503, headers: { 'retry-after': '1' } }
  seen.server.once(importList, async () => Response.json({}, pause))
  await seen.choose('Choose a CSV file', fileOf('later'))
  await seen.find('button', /^Again in\s1\ss$/)
  await seen.press('Check the list')
  await seen.find('button', 'Invite 1 person')
  const sent = seen.server.requests.filter(({ name }) => name === importList)
  expect(sent.map(({ body }) => body)).toEqual([listOf('later'), listOf('later')])
})

it('shows how far the sending of a list is while its page is open', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, address, ownerEmail)
  const toFake = ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await pasteList(seen, 'later')
  await seen.press('Invite 1 person')
  await seen.reads('0 of 1 sent or settled')
  const queued = [...world.ports.database.tables.invitations.keys()]
  await world.ports.transact(async ({ invitations }) =>
    ok(await invitations.failQueued(queued, 'refused')),
  )
  await vi.advanceTimersByTimeAsync(pollMs)
  await seen.reads('1 of 1 sent or settled')
  expect(await seen.find('button', 'Resend 1 failed')).toBeDefined()
})

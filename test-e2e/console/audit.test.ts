import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, followedKeyboard } from './support/keyboard.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await ken.world.sql(
    `insert into audit_log (via, action, target, outcome, request_id, meta)
     values ('cli', 'group.create', 'group:<b>sales</b>', 'success', 'request-1', '{"slug": "=1+1"}'),
            ('web', 'key.revoke', 'key:1', 'failure', 'request-1', '{}'),
            ('web', 'key.create', 'key:1', 'success', 'request-2', '{}')`,
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

it('the audit log is filtered by address, opened in place, and narrowed to a request', async () => {
  await using seen = await visitAsOwner(ken, '/admin/audit?action=key')
  const { page } = seen
  const summary = (text: string) => page.locator('summary', { hasText: text })
  await summary('revoked the key 1').waitFor()
  expect(await summary('created the group').count()).toBe(0)
  await summary('revoked the key 1').click()
  await page.getByRole('definition').getByText('request-1').waitFor()
  await page.getByRole('button', { name: 'Everything of this request' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('request_id')).toBe('request-1')
  await page.getByRole('button', { name: 'Request: request-1, remove the filter' }).waitFor()
  await page.goBack()
  await summary('created the key 1').waitFor()
  await page.goForward()
  await page.getByRole('button', { name: 'Request: request-1, remove the filter' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await summary('created the group <b>sales</b>').click()
  await page.getByText('group:<b>sales</b>').waitFor()
  await page.getByLabel('Target', { exact: true }).fill('group:<b>sales</b>')
  await summary('revoked the key 1').waitFor({ state: 'detached' })
  await summary('created the group <b>sales</b>').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('combobox', { name: 'Find a person' }).fill('owner')
  await page.getByRole('option', { name: 'owner@example.com' }).click()
  await summary('signed in').first().waitFor()
  await expect.poll(() => nameOfFocus(page)).toBe('Audit log')
  await page.reload()
  const person = page.getByRole('button', { name: 'Who: owner, remove the filter' })
  await followedKeyboard(page)
  await person.click()
  await person.waitFor({ state: 'detached' })
  await expect.poll(() => nameOfFocus(page)).toBe('Audit log')
  await page.getByLabel('Time').selectOption('7')
  await summary('created the group').waitFor()
  await page.getByLabel('Time').selectOption('dates')
  await page.getByLabel('From', { exact: true }).fill('2000-01-01')
  await page.getByLabel('Until', { exact: true }).fill('2000-01-02')
  await page.getByText('Nothing matches the filters.').waitFor()
  await page.getByLabel('Until', { exact: true }).fill('1999-12-31')
  await page.getByText('the day under “Until” is before the day under “From”').waitFor()
})

it('the audit log is exported as it is filtered, with the number of entries said before', async () => {
  await using seen = await visitAsOwner(ken, '/admin/audit?action=group.create')
  const { page } = seen
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('The file will have 1 entry.').waitFor()
  await expectAccessible(page)
  const ofNetwork = { contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }
  await page.route('**/api/v1/admin/audit/export*', (route) => route.fulfill(ofNetwork), {
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('Ken does not respond.').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('group:<b>sales</b>')
  expect(
    await ken.world.sql(`select count(*)::int from audit_log where action = 'audit.export'`),
  ).toEqual([{ count: 1 }])
})

it('the audit log needs no scrolling on a narrow screen, however long a name is', async () => {
  await using seen = await visitAsOwner(ken, '/admin/audit', { width: 320 })
  const { page } = seen
  const region = page.getByRole('region', { name: 'Audit log' })
  await region.getByText('signed in').first().waitFor()
  await ken.world.sql(`update users set name = repeat('Long', 50) where role = 'Owner'`)
  await page.reload()
  await region.locator('.entry-brief').first().getByText('LongLong').waitFor()
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

it('takes a day that is typed digit by digit', async () => {
  await using seen = await visitAsOwner(ken, '/admin/audit?time=dates')
  const { page } = seen
  const from = page.getByLabel('From', { exact: true })
  const fromInAddress = () => new URL(page.url()).searchParams.get('from')
  // The address stands still between the digits of a person, but not for long.
  await from.pressSequentially('11112026', { delay: 50 })
  await expect.poll(fromInAddress).toBe('2026-11-11')
  expect(await from.inputValue()).toBe('2026-11-11')
  await page.getByText('Nothing matches').or(page.getByRole('table')).first().waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).first().click()
  await page.getByLabel('Time').selectOption('dates')
  expect(await from.inputValue()).toBe('')
})

/** All parts of the colour are less than 100. */
const dark = /^rgb\(\d?\d, \d?\d, \d?\d\)$/

it('keeps the age of an entry current on an open page, and prints its time instead', async () => {
  await using seen = await visitAsOwner(ken, '/healthz', { isDisposable: true, theme: 'dark' })
  const { page } = seen
  await page.clock.install()
  await page.goto(`${ken.url}/admin/audit?action=sign_in`)
  const entry = page.getByRole('row').nth(1)
  await entry.getByText('now', { exact: true }).waitFor()
  await page.clock.runFor('03:30')
  await entry.getByText('3 minutes ago').waitFor()
  await page.emulateMedia({ media: 'print' })
  const time = entry.locator('time')
  expect(await time.innerText()).toBe('')
  expect(await time.evaluate((node) => getComputedStyle(node, '::before').content)).toMatch(
    /^"\d+ \w+ \d{4} at \d\d:\d\d:\d\d/,
  )
  expect(await time.evaluate((node) => getComputedStyle(node).color)).toMatch(dark)
})

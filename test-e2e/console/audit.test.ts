import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await ken.world.sql(
    `insert into audit_log (via, action, target, outcome, request_id, meta)
     values ('cli', 'group.create', 'group:<b>sales</b>', 'success', 'request-1', '{}'),
            ('web', 'key.create', 'key:1', 'success', 'request-2', '{}')`,
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

it('the audit log is exported as it is filtered, and the download is recorded', async () => {
  await using seen = await visitAsOwner(ken, '/admin/audit?action=group.create')
  const { page } = seen
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const dialog = page.getByRole('alertdialog')
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

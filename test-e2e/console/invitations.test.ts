import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requestsOf, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'

const address = '/admin/invitations'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

it('invites many addresses with an outcome each, and revokes one', async () => {
  await using seen = await visitAsOwner(ken, address)
  const path = '/api/v1/admin/invitations'
  seen.expectRefusal(`400 POST ${path}`, `409 POST ${path}`)
  const { page } = seen
  await page.getByText('No invitation yet.').waitFor()
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const field = page.getByLabel('Addresses')
  await field.fill('ana@example.com, owner@example.com\nno-address')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the invitations' }).click()
  await page.getByText('A person with this address has an account.').waitFor()
  await page.getByText('Not a valid email address.').waitFor()
  expect(await field.inputValue()).toBe('owner@example.com\nno-address')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Invitations' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'ana@example.com' })
  await row.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Acts: ana@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
})

it('rehearses a list of thousands, sends it, and its progress survives a reload', async () => {
  await using seen = await visitAsOwner(ken, `${address}/import`)
  const { page } = seen
  const people = Array.from({ length: 3_000 }, (_, number) => `new-${number}@example.com,Member`)
  const csv = ['email,role', ...people, 'no-address,Member', 'x@example.com,King'].join('\n')
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByText('Nothing is sent yet.').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(100)
  await page.getByLabel('Only the 2 faulty ones').check()
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(2)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the faulty lines' }).click()
  expect((await downloading).suggestedFilename()).toBe('ken-faulty-lines.csv')
  const count = () =>
    ken.world.sql(`select count(*)::int as sum from invitations where email like 'new-%'`)
  expect(await count()).toEqual([{ sum: 0 }])
  await page.getByRole('button', { name: 'Send 3,000 invitations' }).click()
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
  await page.getByText(/of 3,000 sent or settled/).waitFor()
  const requests = requestsOf(seen)
  await page.reload()
  await page.getByText(/of 3,000 sent or settled/).waitFor()
  await page.getByRole('rowheader').first().waitFor()
  expect(requests.length).toBeLessThanOrEqual(3)
  expect(await count()).toEqual([{ sum: 3_000 }])
  await page.getByLabel('Outcome').selectOption('invalid')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(2)
  await expectAccessible(page)
})

it('speaks German', async () => {
  await using seen = await visitAsOwner(ken, address, { language: 'de' })
  const { page } = seen
  await page.getByRole('heading', { name: 'Einladungen' }).waitFor()
  await page.getByRole('rowheader').first().waitFor()
  expect(await page.title()).toBe('Einladungen · Ken')
  await expectAccessible(page)
})

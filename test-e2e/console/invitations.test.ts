import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press, pressInMenu } from './support/keyboard.ts'

const address = '/admin/invitations'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

const colorOf = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element).backgroundColor)

it('invites many addresses with an outcome each, resends one and revokes it', async () => {
  await using seen = await visitAsOwner(ken, address)
  const path = '/api/v1/admin/invitations'
  seen.expectRefusal(`400 POST ${path}`, `409 POST ${path}`)
  const { page } = seen
  await page.getByText('No invitation yet.').waitFor()
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const field = page.getByLabel('Addresses')
  const send = page.getByRole('button', { name: 'Send the invitations' })
  for (const [text, fault] of [
    [' ', 'Fill in this field.'],
    [
      Array.from({ length: 101 }, (_, number) => `a${number}@example.com`).join('\n'),
      'At most 100',
    ],
  ] as const) {
    await field.fill(text)
    await send.click()
    await page.getByText(fault).waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  await field.fill('Ana Ruiz <ana@example.com>, Ana@Example.com; owner@example.com\nno-address')
  await send.click()
  await page.getByText('A person with this address has an account.').waitFor()
  await page.getByText('Not a valid email address.').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Invited' }).count()).toBe(1)
  expect(await field.inputValue()).toBe('owner@example.com\nno-address')
  await expectAccessible(page)
  for (const [typed, count] of [
    ['eva@example.com', '1 person is invited.'],
    ['eva@example.com, tom@example.com', '2 people are invited.'],
  ] as const) {
    await field.fill(typed)
    await send.click()
    await page.getByRole('status').getByText(count).waitFor()
  }
  expect(await page.getByRole('alert').count()).toBe(0)
  await field.fill('left')
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Leave this page? What you changed is not saved.')
    void dialog.accept()
  })
  await page.getByRole('link', { name: 'Invitations' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'ana@example.com' })
  await row.waitFor()
  await expectAccessible(page)
  const acts = page.getByRole('button', { name: 'Actions: ana@example.com' })
  await ken.sink.nextEmailTo('ana@example.com')
  await pressInMenu(acts, page.getByRole('menuitem', { name: 'Resend' }))
  const dialog = page.getByRole('alertdialog')
  const resend = dialog.getByRole('button', { name: 'Resend' })
  const colorOfResend = await colorOf(resend)
  await press(resend)
  await ken.sink.nextEmailTo('ana@example.com')
  await pressInMenu(acts, page.getByRole('menuitem', { name: 'Revoke' }))
  const revoke = dialog.getByRole('button', { name: 'Revoke' })
  // An act that ends something does not look like the others.
  expect(await colorOf(revoke)).not.toBe(colorOfResend)
  await press(revoke)
  await row.getByText('Revoked').waitFor()
  await ken.world.sql(
    `update invitations set state = 'failed', sent_at = null, expires_at = null, revoked_at = null
     where email = 'ana@example.com'`,
  )
  await page.reload()
  await row.getByText('Failed', { exact: true }).waitFor()
  expect(await row.getByText('Not yet').count()).toBe(0)
})

it('rehearses a list of 10,000 lines, sends it, and its progress survives a reload; the same file again creates nothing', async () => {
  await using seen = await visitAsOwner(ken, `${address}/import`)
  seen.expectRefusal('400 POST /api/v1/admin/invitations/import')
  const { page } = seen
  const people = Array.from({ length: 9_998 }, (_, number) => `new-${number}@example.com,Member`)
  const csv = ['email,role', ...people, 'no-address,Member', 'x@example.com,King'].join('\n')
  const pasted = page.getByLabel('Or paste the list')
  await pasted.fill('name,role\nAda,Member')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByText('The first line must name two columns, email and role.').waitFor()
  expect(await pasted.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.evaluate(() =>
    Object.defineProperty(File.prototype, 'text', {
      configurable: true,
      value: () => Promise.reject(new DOMException('A folder', 'NotReadableError')),
    }),
  )
  await dropFile(page, csv)
  await page.getByText('This file cannot be read.').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(File.prototype, 'text'))
  await pasted.fill('email\trole\nada@example.com\tMember')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Invite 1 person' }).waitFor()
  await dropFile(page, `${csv}\none-more@example.com,Member`)
  await page.getByText('The list has more than 10,000 lines.').waitFor()
  await dropFile(page, csv)
  await page.getByText('At the set pace, sending takes about').waitFor()
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
  await page.getByRole('button', { name: 'Invite 9,998 people' }).click()
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
  await page.getByText(/of 9,998 sent or settled/).waitFor()
  await page.reload()
  await page.getByText(/of 9,998 sent or settled/).waitFor()
  await page.getByRole('rowheader').first().waitFor()
  expect(await count()).toEqual([{ sum: 9_998 }])
  await page.getByLabel('Outcome').selectOption('invalid')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(2)
  await expectAccessible(page)
  const [one] = await ken.world.sql(`select id from invitation_imports limit 1`)
  await page.goto(`${ken.url}${address}?import_id=${String(one?.['id'])}`)
  await page.getByRole('button', { name: /^Imported list: .*, remove the filter$/ }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Imports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'of 9,998 sent or settled' })
  await row.getByText('Not valid: 2').waitFor()
  const before = await row.textContent()
  await row.getByRole('link', { name: 'owner' }).waitFor()
  await expectAccessible(page)
  await expect.poll(() => row.textContent(), { timeout: 15_000 }).not.toBe(before)

  await page.goto(`${ken.url}${address}/import`)
  await dropFile(page, csv)
  await page.getByText('Invited before: 9,998').waitFor()
  const invite = page.getByRole('button', { name: 'Invite 0 people' })
  expect(await invite.getAttribute('aria-disabled')).toBe('true')
  expect(await count()).toEqual([{ sum: 9_998 }])
})

/** Drops a file on the form, as from the desktop. */
async function dropFile(page: Page, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'people.csv', { type: 'text/csv' }))
    return transfer
  }, content)
  await page.getByLabel('CSV file').dispatchEvent('drop', { dataTransfer })
}

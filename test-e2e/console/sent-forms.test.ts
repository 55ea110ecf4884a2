import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { hold } from './support/requests.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('a form that is sent by Enter on a choice', () => {
  it('keeps the focus on the role of an invitation, which stays as it is meanwhile', async () => {
    await using seen = await visitAsOwner(ken, '/admin/invitations/new')
    const { page } = seen
    const role = page.getByRole('radio', { name: 'Admin' })
    await page.getByLabel('Addresses').fill('grace@example.com')
    await role.press('Space')
    const release = await hold(page, '**/api/v1/admin/invitations')
    await role.press('Enter')
    await page.locator('button[type="submit"][aria-busy]').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await role.evaluate((radio) => radio === document.activeElement)).toBe(true)
    expect(await role.isChecked()).toBe(true)
    release()
    await page.getByText('Invited', { exact: true }).waitFor()
  })

  it('keeps the focus on a required role, which stays as it is meanwhile', async () => {
    await using seen = await visitAsOwner(ken, '/admin/settings')
    const { page } = seen
    const role = page.getByRole('checkbox', { name: 'Members' })
    await role.press('Space')
    const release = await hold(page, '**/api/v1/admin/settings')
    await role.press('Enter')
    await page.locator('button[type="submit"][aria-busy]').waitFor()
    await page.keyboard.press('Space')
    expect(await role.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await role.isChecked()).toBe(true)
    release()
    await page.getByText('The settings are saved.').waitFor()
  })
})

it('a list whose check was refused for a moment is checked again after it, as the same file', async () => {
  await using seen = await visitAsOwner(ken, '/admin/invitations/import')
  const { page } = seen
  seen.expectRefusal('503 POST /api/v1/admin/invitations/import')
  const sent: (string | null)[] = []
  await page.route('**/invitations/import?dry_run=true', (route) => {
    sent.push(route.request().postData())
    return sent.length === 1
      ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: {} })
      : route.continue()
  })
  const csv = 'email,role\nlater@example.com,Member'
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Again in 1 s' }).waitFor()
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Invite 1 person' }).waitFor()
  expect(sent).toEqual([csv, csv])
})

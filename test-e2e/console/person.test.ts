import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMembersWithPassword } from '../support/member.ts'
import { post } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press, typeInto } from './support/keyboard.ts'

let ken: ConsoleWorld
let ids: readonly string[]
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addMembersWithPassword(ken.world, 4)
  await ken.world.sql(`insert into groups (slug) values ('finance')`)
  const rows = await ken.world.sql(`select id from users where role = 'Member' order by email`)
  ids = rows.map(({ id }) => String(id))
})
afterAll(() => ken[Symbol.asyncDispose]())

const pathOf = (number: number) => `/admin/people/${ids[number]}`

async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!
  return y + height
}

it('reads on the profile who can change the address', async () => {
  await using seen = await visitAsOwner(ken, '/me')
  const { page } = seen
  await expect.poll(() => page.getByText('Another Owner can change it.').count()).toBe(1)
})

it('is deactivated after a preview of what ends, and exactly that ends', async () => {
  const email = 'member-0@example.com'
  const { key } = await ken.world.createKey(email)
  const [owner] = await ken.world.sql(`select email from users where role = 'Owner'`)
  expect([key.startsWith('ken_'), owner]).toEqual([true, { email: 'owner@example.com' }])
  const password = 'seven quiet herons over the harbour'
  for (let time = 0; time < 2; time += 1)
    expect((await post(`${ken.url}/login`, { email, password })).status).toBe(200)
  await using seen = await visitAsOwner(ken, '/admin/people')
  const { page } = seen
  await page.getByRole('rowheader').first().waitFor()
  await page.getByRole('rowheader').filter({ hasText: email }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.getByText('test', { exact: false }).first().waitFor()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Find a group' }).fill('fin')
  await page.getByRole('option', { name: 'finance' }).click()
  await page.getByRole('button', { name: 'Remove from finance' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Remove from finance' }).waitFor()

  await page.getByRole('region', { name: 'API keys' }).getByRole('link').waitFor()
  const size = page.viewportSize()!
  // A screen of 1,280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await press(page.getByRole('button', { name: 'Deactivate' }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('2 sessions end now.').waitFor()
  await dialog.getByText('1 API key stops working for good.').waitFor()
  const cancel = page.locator(':focus')
  expect(await cancel.textContent()).toBe('Cancel')
  await expect.poll(async () => (await bottomOf(cancel)) <= (await bottomOf(dialog))).toBe(true)
  // Keys may be more than the screen has room for, so they come last.
  const stays = await dialog.getByText('the audit log stay.').boundingBox()
  expect(stays!.y).toBeLessThan((await dialog.getByRole('list').last().boundingBox())!.y)
  // A longer text than the screen has room for begins at its beginning.
  await page.setViewportSize({ width: 320, height: 330 })
  await press(cancel)
  await press(page.getByRole('button', { name: 'Deactivate' }))
  await dialog.getByText('1 API key stops working for good.').waitFor()
  const [place, question] = [
    await dialog.boundingBox(),
    await dialog.getByRole('heading').boundingBox(),
  ]
  expect(question!.y).toBeGreaterThan(place!.y)
  expect(await cancel.textContent()).toBe('Cancel')
  expect(await bottomOf(cancel)).toBeLessThan(await bottomOf(dialog))
  // What went wrong, which is said after the text, comes into view above the buttons.
  seen.expectRefusal(`502 POST /api/v1/admin/users/${ids[0]}/deactivate`)
  await page.route('**/deactivate', (route) => route.fulfill({ status: 502, body: 'gone' }))
  await press(dialog.getByRole('button', { name: 'Deactivate' }))
  const refusal = dialog.getByRole('alert')
  await refusal.waitFor()
  expect(await bottomOf(refusal)).toBeLessThan((await cancel.boundingBox())!.y)
  await page.unroute('**/deactivate')
  await page.setViewportSize(size)
  await expectAccessible(page)
  const counted = () =>
    ken.world.sql(
      `select (select count(*)::int from sessions where user_id = $1) as sessions,
              (select count(*)::int from api_keys where owner_id = $1 and revoked_at is null) as keys,
              (select count(*)::int from group_members where user_id = $1) as groups`,
      [ids[0]],
    )
  expect(await counted()).toEqual([{ sessions: 2, keys: 1, groups: 1 }])
  await press(dialog.getByRole('button', { name: 'Deactivate' }))
  await page.getByText('Member is deactivated.').waitFor()
  expect(await counted()).toEqual([{ sessions: 0, keys: 0, groups: 1 }])
  await page.getByRole('button', { name: 'Reactivate' }).waitFor()
  await page.getByRole('button', { name: 'Show the latest entries' }).click()
  await page.getByText(/^owner deactivated /).waitFor()
})

it('refuses at the field, and says why acts on the own account are not possible', async () => {
  await using seen = await visitAsOwner(ken, pathOf(1))
  const { page } = seen
  const path = `/api/v1/admin/users/${ids[1]}/email`
  seen.expectRefusal(`409 PUT ${path}`, `400 PUT ${path}`)
  await page.getByRole('button', { name: 'Change the address' }).click()
  const dialog = page.getByRole('alertdialog')
  const field = dialog.getByLabel('New address')
  const change = dialog.getByRole('button', { name: 'Change the address' })
  await field.fill('member-2@example.com')
  await change.click()
  await dialog.getByText('Another account has this address.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Change the address' }).click()
  expect(await field.inputValue()).toBe('member-2@example.com')
  await field.fill('a@b, c@d')
  await change.click()
  await dialog.getByText('Not a valid email address').waitFor()
  await field.fill('moved@example.com')
  await change.click()
  await page.getByText('moved@example.com').waitFor()

  const [owner] = await ken.world.sql(`select id from users where role = 'Owner'`)
  await page.goto(`${ken.url}/admin/people/${String(owner?.['id'])}`)
  const deactivate = page.getByRole('button', { name: 'Deactivate' })
  await deactivate.waitFor()
  expect(await deactivate.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Not on your own account.').first().waitFor()
  await page.getByText('This is the only active Owner.').first().waitFor()
})

it('shows by the color of its button that a lower role ends rights', async () => {
  await ken.world.sql(`update users set role = 'Admin' where id = $1`, [ids[3]])
  await using seen = await visitAsOwner(ken, pathOf(3))
  const { page } = seen
  await page.getByRole('button', { name: 'Change the role' }).click()
  const dialog = page.getByRole('alertdialog')
  const change = dialog.getByRole('button', { name: 'Change the role' })
  const colorFor = async (role: string) => {
    await dialog.getByRole('radio', { name: role }).check()
    return change.evaluate((button) => getComputedStyle(button).backgroundColor)
  }
  expect(await colorFor('Owner')).not.toBe(await colorFor('Member'))
})

it('has room for its facts with text of every size, on screens of every width', async () => {
  await using seen = await visitAsOwner(ken, pathOf(1))
  const { page } = seen
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  const narrow: string[] = []
  for (const width of [320, 700, 1_280, 1_920])
    for (const size of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((value) => void (document.documentElement.style.fontSize = value), size)
      const facts = await page.locator('dl').evaluate((list) => {
        const value = list.querySelector('dd')!.getBoundingClientRect().width
        const term = list.querySelector('dt')!.getBoundingClientRect()
        const isBelow = list.querySelector('dd')!.getBoundingClientRect().top >= term.bottom
        const letters = value / Number.parseFloat(getComputedStyle(list).fontSize)
        return { isBelow, letters: Math.round(letters) }
      })
      if (!facts.isBelow && facts.letters < 16) narrow.push(`${width} px, ${size}`)
    }
  expect(narrow).toEqual([])
})

it('is deleted only after the address was typed', async () => {
  await using seen = await visitAsOwner(ken, pathOf(2), { language: 'de' })
  const { page } = seen
  await press(page.getByRole('button', { name: 'Löschen' }))
  const dialog = page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Löschen' })
  await dialog.getByText('Keine Sitzung, kein API-Schlüssel und kein Agent endet damit.').waitFor()
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await typeInto(dialog.getByRole('textbox'), 'member-2@example.com')
  await press(remove)
  await page.getByText('Member ist gelöscht.').waitFor()
  await page.getByRole('heading', { name: 'Personen' }).waitFor()
  expect(await ken.world.sql('select 1 from users where id = $1', [ids[2]])).toEqual([])
})

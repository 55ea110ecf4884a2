import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requestsOf, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, press, pressInMenu } from './support/keyboard.ts'

const address = '/admin/groups'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 30)
  await ken.world.sql(`insert into groups (slug) values ('finance')`)
  await importDocuments(ken.world, [
    { title: 'Plan', body: 'The plan of finance.', allowed: ['group:finance'] },
  ])
})
afterAll(() => ken[Symbol.asyncDispose]())

it('creates a group by the rules of its name, and deletes it once its name was typed', async () => {
  await using seen = await visitAsOwner(ken, address)
  seen.expectRefusal('409 POST /api/v1/admin/groups')
  const { page } = seen
  await page.getByRole('rowheader', { name: 'finance' }).waitFor()
  const field = page.getByLabel('New group')
  const create = page.getByRole('button', { name: 'Create the group' })
  await field.fill('Sales')
  await page.getByText('Use 1 to 63 lower-case letters').waitFor()
  await create.click()
  // Nothing is sent, which would be refused.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.fill('finance')
  await create.click()
  await page.getByText('There is a group with this name.').waitFor()
  expect(await field.inputValue()).toBe('finance')
  await expectAccessible(page)
  // As it is pasted.
  await field.fill(' sales ')
  await create.click()
  await page.getByRole('rowheader', { name: 'sales' }).waitFor()

  await pressInMenu(
    page.getByRole('button', { name: 'Actions: sales' }),
    page.getByRole('menuitem', { name: 'Delete' }),
  )
  const dialog = page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('textbox').fill('sales')
  await press(remove)
  await page.getByRole('rowheader', { name: 'sales' }).waitFor({ state: 'detached' })
  await expect.poll(() => nameOfFocus(page)).toBe('Groups')

  await page.getByRole('button', { name: 'Actions: finance' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByText('Documents that name it: 1.').waitFor()
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
})

it('has members who are found, added one by one or many at once, and removed', async () => {
  await using seen = await visitAsOwner(ken, address)
  const { page } = seen
  const rows = page.getByRole('region', { name: 'Members' }).getByRole('rowheader')
  await page.getByRole('rowheader', { name: 'finance' }).waitFor()
  const requests = requestsOf(seen)
  await page.getByRole('link', { name: 'finance' }).click()
  await page.getByText('The group has no members yet.').waitFor()
  expect(requests).toEqual(['GET /api/v1/admin/groups/finance/members'])
  const picker = page.getByRole('combobox', { name: 'Add a person' })
  // Nothing is being read yet.
  expect(await page.locator('.picker').getByRole('status').textContent()).toBe('')
  await picker.fill('person-007')
  await page.getByRole('option', { name: 'person-007@example.com' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText('Person 7 is a member.').waitFor()
  await page.getByText('Add many people').click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Fill in this field.').waitFor()
  const addresses = page.getByLabel('Addresses')
  expect(await addresses.evaluate((field) => field === document.activeElement)).toBe(true)
  await addresses.fill(
    'person-007@example.com, person-008@example.com\ngone@example.com no-address',
  )
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const outcomes = page.getByRole('region', { name: 'Outcome of each address' }).getByRole('row')
  await expect
    .poll(async () => (await outcomes.allInnerTexts()).slice(1))
    .toEqual([
      'person-007@example.com\tWas a member already',
      'person-008@example.com\tAdded',
      'gone@example.com\tNo account has this address',
      'no-address\tNot a valid email address',
    ])
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Find a member').fill('008')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Actions: Person 8' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('Person 8 is no longer a member.').waitFor()
  await page.getByText('Nothing matches the filters.').waitFor()
  await expect.poll(() => nameOfFocus(page)).toBe('finance')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Person 8 is a member.').waitFor()
  await expect.poll(() => nameOfFocus(page)).toBe('finance')
  await page.getByRole('button', { name: 'Clear the filters' }).first().click()
  await expect.poll(() => nameOfFocus(page)).toBe('finance')
  expect(await ken.world.sql('select count(*)::int as members from group_members')).toEqual([
    { members: 2 },
  ])
})

it('leaves room for Undo beside a long name on a narrow screen', async () => {
  const name = 'W'.repeat(120)
  await ken.world.sql(
    `with named as (update users set name = $1 where email = 'person-009@example.com' returning id),
          made as (insert into groups (slug) values ('narrow'))
     select id from named`,
    [name],
  )
  await ken.world.sql(
    `insert into group_members (slug, user_id) select 'narrow', id from users where name = $1`,
    [name],
  )
  await using seen = await visitAsOwner(ken, `${address}/narrow`, { width: 320 })
  const { page } = seen
  await pressInMenu(
    page.getByRole('button', { name: `Actions: ${name}` }),
    page.getByRole('menuitem', { name: 'Remove' }),
  )
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  expect((await undo.boundingBox())!.height).toBeLessThan(48)
})

it('removes several members one after another, also while an earlier removal runs', async () => {
  await ken.world.sql(`insert into groups (slug) values ('zeta')`)
  await ken.world.sql(
    `insert into group_members (slug, user_id)
     select 'zeta', id from users where email in ('person-003@example.com', 'person-004@example.com')`,
  )
  await using seen = await visitAsOwner(ken, `${address}/zeta`)
  const { page } = seen
  await page.clock.install()
  const mayGoOn = Promise.withResolvers<void>()
  await page.route('**/groups/zeta/members/*', async (route) => {
    await mayGoOn.promise
    await route.continue()
  })
  for (const name of ['Person 3', 'Person 4']) {
    await page.getByRole('button', { name: `Actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  mayGoOn.resolve()
  await page.getByText('The group has no members yet.').waitFor()
  const left = await ken.world.sql(`select user_id from group_members where slug = 'zeta'`)
  expect(left).toEqual([])

  // While one Undo is pointed at, no other notice goes, which would move it.
  const undos = page.getByRole('button', { name: 'Undo' })
  await undos.nth(1).waitFor()
  await undos.first().hover()
  await page.clock.runFor('00:20')
  expect(await undos.count()).toBe(2)
  await page.mouse.move(0, 0)
  await page.clock.runFor('00:09')
  await expect.poll(() => undos.count()).toBe(0)
})

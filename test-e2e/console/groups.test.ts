import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { followedKeyboard, nameOfFocus, press, pressInMenu } from './support/keyboard.ts'

const address = '/admin/groups'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 4)
})
afterAll(() => ken[Symbol.asyncDispose]())

it('a group is deleted without a pointer, and the focus stays at the list', async () => {
  await ken.world.sql(`insert into groups (slug) values ('finance'), ('sales')`)
  await using seen = await visitAsOwner(ken, address)
  const { page } = seen
  await followedKeyboard(page)
  await pressInMenu(
    page.getByRole('button', { name: 'Actions: sales' }),
    page.getByRole('menuitem', { name: 'Delete' }),
  )
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('sales')
  await press(dialog.getByRole('button', { name: 'Delete' }))
  await page.getByRole('rowheader', { name: 'sales' }).waitFor({ state: 'detached' })
  await expect.poll(() => nameOfFocus(page)).toBe('Groups')
})

it('while one Undo is pointed at, no other notice goes, which would move it', async () => {
  await ken.world.sql(`insert into groups (slug) values ('zeta')`)
  await ken.world.sql(
    `insert into group_members (slug, user_id) select 'zeta', id from users where role = 'Member'`,
  )
  await using seen = await visitAsOwner(ken, `${address}/zeta`, { isDisposable: true })
  const { page } = seen
  await page.clock.install()
  for (const name of ['Person 3', 'Person 4']) {
    await page.getByRole('button', { name: `Actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  const undos = page.getByRole('button', { name: 'Undo' })
  await undos.nth(1).waitFor()
  await undos.first().hover()
  await page.clock.runFor('00:20')
  expect(await undos.count()).toBe(2)
  await page.mouse.move(0, 0)
  await page.clock.runFor('00:09')
  await expect.poll(() => undos.count()).toBe(0)
})

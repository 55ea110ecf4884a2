import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 3)
  await ken.world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix, created_by, expires_at)
     select gen_random_uuid(), id, 'laptop <i>' || right(email, 15), md5(email) || md5(email),
            'ken_aaaaaaaa', id, case when email like '%001%' then now() + interval '3 days' end
     from users where role = 'Member'`,
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

const live = async () =>
  (await ken.world.sql('select count(*)::int from api_keys where revoked_at is null'))[0]!['count']

it('the keys of everyone are filtered, shown one by one, and revoked one or many at a time', async () => {
  await using seen = await visitAsOwner(ken, '/admin/keys')
  const { page } = seen
  await page.getByRole('cell', { name: 'person-003@example.com' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Ends', { exact: true }).selectOption('7')
  await page.getByRole('cell', { name: 'person-003@example.com' }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: /^in [23] days$/ }).waitFor()
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByText('No calls in this period.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('is revoked.').waitFor()
  expect(await live()).toBe(2)

  await page.getByRole('link', { name: 'All API keys' }).click()
  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('cell', { name: 'person-001@example.com' }).waitFor({ state: 'detached' })
  await page.getByLabel('Select all rows of this page').check()
  await page
    .getByRole('group', { name: 'Selection' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('Calls with them in the last seven days: 0.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('2 keys are revoked.').waitFor()
  expect(await live()).toBe(0)
})

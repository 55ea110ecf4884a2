import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { searchWith } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { openPalette, press } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'

const admin = { email: 'person-003@example.com', password: ownerPassword }

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 3)
  await importDocuments(ken.world, [{ title: 'Ken', body: 'Ken searches the handbook.' }])
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
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, width: 320 })
  const menu = await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .boundingBox()
  // In view, although the columns before it are not.
  expect(menu!.x + menu!.width).toBeLessThan(320)
  await page.setViewportSize(size)
  await page.getByLabel('Ends', { exact: true }).selectOption('7')
  await page.getByRole('cell', { name: 'person-003@example.com' }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: /^in [23] days$/ }).waitFor()
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByText('No calls in this period.').waitFor()
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Revoke' }))
  await press(page.getByRole('button', { name: 'Revoke key' }))
  await page.getByText('is revoked.').waitFor()
  expect(await live()).toBe(2)
  const palette = await openPalette(page)
  await palette.getByRole('combobox').fill('person-002')
  await palette.getByRole('group', { name: 'API keys' }).getByRole('option').click()
  await page.getByRole('heading', { level: 1, name: '002@example.com' }).waitFor()
  expect(await page.getByText('is revoked.').count()).toBe(0)

  await page.getByRole('link', { name: 'All API keys' }).click()
  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('cell', { name: 'person-001@example.com' }).waitFor({ state: 'detached' })
  await page.getByLabel('Select all rows of this page').check()
  await page
    .getByRole('group', { name: 'Selection' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('Calls with them in the last seven days: 0.').waitFor()
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }))
  await page.getByText('2 keys are revoked.').waitFor()
  expect(await live()).toBe(0)
})

it('an Owner creates a key for a person, who is notified, and replaces it', async () => {
  await using seen = await visitAsOwner(ken, '/admin/keys')
  seen.expectRefusal('400 POST /api/v1/admin/keys')
  const { page } = seen
  await page.getByRole('link', { name: 'New key' }).click()
  await page.getByLabel('What is it for?').fill('scanner <i>')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Choose a person.').waitFor()
  // Also when it is sent once more.
  await page.getByRole('button', { name: 'Create key' }).click()
  expect(await page.locator(':focus').getAttribute('role')).toBe('combobox')
  await page.getByRole('combobox', { name: 'For whom?' }).pressSequentially('person-00')
  await page.getByRole('option', { name: 'Person 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Person 2' }).click()
  await page.getByText('For Person 2 (person-002@example.com)').waitFor()
  await page.getByLabel('Only some sources').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Choose at least one source, and only those').waitFor()
  await page.getByLabel('wiki').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const heading = { name: 'Key “scanner <i>” for person-002@example.com' }
  await page.getByRole('heading', heading).waitFor()
  await page.getByText('person-002@example.com gets an email that you created this key.').waitFor()
  await expectAccessible(page)
  const key = (await page.locator('code').first().textContent()) ?? ''
  await page.getByRole('radio', { name: 'MCP client' }).check()
  expect(await page.getByRole('region', { name: 'MCP client' }).textContent()).toContain(
    `"url": "${ken.url}/mcp"`,
  )
  const assistants = page.getByRole('link', { name: 'Connect an assistant' })
  expect(await assistants.getAttribute('href')).toBe(`${ken.url}/public/v1/docs#assistants`)
  expect(await page.getByRole('button', { name: 'Try it' }).count()).toBe(0)
  expect((await searchWith(ken.url, key, 'handbook')).status).toBe(200)
  await expect.poll(() => ken.sink.emailsTo('person-002@example.com').length).toBe(1)
  expect(JSON.stringify(ken.sink.emails)).not.toContain(key)
  await page.getByLabel('I have stored it').check()
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'scanner <i>' }).click()
  await page.getByRole('link', { name: 'Replace' }).click()
  await page.getByText('For person-002@example.com').waitFor()
  expect(await page.getByLabel('wiki').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Create key' }).click()
  const other = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('I have stored it').check()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByText('The new key “scanner <i>” has not been used yet.').waitFor()
  expect((await searchWith(ken.url, other, 'handbook')).status).toBe(200)
  await page.getByText('You can revoke this one now.').waitFor()
})

it('an Owner creates a service key, and an Admin sees for whom they cannot create one', async () => {
  await ken.world.sql(`update users set role = 'Admin' where email = $1`, [admin.email])
  await using seen = await visitAsOwner(ken, '/admin/keys/new')
  seen.expectRefusal('400 POST /api/v1/admin/keys')
  const { page } = seen
  await page.getByLabel('Of a service').check()
  await page.getByLabel('Chat platform').fill('teamchat')
  await page.getByLabel('What is it for?').fill('bot')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('For “teamchat” no key is needed').waitFor()
  await page.getByLabel('Chat platform').fill('portal')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Key “bot” for Service: portal' }).waitFor()
  await page.getByText('Every Owner gets an email').waitFor()
  expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain(
    'Ken-On-Behalf-Of: EXTERNAL_ID',
  )

  await using asAdmin = await visitSignedIn(ken, '/admin/keys/new', admin)
  const whom = asAdmin.page.getByRole('combobox', { name: 'For whom?' })
  await whom.pressSequentially(ownerEmail.slice(0, 3))
  await asAdmin.page.getByRole('option', { name: 'only Owners create keys for an Owner' }).waitFor()
  await whom.press('Enter')
  expect(await asAdmin.page.getByText(`(${ownerEmail})`).count()).toBe(0)
  expect(await asAdmin.page.getByLabel('Of a service').count()).toBe(0)
})

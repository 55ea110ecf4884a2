import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { follow } from './support/follow.ts'
import { openPalette } from './support/keyboard.ts'

let ken: ConsoleWorld
let ids: { readonly person: string; readonly key: string }
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 30)
  await ken.world.sql(`insert into groups (slug) values ('finance')`)
  await importDocuments(ken.world, [{ title: 'Badge', body: 'Wear the badge in the building.' }])
  const [person] = await ken.world.sql(
    `select id from users where email = 'person-001@example.com'`,
  )
  const { id: key } = await ken.world.createKey('owner@example.com')
  await ken.world.sql(
    `insert into api_key_usage (key_id, hour, ok, rate_limited, denied, failed)
     values ($1, date_trunc('hour', now()), 1200, 30, 3, 1)`,
    [key],
  )
  ids = { person: String(person?.['id']), key }
})
afterAll(() => ken[Symbol.asyncDispose]())

type Screen = readonly [path: string, prepare: (page: Page) => Promise<unknown>]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (name: string) => (page: Page) =>
  page.getByRole('rowheader', { name }).first().waitFor()

/** Screens by their addresses, each in a state with much to check, such as errors at its fields. */
const screens: { readonly [area: string]: readonly Screen[] } = {
  'of everyone': [
    ['/#q=badge', (page) => page.getByRole('article').waitFor()],
    ['/me/keys', rowOf('test')],
    [
      '/me/keys/KEY',
      async (page) => {
        await page.getByText('As a table').click()
        await page.getByRole('row').last().waitFor()
      },
    ],
    [
      '/me/keys/new',
      async (page) => {
        await page.getByLabel('What is it for?').fill('laptop')
        await page.getByLabel('Only some sources').check()
        await button(page, 'Create key').click()
        await page.getByText('Choose at least one source.').waitFor()
      },
    ],
    [
      '/me/keys/new?replaces=KEY',
      async (page) => {
        await button(page, 'Create key').click()
        await page.getByLabel('I have stored it').waitFor()
      },
    ],
    ['/me/keys', openPalette],
    [
      '/me/keys',
      async (page) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByRole('row').last().waitFor()
      },
    ],
  ],
  'with people, groups and keys': [
    [
      '/admin/people',
      async (page) => {
        await page.getByLabel('Select Person 1', { exact: true }).check()
        await button(page, 'Actions: Person 2').click()
        await page.getByRole('menuitem', { name: 'End sessions' }).waitFor()
      },
    ],
    [
      '/admin/people/PERSON',
      async (page) => {
        await page.getByRole('heading', { name: 'Audit log' }).waitFor()
        await button(page, 'Deactivate').click()
        await page.getByRole('alertdialog').waitFor()
      },
    ],
    [
      '/admin/groups',
      async (page) => {
        await page.getByLabel('New group').fill('Sales')
        await page.getByText('Use 1 to 63 lower-case letters').waitFor()
      },
    ],
    [
      '/admin/groups/finance',
      async (page) => {
        await page.getByRole('combobox', { name: 'Add a person' }).fill('person-007')
        await page.getByRole('option', { name: 'person-007@example.com' }).waitFor()
      },
    ],
    ['/admin/keys', rowOf('test')],
    [
      '/admin/keys/new',
      async (page) => {
        await page.getByLabel('What is it for?').fill('scanner')
        await button(page, 'Create key').click()
        await page.getByText('Choose a person.').waitFor()
      },
    ],
  ],
  'with invitations': [
    [
      '/admin/invitations/new',
      async (page) => {
        await page.getByLabel('Addresses').fill('ana@example.com owner@example.com no-address')
        await button(page, 'Send the invitations').click()
        await page.getByText('Not a valid email address.').waitFor()
      },
    ],
    ['/admin/invitations', (page) => page.getByText('ana@example.com').waitFor()],
    [
      '/admin/invitations/import',
      async (page) => {
        const list = 'email,role\nno-address,Member\neva@example.com,Member'
        await page.getByLabel('Or paste the list').fill(list)
        await button(page, 'Check the list').click()
        await page.getByText('Nothing is sent yet.').waitFor()
      },
    ],
    [
      '',
      async (page) => {
        await button(page, 'Invite 1 person').click()
        await page.getByLabel('Outcome').waitFor()
        await page.getByRole('rowheader').first().waitFor()
      },
    ],
    ['/admin/invitations/imports', (page) => page.getByText('Not valid: 1').waitFor()],
  ],
  'with knowledge, bots and the audit log': [
    [
      '/admin/knowledge/import',
      async (page) => {
        await page.getByLabel('Source', { exact: true }).fill('Hand Book')
        await button(page, 'Import').click()
        await page.getByText('Choose who may see the documents.').waitFor()
      },
    ],
    ['/admin/team-chat', (page) => page.getByText('No token is stored.').waitFor()],
    [
      '/admin/bot-messenger',
      async (page) => {
        // The screen before says the same of its token.
        await page.getByRole('heading', { level: 1, name: 'Bot messenger' }).waitFor()
        await page.getByText('No token is stored.').waitFor()
      },
    ],
    [
      '/admin/workspace-chat',
      async (page) => {
        await page.getByLabel('Bot token').fill('no-token')
        await button(page, 'Save the connection').click()
        await page.getByText('This is not a bot token.').waitFor()
      },
    ],
    [
      '/admin/audit?action=sign_in',
      async (page) => {
        await page.locator('summary', { hasText: 'signed in' }).first().click()
        await button(page, 'Everything of this request').waitFor()
      },
    ],
  ],
}

it.each(Object.keys(screens))('the screens %s are accessible', async (area) => {
  // Without a request of its own.
  await using seen = await visitAsOwner(ken, '/me')
  const { page } = seen
  seen.expectRefusal(
    '400 POST /api/v1/admin/invitations',
    '400 POST /api/v1/admin/keys',
    '400 POST /api/v1/me/keys',
    '400 PUT /api/v1/admin/workspace-chat',
    '409 POST /api/v1/admin/invitations',
  )
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  for (const [path, prepare] of screens[area]!) {
    if (path !== '') await follow(page, path.replace('PERSON', ids.person).replace('KEY', ids.key))
    await prepare(page)
    expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
    await expectAccessible(page)
  }
})

it('the reference of the API and the page of an unknown address are accessible', async () => {
  await using seen = await visitAsOwner(ken, '/public/v1/docs')
  await expectAccessible(seen.page)
  seen.expectRefusal('404 GET /nowhere')
  const response = await seen.page.goto(`${ken.url}/nowhere`)
  expect(response?.status()).toBe(404)
  await seen.page.getByRole('heading', { name: 'Not found' }).waitFor()
  await expectAccessible(seen.page)
})

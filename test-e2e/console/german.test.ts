import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { destinations } from '../../apps/web/src/keyboard/destinations.ts'
import { codeOf } from '../support/authenticator.ts'
import { ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { follow } from './support/follow.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
})
afterAll(() => ken[Symbol.asyncDispose]())

const narrow = { language: 'de', width: 320 } as const

/** What is wider than what it stands in; a table scrolls in a region of its own. */
const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, label, legend, .button')]
      .filter((element) => {
        const around = element.parentElement!.closest('section, form, main, header, fieldset, div')
        if (around === null || element.closest('.table-region, .visually-hidden') !== null)
          return false
        return element.getBoundingClientRect().right > around.getBoundingClientRect().right + 1
      })
      .map((element) => element.textContent ?? ''),
  )

/** Cells that are wider than the screen hide the columns beside them. */
const wideCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('th, td')]
      .filter((cell) => cell.getBoundingClientRect().width > innerWidth)
      .map((cell) => cell.textContent ?? ''),
  )

/** Whether another screen is there than the one with this title, without parts that are loading. */
const isOther = (title: string): boolean =>
  document.title !== title && document.querySelector('.skeleton') === null

/** Names, sources and addresses as long as they become. */
async function addLongTexts({ sql }: World): Promise<void> {
  const long = 'donaudampfschifffahrtsgesellschaft'
  const owner = `(select id from users where email = '${ownerEmail}')`
  await sql(`update users set name = 'Maximiliane Alexandra von Hohenzollern-Sigmaringen'`)
  await sql(
    `insert into users (id, email, name, role) values (gen_random_uuid(), $1, 'Ada', 'Member')`,
    [`maximiliane.von-hohenzollern@verwaltung.${long}.example.com`],
  )
  await sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix, created_by, sources)
     select gen_random_uuid(), id, $1, encode(sha256(email::bytea), 'hex'), 'ken_12345678', ${owner}, $2 from users`,
    [`Integration der ${long}`, ['wiki', 'tickets', `handbuch-${long}`]],
  )
  await sql(`insert into groups (slug) values ('${long}-kapitaene')`)
  await sql(
    `insert into invitation_imports (id, imported_by, created_at, created, already_invited, already_a_user, invalid)
     values (gen_random_uuid(), ${owner}, now(), 1, 0, 0, 0)`,
  )
  await sql(
    `insert into invitations (id, email, role, invited_by, state, created_at, queued_at, attempts, last_error)
     values (gen_random_uuid(), $1, 'Member', ${owner}, 'failed', now(), now(), 5, 'The server refused the address.')`,
    [`einladung@verwaltung.${long}.example.com`],
  )
}

it('fits a narrow screen in German: signing in, setting up 2FA, recovery codes', async () => {
  await using seen = await visit(ken, '/', narrow)
  const { page } = seen
  await page.getByLabel('E-Mail-Adresse').fill(ownerEmail)
  expect(await tooWide(page)).toEqual([])
  await page.getByLabel('Passwort', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByRole('heading', { name: 'einrichten' }).waitFor()
  expect(await tooWide(page)).toEqual([])
  const secret = (await page.locator('code').first().textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Den angezeigten Code eingeben').fill(codeOf(secret))
  await page.getByRole('heading', { name: 'Wiederherstellungscodes' }).waitFor()
  expect(await page.title()).toBe('Wiederherstellungscodes aufbewahren · Ken')
  expect(await tooWide(page)).toEqual([])
  await page.getByLabel('Ich habe sie aufbewahrt').check()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('search').waitFor()
  await page.goto(`${ken.url}/me/security`)
  await page.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).waitFor()
  expect(await tooWide(page)).toEqual([])
})

it('fits a narrow screen in German: every screen', async () => {
  await requireNoFactor(ken.world)
  await addLongTexts(ken.world)
  await ken.world.sql(
    `update users set mfa_secret = null, mfa_enabled_at = null where role = 'Owner'`,
  )
  await using seen = await visitAsOwner(ken, '/admin/system', narrow)
  const { page } = seen
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found: { readonly [path: string]: readonly string[] }[] = []
  for (const { path } of Object.values(destinations)) {
    const before = await page.title()
    await follow(page, path)
    await page.waitForFunction(isOther, before)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const texts = [...(await tooWide(page)), ...(await wideCells(page))]
    if (texts.length > 0) found.push({ [path]: texts })
  }
  expect(found).toEqual([])
})

it('says in the language of the page what is wrong with a field, and takes the focus to the first', async () => {
  await using seen = await visit(ken, '/', { language: 'en' })
  const { page } = seen
  const email = page.getByLabel('E-Mail-Adresse')
  const password = page.getByLabel('Passwort', { exact: true })
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  expect(await page.getByText('Füllen Sie dieses Feld aus.').count()).toBe(2)
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
  await email.fill('ada')
  expect(await page.getByText('Füllen Sie dieses Feld aus.').count()).toBe(1)
  await password.fill('anything')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByText('Geben Sie eine gültige E-Mail-Adresse ein').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
})

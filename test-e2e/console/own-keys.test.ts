import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { searchWith } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { press } from './support/keyboard.ts'
import { openPalette } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'
import type { Visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
  await importDocuments(ken.world, [
    { title: 'Ken', body: 'Ken searches the handbook, and explains the VPN.' },
  ])
})
afterAll(() => ken[Symbol.asyncDispose]())

const lineOf = (tab: Element): string => getComputedStyle(tab).borderBottom
const isFocused = (element: Element): boolean => element === document.activeElement

it('shows where a person is and what Enter chooses in the colors of a system', async () => {
  await using seen = await visitSignedIn(ken, '/me/keys', member)
  const { page } = seen
  await page.emulateMedia({ forcedColors: 'active' })
  const [current, other] = [
    await page.locator('.account-tab[aria-current="page"]').evaluate(lineOf),
    await page.locator('.account-tab:not([aria-current])').first().evaluate(lineOf),
  ]
  expect(current).not.toBe(other)
  const palette = await openPalette(page)
  const outlines = await palette.getByRole('option').evaluateAll((options) =>
    options.map((option) => {
      const { outlineStyle, outlineColor } = getComputedStyle(option)
      return outlineStyle === 'solid' && outlineColor !== 'rgba(0, 0, 0, 0)'
    }),
  )
  expect(outlines.slice(0, 2)).toEqual([true, false])
  await page.emulateMedia({ forcedColors: 'none' })
})

describe('the keys of a person', () => {
  it('are shown once, work in a program, and say what ends before they are revoked', async () => {
    await using seen = await visitSignedIn(ken, '/me/keys', member)
    seen.expectRefusal('400 POST /api/v1/me/keys')
    const { page } = seen
    await page.getByText('No key yet').waitFor()
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByLabel('What is it for?').fill('laptop')
    await page.getByLabel(/^30 days/).check()
    await expectAccessible(page)
    await page.getByLabel('Only some sources').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Choose at least one source.').waitFor()
    // The first of the sources has the focus.
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'wiki' }).evaluate(isFocused))
      .toBe(true)
    await page.keyboard.press('Space')
    await page.getByText('Choose at least one source.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Your key “laptop”' }).waitFor()
    const key = (await page.locator('code').first().textContent()) ?? ''
    expect(key).toMatch(/^ken_/)
    expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain(key)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('The key works: 1 result for “vpn”.').waitFor()
    expect((await searchWith(ken.url, key, 'handbook')).status).toBe(200)

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Done' }).click()
    await expect.poll(() => asked).toEqual(['confirm'])
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke: laptop' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await expectAccessible(page)

    // A server stores the calls once a second.
    const stored = () => ken.world.sql('select sum(ok)::int as calls from api_key_usage')
    await expect.poll(stored).toEqual([{ calls: 2 }])
    await page.getByRole('button', { name: 'Revoke: laptop' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke “laptop”?' })
    await dialog.getByText(/^Calls in the last 24 hours: 2; the last/).waitFor()
    expect(await page.locator(':focus').textContent()).toBe('Cancel')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Revoke: laptop')
    await page.keyboard.press('Enter')
    await page.route('**/api/v1/me/keys/*', refuseOnce(seen), { times: 1 })
    await press(dialog.getByRole('button', { name: 'Revoke key' }))
    await dialog.getByRole('button', { name: /^Again in [12] s$/ }).waitFor()
    await press(dialog.getByRole('button', { name: 'Revoke key' }))
    await page.getByText('“laptop” is revoked.').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('API keys')
    expect((await searchWith(ken.url, key, 'handbook')).status).toBe(401)
    await page.getByRole('button', { name: 'Show 1 ended key' }).click()
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    await addEndedKeys(120)
    await page.reload()
    await page.getByRole('button', { name: 'Show 121 ended keys' }).click()
    await page.getByRole('cell', { name: 'Revoked' }).first().waitFor()
    const [shown] = [await page.getByRole('row').count()]
    await page.getByRole('button', { name: 'More ended keys' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(shown)
    await ken.world.sql(`delete from api_keys where name = 'ended'`)
  })
})

describe('one key', () => {
  it('shows as many calls as its usage has, is replaced by another, and revoked', async () => {
    const id = await aKeyWithUse('ci <img src=x>')
    await using seen = await visitSignedIn(ken, '/me/keys', member, { isDisposable: true })
    const { page } = seen
    await page.getByRole('link', { name: 'ci <img src=x>' }).click()
    await page.getByRole('heading', { level: 1, name: 'ci <img src=x>' }).waitFor()
    await page.getByLabel('30 days').check()
    await page.getByRole('img', { name: 'Calls in 30 days: 1,234' }).waitFor()
    for (const [outcome, calls] of [
      ['Answered', '1,200'],
      ['Over the limit', '30'],
      ['Denied', '3'],
      ['Failed', '1'],
    ])
      expect(
        await page.locator('div', { hasText: new RegExp(`^${outcome}${calls}$`) }).count(),
      ).toBe(1)
    await page.getByText('As a table').click()
    const rows = await page.getByRole('row').allTextContents()
    expect(rows.slice(1).map((row) => row.replace(/^\d+ [A-Za-z]+/, ''))).toEqual([
      '0303134',
      '1,2000001,200',
    ])
    await expectAccessible(page)
    await page.getByLabel('24 hours').check()
    await page.getByRole('img', { name: 'Calls in 24 hours: 34' }).waitFor()

    await page.getByRole('link', { name: 'Replace' }).click()
    expect(await page.getByLabel('What is it for?').inputValue()).toBe('ci <img src=x>')
    expect(await page.getByLabel('Never expires').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.locator('code').first().textContent()) ?? ''
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('The new key “ci <img src=x>” has not been used yet.').waitFor()
    expect((await searchWith(ken.url, key, 'handbook')).status).toBe(200)
    await page.getByText('You can revoke this one now.').waitFor()

    const missing = await seen.context.newPage()
    await missing.clock.install()
    seen.expectRefusal('404 GET /api/v1/me/keys/none')
    const reads: string[] = []
    missing.on('request', (request) => reads.push(new URL(request.url()).pathname))
    await missing.goto(`${ken.url}/me/keys/${id}?replacement=none`)
    await expect.poll(() => reads).toContain('/api/v1/me/keys/none')
    await missing.getByRole('button', { name: 'Revoke' }).waitFor()
    for (let step = 0; step < 3; step += 1) await missing.clock.runFor(6_000)
    expect(reads.filter((path) => path.endsWith('/none'))).toHaveLength(1)
    await missing.close()

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('“ci <img src=x>” is revoked.').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('ci <img src=x>')
    await page.getByText('It no longer works.').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' })
    expect(
      await ken.world.sql('select revoked_at is null as live from api_keys where id = $1', [id]),
    ).toEqual([{ live: false }])

    await page.goto(`${ken.url}/me/keys/new?replaces=${id}`)
    await page.getByText('This key cannot be replaced any more').waitFor()
    await page.getByRole('link', { name: 'Back to the key' }).click()
    await page.getByText('It no longer works.').waitFor()
    seen.expectRefusal('404 GET /api/v1/me/keys/gone')
    await page.goto(`${ken.url}/me/keys/new?replaces=gone`)
    await page.getByRole('link', { name: 'All your keys' }).click()
    await page.getByRole('link', { name: 'New key' }).waitFor()
    seen.expectRefusal('404 GET /api/v1/me/keys/no-key')
    await page.goto(`${ken.url}/me/keys/no-key`)
    await page.getByText('There is nothing at this address').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All your keys' }).waitFor()
  })
})

/** Keys of the member that were revoked. */
const addEndedKeys = (count: number) =>
  ken.world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix, created_by, revoked_at)
     select gen_random_uuid(), id, 'ended', md5(number::text) || md5(number::text), 'ken_aaaaaaaa', id, now()
     from users, generate_series(1, $2::int) as number where email = $1`,
    [member.email, count],
  )

/** Refuses a request as too many, with a pause of two seconds. */
const refuseOnce = (seen: Visit) => (route: Route) => {
  const { pathname } = new URL(route.request().url())
  seen.expectRefusal(`429 ${route.request().method()} ${pathname}`)
  const problem = { status: 429, code: 'TOO_MANY_REQUESTS', title: 'Wait.', detail: 'Wait.' }
  return route.fulfill({
    status: 429,
    contentType: 'application/problem+json',
    headers: { 'retry-after': '2' },
    json: problem,
  })
}

/** A key of the member without an end, with calls of now and of twenty days ago. */
async function aKeyWithUse(name: string): Promise<string> {
  const [key] = await ken.world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix, created_by)
     select gen_random_uuid(), id, $2, repeat('a', 64), 'ken_aaaaaaaa', id from users where email = $1
     returning id`,
    [member.email, name],
  )
  await ken.world.sql(
    `insert into api_key_usage (key_id, hour, ok, rate_limited, denied, failed)
     values ($1, date_trunc('hour', now()), 0, 30, 3, 1),
            ($1, date_trunc('hour', now()) - interval '20 days', 1200, 0, 0, 0)`,
    [key!['id']],
  )
  return String(key!['id'])
}

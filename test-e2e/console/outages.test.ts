import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { destinations } from '../../apps/web/src/keyboard/destinations.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { newContext } from './support/browser.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { gatedServer } from './support/gated-server.ts'
import { visitSignedIn } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
  await requireNoFactor(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('outages', () => {
  it('are said as they are, and the page returns by itself', async () => {
    const gate = await gatedServer(ken.url)
    await using seen = await visitSignedIn(gate, '/', member)
    seen.expectRefusal('503 POST /refresh')
    const { page } = seen
    await page.getByRole('search').waitFor()
    await page.waitForLoadState('networkidle')
    gate.close()
    await page.reload()
    await page.getByRole('heading', { name: 'Ken does not respond' }).waitFor()
    await expectAccessible(page)
    gate.open()
    await page.getByRole('search').waitFor()
    expect(await page.getByText('Sign in').count()).toBe(0)
  })

  it('leave the sign-in there, although what it could offer cannot be read', async () => {
    const context = await newContext()
    await context.route('**/auth/options', (route) => route.fulfill({ status: 503, json: {} }))
    await using seen = await visit(ken, '/', { context })
    seen.expectRefusal('503 GET /api/v1/auth/options')
    await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await seen.page.getByLabel('Password', { exact: true }).count()).toBe(1)
  })

  it('hold the sign-in up for a moment at most, if what it could offer never arrives', async () => {
    const context = await newContext()
    await context.route('**/auth/options', () => {})
    await using seen = await visit(ken, '/', { context })
    await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await seen.page.getByLabel('Password', { exact: true }).count()).toBe(1)
  })

  it('are said on every screen, which asks again only after a pause', async () => {
    await using seen = await visitAsOwner(ken, '/')
    const { page } = seen
    await page.getByRole('link', { name: 'System' }).waitFor()
    const asked = new Map<string, number>()
    await page.route(/\/(?:api|public)\/(?!v1\/me$)/, (route) => {
      const name = `${route.request().method()} ${new URL(route.request().url()).pathname}`
      seen.expectRefusal(`502 ${name}`)
      asked.set(name, (asked.get(name) ?? 0) + 1)
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    })
    const silent: string[] = []
    const repeated: (readonly [name: string, times: number])[] = []
    for (const { path } of Object.values(destinations)) {
      await page.goto(ken.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      await page.waitForTimeout(100)
      const text = await page.getByRole('main').innerText()
      if (asked.size > 0 && !/Ken does not respond/.test(text)) silent.push(path)
      repeated.push(...[...asked].filter(([, times]) => times > 2))
      asked.clear()
    }
    expect(repeated).toEqual([])
    // A search works without the names of sources, which it reads.
    expect(silent).toEqual(['/'])
  })

  it('stay on the screen while it is read again', async () => {
    await using seen = await visitAsOwner(ken, '/me/chats')
    const { page } = seen
    seen.expectRefusal('502 GET /api/v1/admin/groups')
    const gates = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    let asked = 0
    await page.route('**/api/v1/admin/groups?*', async (route) => {
      asked += 1
      const isBack = await gates[asked - 2]?.promise
      return isBack === true ? route.continue() : route.fulfill({ status: 502, body: 'gone' })
    })
    await page.goto(`${ken.url}/admin/groups`)
    const failure = page.getByText('Ken does not respond')
    const again = page.getByRole('button', { name: 'Try again' })
    await failure.waitFor()
    // By itself.
    await expect.poll(() => asked).toBe(2)
    expect([await failure.count(), await page.locator('.skeleton').count()]).toEqual([1, 0])
    await again.press('Enter')
    expect(await again.getAttribute('aria-busy')).toBe('true')
    gates[0]?.resolve(false)
    await expect.poll(() => again.getAttribute('aria-busy')).toBeNull()
    expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
    gates[1]?.resolve(true)
    await page.getByText('Groups decide who sees what.').waitFor()
    await failure.waitFor({ state: 'detached' })
  })

  it('leave the last data with its time, until it can be read again', async () => {
    const gate = await gatedServer(ken.url)
    await ken.world.sql(
      `update teamchat_settings set base_url = 'https://chat.example.com', bot_user_id = 'bot', bot_username = 'ken'`,
    )
    await using seen = await visitSignedIn(gate, '/me/chats', member)
    seen.expectRefusal('503 GET /api/v1/me/identities')
    const { page } = seen
    await page.getByText('No chat is linked yet.').waitFor()
    // With a code the screen asks again every few seconds.
    await page.getByRole('button', { name: 'Get a code' }).click()
    await page.getByRole('timer').waitFor()
    gate.close()
    await page.getByText(/^Ken does not respond. This page is as of \d+:\d\d:\d\d/).waitFor()
    await page.getByText('No chat is linked yet.').waitFor()
    await expectAccessible(page)
    gate.open()
    await page.getByText('This page is as of').waitFor({ state: 'detached' })
    // Without a network, Ken on this machine still responds.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
      dispatchEvent(new Event('offline'))
    })
    await page.waitForResponse('**/api/v1/me/identities')
    expect(await page.getByText('There is no network.').count()).toBe(0)
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
    await seen.context.setOffline(true)
    await page.getByText('There is no network. This page is as of').waitFor()
    await seen.context.setOffline(false)
    await page.getByText('This page is as of').waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Linked chats' }).count()).toBe(1)
  })

  it.each([
    { path: '/admin/knowledge/import', list: '/api/v1/admin/knowledge/sources' },
    { path: '/admin/keys/new', list: '/api/v1/admin/knowledge/sources' },
    { path: '/me/keys/new', list: '/api/v1/me/sources' },
  ])('$path says that the list of sources could not be read', async ({ path, list }) => {
    await using seen = await visitAsOwner(ken, '/me/chats')
    const { page } = seen
    const failure = page.getByText('Something went wrong.')
    seen.expectRefusal(`500 GET ${list}`)
    await page.route(`**${list}`, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(ken.url + path)
    await failure.waitFor()
    await page.unroute(`**${list}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

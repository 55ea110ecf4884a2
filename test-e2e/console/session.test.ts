import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { gatedServer } from './support/gated-server.ts'
import { expire, hold } from './support/requests.ts'
import { signInAt, visitSignedIn } from './support/sign-in.ts'
import { heapHas, stored } from './support/stored.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('R45 what a browser keeps', () => {
  it('holds no token and no word of a search, signed in and afterwards', async () => {
    await using seen = await visit(ken, '/')
    const { page } = seen
    await signInAt(seen, member)
    await page.getByRole('searchbox').fill('unforgettable')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing that you may see').waitFor()
    const during = await stored(page)
    expect(during).toMatchObject({ localStorage: [], databases: [], caches: [], cookies: '' })
    expect(JSON.stringify(during)).not.toMatch(/unforgettable|eyJ|password|herons/)
    const url = new URL(page.url())
    expect([url.pathname, url.search]).toEqual(['/', ''])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    expect(await page.content()).not.toContain('Nothing that you may see')
    // The page forgets at once; the server clears the cookie with its response.
    const cookies = async () => (await seen.context.cookies()).map(({ name }) => name)
    await expect.poll(cookies).not.toContain('__Host-ken_refresh')
  })

  it('is forgotten by the page too: after signing out its heap has neither the key nor the token', async () => {
    await using seen = await visitSignedIn(ken, '/me/keys/new', member)
    const { page } = seen
    await page.getByLabel('What is it for?').waitFor()
    const granted = page.waitForResponse('**/refresh')
    await page.reload()
    const { access_token: token } = (await (await granted).json()) as { access_token: string }
    await page.getByLabel('What is it for?').fill('laptop')
    const created = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Create key' }).click()
    const { key } = (await (await created).json()) as { key: string }
    await page.getByText(key, { exact: true }).waitFor()
    expect(await heapHas(page, [key, token])).toEqual([true, true])
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke: laptop' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await expect.poll(() => heapHas(page, [key, token])).toEqual([false, false])
  })
})

describe('a sign-out that Ken has not confirmed', () => {
  it('is said, survives a reload without a new session, and is tried until it is confirmed', async () => {
    await using seen = await visitSignedIn(ken, '/', member)
    seen.expectRefusal('503 POST /logout')
    const { page } = seen
    await page.getByRole('search').waitFor()
    await page.route('**/logout', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: 'Sign out' }).click()
    const notice = page.getByText('Ken has not confirmed it')
    await notice.waitFor()
    await page.reload()
    await notice.waitFor()
    await page.unroute('**/logout')
    await page.getByText('You are signed out.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await notice.count()).toBe(0)
  })
})

describe('tabs', () => {
  it.each([true, false])('sign in and out together, with locks: %s', async (hasLocks) => {
    await using seen = await visit(ken, '/', { isDisposable: !hasLocks })
    if (!hasLocks) {
      await seen.context.addInitScript(() => {
        Object.defineProperty(navigator, 'locks', { value: undefined })
        Reflect.deleteProperty(Navigator.prototype, 'locks')
      })
      await seen.page.reload()
    }
    const other = await seen.tab()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInAt(seen, member)
    for (const page of [seen.page, other]) await page.getByRole('search').waitFor()
    await seen.page.getByRole('button', { name: 'Sign out' }).click()
    for (const page of [seen.page, other]) await page.getByText('You are signed out.').waitFor()
    expect(seen.page.url()).toBe(`${ken.url}/`)
  })

  it.each([true, false])(
    'keep everyone signed in when three tokens expire at once, with locks: %s',
    async (hasLocks) => {
      const gate = await gatedServer(ken.url)
      await using seen = await visitSignedIn(gate, '/', member, { isDisposable: !hasLocks })
      seen.expectRefusal('401 POST /public/v1/search')
      if (!hasLocks)
        await seen.context.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, 'locks')
        })
      if (!hasLocks) await seen.page.reload()
      const pages = [seen.page]
      while (pages.length < 3) pages.push(await seen.tab())
      for (const page of pages) {
        await page.getByRole('searchbox').fill('badge')
        await page.route('**/public/v1/search', expire, { times: 1 })
      }
      const before = gate.refreshes().count
      await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Search' }).click()))
      for (const page of pages) await page.getByText('Nothing that you may see').waitFor()
      const { count, most } = gate.refreshes()
      // Without locks they may run at the same time, which the grace window allows.
      expect([count - before, hasLocks ? most : 1]).toEqual([3, 1])
      for (const page of pages) expect(await page.getByRole('searchbox').count()).toBe(1)
    },
  )
})

describe('a page that is left', () => {
  it('in the middle of a refresh leaves the new token, so that the next page is signed in', async () => {
    const gate = await gatedServer(ken.url)
    await using seen = await visitSignedIn(gate, '/', member)
    const { page } = seen
    await page.getByRole('search').waitFor()
    const token = async () =>
      (await seen.context.cookies()).find(({ name }) => name === '__Host-ken_refresh')?.value
    const before = await token()
    const release = gate.holdRefreshes()
    const { count } = gate.refreshes()
    void page.reload().catch(() => {})
    await expect.poll(() => gate.refreshes().count).toBe(count + 1)
    // By the time that another page has arrived, the browser has dropped what it no longer waits for.
    for (const path of ['/healthz', '/readyz']) await page.goto(gate.url + path)
    release()
    await expect.poll(token).not.toBe(before)
    await page.goto(gate.url)
    await page.getByRole('search').waitFor()
  })
})

describe('an outage', () => {
  it('is said as it is, and the page returns by itself', async () => {
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
})

describe('a screen that fails', () => {
  it('leaves the frame and says which request to report', async () => {
    await using seen = await visitSignedIn(ken, '/me', member)
    const { page } = seen
    seen.expectError("reading 'length'")
    await page.route('**/api/v1/me/agents', (route) =>
      route.fulfill({ json: {}, headers: { 'x-request-id': 'the-request' } }),
    )
    // Another response arrives after the screen threw, and only then the code that says so.
    const releaseProfile = await hold(page, '**/api/v1/me')
    const releaseCode = await hold(page, '**/assets/watch-*')
    await page.reload()
    const thrown = page.waitForEvent('console', (logged) => logged.text().includes("'length'"))
    await page.getByRole('link', { name: 'Agents' }).click()
    await thrown
    const profile = page.waitForResponse('**/api/v1/me')
    releaseProfile()
    await profile
    releaseCode()
    await page.getByRole('heading', { name: 'This page is broken' }).waitFor()
    await page.getByRole('main').getByText('the-request').waitFor()
    expect(await page.getByRole('link', { name: 'Search' }).count()).toBe(1)
    await expectAccessible(page)
    await page.unroute('**/api/v1/me/agents')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('You have no agents.').waitFor()
  })

  it('is loaded again once when an update took its code, and drafts are kept', async () => {
    await using seen = await visitSignedIn(ken, '/me', member)
    const { page } = seen
    seen.expectError('The code of a screen could not be loaded.')
    let missing = 0
    await page.route('**/assets/agents-screen-*', (route) => {
      const { pathname } = new URL(route.request().url())
      missing += 1
      seen.expectRefusal(`404 GET ${pathname}`)
      return missing === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    const name = page.getByLabel('New name')
    await page.getByRole('button', { name: 'Change the name' }).click()
    await name.fill('Half a name')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    const agents = page.getByRole('link', { name: 'Agents' })
    await agents.click()
    await expect.poll(() => asked).toEqual(['confirm'])
    expect(new URL(page.url()).pathname).toBe('/me')
    await agents.click()
    await page.getByText('You have no agents.').waitFor()
    expect([missing, asked]).toEqual([2, ['confirm', 'confirm']])
    expect(JSON.stringify(await stored(page))).not.toContain('Half a name')
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Change the name' }).click()
    expect(await name.inputValue()).toBe('Half a name')
  })

  it('is loaded again in the chosen language when an update took its words', async () => {
    await using seen = await visitSignedIn(ken, '/me', member)
    seen.expectError('The code of a screen could not be loaded.')
    const { page } = seen
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    let isUpdated = false
    page.on('domcontentloaded', () => (isUpdated = true))
    await page.route('**/assets/messages.de-*', (route) => {
      if (isUpdated) return route.continue()
      seen.expectRefusal(`404 GET ${new URL(route.request().url()).pathname}`)
      return route.fulfill({ status: 404 })
    })
    await page.getByLabel('Deutsch').click()
    await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
    expect(isUpdated).toBe(true)
  })
})

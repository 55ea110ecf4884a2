import { createServer, request as forward } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { ken as runKen } from '../support/ken-program.ts'
import { tokenIn } from '../support/mail.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt, visitSignedIn } from './support/sign-in.ts'
import { stored } from './support/stored.ts'
import { visit } from './support/visit.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
  await addMemberWithPassword(ken.world, { ...member, email: 'other@example.com' })
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
})

describe('tabs', () => {
  it.each([true, false])('sign in and out together, with locks: %s', async (hasLocks) => {
    await using seen = await visit(ken, '/')
    if (!hasLocks) {
      await seen.context.addInitScript(() => {
        Object.defineProperty(navigator, 'locks', { value: undefined })
        Reflect.deleteProperty(Navigator.prototype, 'locks')
      })
      await seen.page.reload()
    }
    const others = [await seen.tab(), await seen.tab()]
    for (const page of others) await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInAt(seen, member)
    for (const page of [seen.page, ...others]) await page.getByRole('search').waitFor()
    await seen.page.getByRole('button', { name: 'Sign out' }).click()
    for (const page of [seen.page, ...others]) await page.getByText('You are signed out.').waitFor()
    expect(seen.page.url()).toBe(`${ken.url}/`)
  })

  it('become those of the person who accepts an invitation in one of them', async () => {
    const invited = await runKen(['users', 'invite', 'grace@example.com'], ken.world)
    expect(invited.code).toBe(0)
    const token = tokenIn(await ken.sink.nextEmailTo('grace@example.com'))
    await using seen = await visitSignedIn(ken, '/', member)
    await seen.page.getByText('Member', { exact: true }).first().waitFor()
    const other = await seen.tab(`/invite#${token}`)
    await other.getByLabel('Name').fill('Grace Hopper')
    await other.getByLabel('Password', { exact: true }).fill('lantern pigeon meadow oboe')
    await other.getByRole('button', { name: 'Create your account' }).click()
    for (const page of [other, seen.page]) await page.getByText('Grace Hopper').waitFor()
  })
})

describe('the end of a session', () => {
  it('shows the sign-in at the same address with the reason, and the screen returns after it', async () => {
    await using seen = await visitSignedIn(ken, '/', member)
    const { page } = seen
    seen.expectRefusal('401 POST /public/v1/search')
    await page.getByRole('search').waitFor()
    await ken.world.sql(
      'delete from sessions where user_id = (select id from users where email = $1)',
      [member.email],
    )
    const expired = { status: 401, code: 'TOKEN_EXPIRED', title: 'Expired.', detail: 'Expired.' }
    await page.route('**/public/v1/search', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', json: expired }),
    )
    await page.getByRole('searchbox').fill('badge')
    await page.keyboard.press('Enter')
    await page.getByText('You were signed out, because the session has ended').waitFor()
    await expectAccessible(page)
    await page.unroute('**/public/v1/search')
    await signInAt(seen, member)
    await page.getByText('Nothing that you may see').waitFor()
    expect(page.url()).toBe(`${ken.url}/#q=badge`)
  })
})

describe('stages', () => {
  it('replace a temporary password before anything else', async () => {
    await ken.world.sql('update users set must_change_password = true where email = $1', [
      'other@example.com',
    ])
    await using seen = await visit(ken, '/')
    seen.expectRefusal('422 POST /login/password')
    const { page } = seen
    await signInAt(seen, { ...member, email: 'other@example.com' })
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await expectAccessible(page)
    const field = page.getByLabel('New password', { exact: true })
    await field.fill(member.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The same as the current password').waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await field.fill('seven loud pelicans under a bridge')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('search').waitFor()
    expect(await page.locator('input[type=password]').count()).toBe(0)
  })

  it('draw a second factor that became necessary in place of the screen, and return to it', async () => {
    await using seen = await visitSignedIn(ken, '/', member)
    const { page } = seen
    // The screen also asks for the sources, whenever that happens to arrive.
    seen.expectRefusal('403 POST /public/v1/search', '403 GET /api/v1/me/sources')
    await page.getByRole('search').waitFor()
    await ken.world.sql(`update org_settings set mfa_required_roles = '{Owner,Admin,Member}'`)
    onTestFinished(async () => {
      await ken.world.sql(`update org_settings set mfa_required_roles = '{Owner,Admin}'`)
    })
    await page.getByRole('searchbox').fill('anything')
    await page.keyboard.press('Enter')
    await page.getByText('Your role now requires a code').waitFor()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await expectAccessible(page)
    expect(page.url()).toBe(`${ken.url}/#q=anything`)
  })
})

describe('outages', () => {
  it('are said as they are, and the page returns by itself', async () => {
    const gate = await gatedServer(ken.url)
    await using seen = await visitSignedIn(gate, '/', member)
    seen.expectRefusal('503 POST /refresh')
    const { page } = seen
    await page.getByRole('search').waitFor()
    gate.close()
    await page.reload()
    await page.getByRole('heading', { name: 'Ken does not respond' }).waitFor()
    await expectAccessible(page)
    gate.open()
    await page.getByRole('search').waitFor()
    expect(await page.getByText('Sign in').count()).toBe(0)
  })
})

it('signs in as the Owner of a role that requires a second factor only after enrolment', async () => {
  await using seen = await visit(ken, '/')
  await signInAt(seen, { email: ownerEmail, password: ownerPassword })
  await seen.page.getByText('Step 2 of 3').waitFor()
  await seen.page.getByRole('button', { name: 'Back to sign in' }).click()
  expect(await seen.page.getByLabel('Email address').inputValue()).toBe(ownerEmail)
})

/** A proxy at an address of its own that answers `POST /refresh` with 503 while it is closed. */
async function gatedServer(target: string) {
  let isOpen = true
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    if (!isOpen && incoming.url === '/refresh') {
      outgoing.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const { method = 'GET', url = '/', headers } = incoming
    incoming.pipe(
      forward({ hostname, port, method, path: url, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => proxy.closeAllConnections())
  onTestFinished(() => void proxy.close())
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    open: () => (isOpen = true),
    close: () => (isOpen = false),
  }
}

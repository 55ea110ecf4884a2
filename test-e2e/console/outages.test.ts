import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor } from './support/administrator.ts'
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

  it('hold the sign-in up for a moment at most, if what it could offer never arrives', async () => {
    const context = await newContext()
    await context.route('**/auth/options', () => {})
    await using seen = await visit(ken, '/', { context })
    await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await seen.page.getByLabel('Password', { exact: true }).count()).toBe(1)
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
})

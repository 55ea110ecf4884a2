import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kenJsonHere } from '../support/ken-here.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { linkSender } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, followedKeyboard, openPalette, press } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

describe('the chats of a person', () => {
  it('are linked by a code that the bot returns, and unlinked', async () => {
    const { key } = await kenJsonHere<{ key: string }>(
      ['keys', 'create-service', '--source', 'bot_gateway', '--name', 'chat'],
      ken.world,
    )
    await ken.world.sql(
      `update teamchat_settings
       set base_url = 'https://chat.example.com', bot_user_id = 'bot', bot_username = 'ken'`,
    )
    await using seen = await visitSignedIn(ken, '/me/chats', member)
    const { page } = seen
    await page.getByText('Ken is @ken at').waitFor()
    await page.getByText('bot_gateway: a program of your organisation').waitFor()
    await page.getByText('No chat is linked yet.').waitFor()
    // The bot of team chat is off.
    expect(await page.getByLabel('Any chat').isChecked()).toBe(true)
    await page.getByLabel('Team chat').check()
    await page.getByRole('button', { name: 'Get a code' }).click()
    await page.getByText('works once, and for this chat only: Team chat').waitFor()
    const chosen = await page.locator('code').textContent()
    const elsewhere = await linkSender(ken.url, key, chosen)
    expect(elsewhere.status).toBe(403)
    await page.getByLabel('Any chat').check()
    await page.getByRole('button', { name: 'Get another code' }).click()
    await page.getByText('It works once.').waitFor()
    await page.getByText(/^Works for (10:00|9:\d\d)$/).waitFor()
    const code = await page.locator('code').textContent()
    const linked = await linkSender(ken.url, key, code)
    expect(linked.status).toBe(200)
    await page.getByText('Linked: bot_gateway, U0123').waitFor()
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Unlink: bot_gateway' }))
    const dialog = page.getByRole('alertdialog')
    const isSent = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    await page.route('**/api/v1/me/identities/*', async (route) => {
      isSent.resolve()
      await mayGoOn.promise
      await route.continue()
    })
    await press(dialog.getByRole('button', { name: 'Unlink' }))
    await isSent.promise
    await dialog.getByText('In progress').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true })
    expect(await dialog.isVisible()).toBe(true)
    mayGoOn.resolve()
    await page.getByText('No chat is linked yet.').waitFor()
    // The table with the button is gone.
    await expect.poll(() => nameOfFocus(page)).toBe('Linked chats')
    expect(await ken.world.sql('select count(*) from identity_mapping')).toEqual([{ count: '0' }])
  })
})

it('shows the profile and the agents, and keeps theme and language of this browser', async () => {
  await ken.world.sql(
    `insert into personal_agents (id, owner_id, name, enabled)
     select gen_random_uuid(), id, 'digest <b>', false from users where email = $1`,
    [member.email],
  )
  await using seen = await visitSignedIn(ken, '/', member)
  const { page } = seen
  await page.getByRole('link', { name: 'Member' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByText(member.email).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('button', { name: 'Turn on: digest <b>' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('Dark').check()
  await page.getByLabel('Deutsch').click()
  await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor()
  const look = await page.evaluate(() => [
    document.documentElement.lang,
    getComputedStyle(document.documentElement).colorScheme,
  ])
  expect(look).toEqual(['de', 'dark'])
})

it('turns shortcuts of a single key off in this browser', async () => {
  await using seen = await visitSignedIn(ken, '/me', member)
  const { page } = seen
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByText('All keyboard shortcuts').click()
  await page.getByRole('row').last().waitFor()
  await followedKeyboard(page)
  await page.keyboard.press('?')
  await shortcuts.waitFor()
  // A screen of 1,280 by 800 at twice the size.
  await page.setViewportSize({ width: 640, height: 400 })
  const box = await shortcuts.boundingBox()
  expect(box!.y + box!.height).toBeLessThanOrEqual(400)
  await shortcuts.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('group', { name: /^Shortcuts of a single key/ })
    .getByLabel('Off')
    .check()
  await page.reload()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await followedKeyboard(page)
  await page.keyboard.press('?')
  await openPalette(page)
  expect(await shortcuts.count()).toBe(0)
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).click()
  await shortcuts.getByText('Single keys are off').waitFor()
})

import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { addMembersWithPassword, type member } from '../support/member.ts'
import { cookieOf, refresh } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press } from './support/keyboard.ts'
import { visitSignedIn } from './support/sign-in.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newPassword = 'lantern pigeon meadow oboe'
const address = '/me/security'

let ken: ConsoleWorld
let people: readonly (typeof member)[]
beforeAll(async () => {
  ken = await consoleWorld()
  people = await addMembersWithPassword(ken.world, 9)
})
afterAll(() => ken[Symbol.asyncDispose]())

/** Signs a person in on another device, and returns its cookie. */
async function otherDevice(person: typeof member, userAgent = firefox): Promise<string> {
  const response = await post(`${ken.url}/login`, person, { 'user-agent': userAgent })
  expect(response.status).toBe(200)
  return cookieOf(response)
}

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await refresh(ken, cookie)).status === 200

describe('the password', () => {
  it('is changed with the current one, refusals stand at their fields, and other devices are signed out', async () => {
    const person = people[0]!
    const other = await otherDevice(person)
    await using seen = await visitSignedIn(ken, address, person)
    const change = '/api/v1/auth/password/change'
    seen.expectRefusal(`403 POST ${change}`, `422 POST ${change}`)
    const { page } = seen
    const send = page.getByRole('button', { name: 'Set the password' })
    await page.getByRole('button', { name: 'Change the password' }).click()
    const current = page.getByLabel('Current password')
    const next = page.getByLabel('New password', { exact: true })
    await expect
      .poll(() => current.evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByText('All your other devices are signed out.').waitFor()
    await page.getByText('Four unrelated words are enough').waitFor()

    await current.fill('wrong')
    await next.fill(newPassword)
    await send.click()
    await page.getByText('The current password is wrong.').waitFor()
    expect(await current.getAttribute('aria-invalid')).toBe('true')
    await current.fill(person.password)
    await next.fill('password1')
    await send.click()
    await page.getByText('Too easy to guess').waitFor()
    expect(await next.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    expect(await isSignedIn(other)).toBe(true)

    await next.fill(newPassword)
    await send.click()
    await page.getByText('The password is changed. All your other devices').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('Password')
    expect(await page.locator('input').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out: Firefox on Linux' }).waitFor({
      state: 'detached',
    })
    expect(await isSignedIn(other)).toBe(false)
    await page.reload()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    await otherDevice({ ...person, password: newPassword })
  })
})

const gone = (route: Route) => route.fulfill({ status: 502, body: 'gone' })

describe('two-factor authentication', () => {
  it('is set up, its recovery codes are renewed with a code, and it is turned off', async () => {
    const person = people[1]!
    const renewCodes = '/api/v1/me/mfa/recovery-codes'
    await using seen = await visitSignedIn(ken, address, person)
    seen.expectRefusal('403 POST /api/v1/me/mfa/confirm', `403 POST ${renewCodes}`)
    seen.expectRefusal('502 POST /api/v1/me/mfa/enrol')
    const { page } = seen
    const setUp = page.getByRole('button', { name: 'Set up two-factor authentication' })
    await page.route(
      '**/assets/qr-code-*.js',
      (route) => {
        seen.expectRefusal(`404 GET ${new URL(route.request().url()).pathname}`)
        return route.fulfill({ status: 404 })
      },
      { times: 1 },
    )
    await setUp.click()
    await page.getByText('The QR code could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Copy the secret' }).waitFor()
    await page.reload()
    await page.route('**/api/v1/me/mfa/enrol', gone, { times: 1 })
    await setUp.click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const secret = (await page.locator('code').first().textContent())?.replaceAll(' ', '') ?? ''
    await expectAccessible(page)
    const first = page.getByLabel('Enter the code that it shows')
    await first.fill('000000')
    await page.getByText('This code is not accepted').waitFor()
    await first.fill(codeOf(secret))
    await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
    await expectAccessible(page)
    const codes = await page.locator('li code').allTextContents()
    expect(codes).toHaveLength(10)

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'API keys' }).click()
    await expect.poll(() => asked).toEqual(['confirm'])
    await page.getByLabel('I have stored them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('On, 10 recovery codes left').waitFor()
    expect(await page.content()).not.toContain(codes[0])

    await page.getByRole('button', { name: 'Get new recovery codes' }).click()
    await page.getByText('stop working (10 left)').waitFor()
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Replace the codes' }).click()
    await page.getByText('This code is not accepted').waitFor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
    await page.getByRole('button', { name: 'Replace the codes' }).click()
    await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
    const renewed = await page.locator('li code').allTextContents()
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    await page.getByLabel('I have stored them').check()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click()
    await page.getByText('From then on the password alone signs you in').waitFor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(renewed[0]!)
    await press(page.getByRole('button', { name: 'Turn off', exact: true }))
    await page.getByText('Two-factor authentication is off.').waitFor()
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).waitFor()
    expect(
      await ken.world.sql('select mfa_secret from users where email = $1', [person.email]),
    ).toEqual([{ mfa_secret: null }])
  })
})

describe('the signed-in devices', () => {
  it('are listed with this one marked, and are signed out one by one or all others at once', async () => {
    const person = people[3]!
    const firefoxDevice = await otherDevice(person)
    const robots = [await otherDevice(person, 'robot/1'), await otherDevice(person, 'robot/1')]
    await using seen = await visitSignedIn(ken, address, person)
    const { page } = seen
    const row = page.getByRole('row').filter({ hasText: 'This device' })
    await row.waitFor()
    expect(await row.getByRole('button').count()).toBe(0)

    const one = page.getByRole('button', { name: 'Sign out: Firefox on Linux' })
    await one.click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('can still read for up to 15 minutes').waitFor()
    expect(await page.locator(':focus').textContent()).toBe('Cancel')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await isSignedIn(robots[0]!)).toBe(true)
    await press(one)
    await press(dialog.getByRole('button', { name: 'Sign out' }))
    await page.getByText('Firefox on Linux is signed out.').waitFor()
    await one.waitFor({ state: 'detached' })
    expect(await page.locator(':focus').textContent()).toBe('Signed-in devices')
    expect(await isSignedIn(firefoxDevice)).toBe(false)

    await press(page.getByRole('button', { name: 'Sign out all other devices' }))
    expect(await dialog.getByText(/, last active:/).count()).toBe(2)
    await press(dialog.getByRole('button', { name: 'Sign out all other devices' }))
    await page.getByText('All other devices are signed out.').waitFor()
    await page
      .getByRole('button', { name: /^Sign out: robot/ })
      .first()
      .waitFor({
        state: 'detached',
      })
    expect(await isSignedIn(robots[1]!)).toBe(false)
    await page.reload()
    await row.waitFor()
  })
})

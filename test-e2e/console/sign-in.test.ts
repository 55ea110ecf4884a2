import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptsMax } from '../../apps/web/src/sign-in/stages/stage-props.ts'
import { codeOf } from '../support/authenticator.ts'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, enrolOwner, sessionOf, stepOf } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

const other = { ...member, email: 'other@example.com' }
const owner = { email: ownerEmail, password: ownerPassword }
const isFocused = (element: Element): boolean => element === document.activeElement

describe('signing in', () => {
  let ken: ConsoleWorld
  beforeAll(async () => {
    ken = await consoleWorld({ mail: false })
    await addMemberWithPassword(ken.world)
    await addMemberWithPassword(ken.world, { ...member, email: other.email })
  })
  afterAll(() => ken[Symbol.asyncDispose]())

  it('happens at the address that was asked for, and stays there', async () => {
    await using seen = await visit(ken, '/#q=vpn')
    await seen.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInAt(seen, member)
    await seen.page.getByRole('search').waitFor()
    expect(seen.page.url()).toBe(`${ken.url}/#q=vpn`)
    await seen.page.reload()
    await seen.page.getByRole('search').waitFor()
  })

  it('keeps the address when the password is wrong, and says so in one sentence', async () => {
    await using seen = await visit(ken, '/')
    seen.expectRefusal('401 POST /login')
    const { page } = seen
    const [email, password] = [
      page.getByLabel('Email address'),
      page.getByLabel('Password', { exact: true }),
    ]
    // Typed key by key, as people do: the focus may not move meanwhile.
    await expect.poll(() => email.evaluate(isFocused)).toBe(true)
    await page.keyboard.type(member.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('The email address or the password is wrong.').waitFor()
    expect(await email.inputValue()).toBe(member.email)
    await expect.poll(() => password.evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(member.password)
    await page.keyboard.press('Enter')
    await page.getByRole('search').waitFor()
  })

  it('replaces a temporary password, which is shown once, before anything else', async () => {
    await requireNoFactor(ken.world)
    const [account] = await ken.world.sql('select id from users where email = $1', [other.email])
    await using asOwner = await visitAsOwner(ken, `/admin/people/${String(account?.['id'])}`)
    const reset = asOwner.page.getByRole('button', { name: 'Reset the password' })
    await reset.click()
    const dialog = asOwner.page.getByRole('alertdialog')
    await dialog.getByText('you get a temporary password to hand over').waitFor()
    await dialog.getByRole('button', { name: 'Reset the password' }).click()
    await asOwner.page.getByRole('heading', { name: 'Temporary password of Member' }).waitFor()
    await expectAccessible(asOwner.page)
    const temporary = (await asOwner.page.locator('main code').textContent()) ?? ''
    const done = asOwner.page.getByRole('button', { name: 'Done' })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    const asked: string[] = []
    asOwner.page.on('dialog', (question) => {
      asked.push(question.type())
      void question.dismiss()
    })
    await asOwner.page.getByRole('link', { name: 'Audit' }).click()
    await expect.poll(() => asked).toEqual(['confirm'])
    await asOwner.page.getByLabel('I have stored it').check()
    await done.click()
    await reset.waitFor()
    expect(await asOwner.page.content()).not.toContain(temporary)

    await using seen = await visit(ken, '/me/keys')
    seen.expectRefusal('422 POST /login/password')
    const { page } = seen
    await signInAt(seen, { ...other, password: temporary })
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await page.getByText('You signed in with a temporary password.').waitFor()
    await expectAccessible(page)
    const field = page.getByLabel('New password', { exact: true })
    await field.fill(temporary)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The same as the current password').waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await field.fill(other.password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    expect(await page.locator('input[type=password]').count()).toBe(0)
  })

  it('follows a change of the role, and sets two-factor authentication up again after it was removed', async () => {
    await requireNoFactor(ken.world)
    const headers = bearer((await sessionOf(ken, other)).token)
    const enrol = (step: string, body = {}) =>
      post(`${ken.url}/api/v1/me/mfa/${step}`, body, headers)
    const { secret: old } = await stepOf(await enrol('enrol'))
    expect((await enrol('confirm', { code: codeOf(old) })).status).toBe(200)
    await ken.world.sql('update users set mfa_last_step = null')
    await using seen = await visit(ken, '/me')
    const { page } = seen
    await signInAt(seen, other)
    await page.getByLabel('Code from your authenticator app').fill(codeOf(old))
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)

    const [account] = await ken.world.sql('select id from users where email = $1', [other.email])
    await using asOwner = await visitAsOwner(ken, `/admin/people/${String(account?.['id'])}`)
    const dialog = asOwner.page.getByRole('alertdialog')
    await asOwner.page.getByRole('button', { name: 'Change the role' }).click()
    const change = dialog.getByRole('button', { name: 'Change the role' })
    expect(await change.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Admin').check()
    await dialog.getByText('An Admin administers Members.').waitFor()
    await expectAccessible(asOwner.page)
    await change.click()
    await dialog.waitFor({ state: 'detached' })
    // The window of the other person gets the focus again.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('link', { name: 'People' }).waitFor()

    await ken.world.sql(`update org_settings set mfa_required_roles = '{Admin}'`)
    await asOwner.page.getByRole('button', { name: 'Reset two-factor authentication' }).click()
    await dialog.getByText('all sessions end').waitFor()
    await dialog.getByRole('button', { name: 'Reset two-factor authentication' }).click()
    await dialog.waitFor({ state: 'detached' })
    await ken.world.sql('update users set mfa_last_step = null')
    await using again = await visit(ken, '/admin/people')
    await signInAt(again, other)
    await again.page.getByRole('img', { name: 'QR code' }).waitFor()
    const secret = await again.page.locator('code').first().textContent()
    const renewed = (secret ?? '').replaceAll(' ', '')
    expect(renewed).not.toBe(old)
    await again.page.getByLabel('Enter the code that it shows').fill(codeOf(renewed))
    await again.page.getByLabel('I have stored them').check()
    await again.page.getByRole('button', { name: 'Continue' }).click()
    await again.page.getByRole('heading', { name: 'People' }).waitFor()
  })

  it('counts down a pause, starts again after a reload, refuses a replayed code, and says when the attempts are used up', async () => {
    await ken.world.sql(`update org_settings set mfa_required_roles = '{Owner,Admin}'`)
    await ken.world.sql(
      `update users set mfa_secret = null, mfa_enabled_at = null, mfa_last_step = null where role = 'Owner'`,
    )
    const { secret } = await enrolOwner(ken.world, ken.server)
    await using seen = await visit(ken, '/me')
    seen.expectRefusal('429 POST /login', '401 POST /login/mfa')
    const { page } = seen
    const code = page.getByLabel('Code from your authenticator app')
    const problem = { status: 429, code: 'RATE_LIMITED', title: 'Wait.', detail: 'Wait.' }
    const throttled = {
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'retry-after': '2' },
      json: problem,
    }
    await page.route('**/login', (route) => route.fulfill(throttled), { times: 1 })
    await signInAt(seen, owner)
    await page.getByRole('button', { name: /^Again in [12] s$/ }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await code.waitFor()
    await page.reload()
    await signInAt(seen, owner)
    const accepted = codeOf(secret, Date.now() + 30_000)
    await code.fill(accepted)
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/me')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await signInAt(seen, owner)
    await code.fill(accepted)
    await page.getByText('This code is not accepted').waitFor()
    expect(await code.inputValue()).toBe(accepted)
    for (let attempts = 1; attempts < attemptsMax; attempts += 1) {
      const refusal = page.waitForResponse('**/login/mfa')
      await code.fill(String(attempts).padStart(6, '0'))
      await refusal
    }
    await page.getByText('All attempts for this step are used up.').waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe(owner.email)
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMemberWithPassword, member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

const other = { ...member, email: 'other@example.com' }
const isFocused = (element: Element): boolean => element === document.activeElement

describe('signing in', () => {
  let ken: ConsoleWorld
  beforeAll(async () => {
    ken = await consoleWorld({ mail: false })
    await addMemberWithPassword(ken.world)
    await addMemberWithPassword(ken.world, { ...member, email: other.email })
  })
  afterAll(() => ken[Symbol.asyncDispose]())

  it('happens at the address that was asked for, and keeps the email address when the password is wrong', async () => {
    await using seen = await visit(ken, '/#q=vpn')
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
    expect(page.url()).toBe(`${ken.url}/#q=vpn`)
    await page.reload()
    await page.getByRole('search').waitFor()
  })

  it('replaces a temporary password, which is shown once, before anything else', async () => {
    await requireNoFactor(ken.world)
    const [account] = await ken.world.sql('select id from users where email = $1', [other.email])
    await using asOwner = await visitAsOwner(ken, `/admin/people/${String(account?.['id'])}`)
    const dialog = asOwner.page.getByRole('alertdialog')
    await asOwner.page.getByRole('button', { name: 'Change the role' }).click()
    await dialog.getByLabel('Admin').check()
    await expectAccessible(asOwner.page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const reset = asOwner.page.getByRole('button', { name: 'Reset the password' })
    await reset.click()
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
})

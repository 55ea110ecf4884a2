import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { kenHere } from '../support/ken-here.ts'
import { tokenIn } from '../support/mail.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { enrolOwner } from '../support/session.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { signInAt } from './support/sign-in.ts'
import { stored } from './support/stored.ts'
import { visit, type Visit } from './support/visit.ts'

const owner = { email: ownerEmail, password: ownerPassword }
const left = 'The page was left before you were signed in. Start again.'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await addMemberWithPassword(ken.world)
})
beforeEach(async () => {
  await ken.world.sql(
    'update users set mfa_secret = null, mfa_enabled_at = null, mfa_last_step = null',
  )
})
afterAll(() => ken[Symbol.asyncDispose]())

const qrCode = (page: Page) => page.getByRole('img', { name: 'QR code' })
const secretOn = async (page: Page): Promise<string> => {
  await qrCode(page).waitFor()
  return ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
}

/** The requests of a sign-in that a page sends. */
function stepsOf({ page }: Visit): readonly string[] {
  const steps: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/login')) steps.push(pathname)
  })
  return steps
}

/** Back to the page before, and forward. */
async function turnAround(page: Page): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.goForward()
}

/** Types a code as an input method of Japanese does. */
async function composeFullWidth(field: Locator, code: string): Promise<void> {
  await field.focus()
  const keyboard = await field.page().context().newCDPSession(field.page())
  const text = code.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)]!)
  for (const { length } of [text.slice(0, 1), text.slice(0, 2), text]) {
    const range = { selectionStart: length, selectionEnd: length }
    await keyboard.send('Input.imeSetComposition', { text: text.slice(0, length), ...range })
  }
  await keyboard.send('Input.insertText', { text })
}

/** The sign-in after another page of Ken, with the person of the address. */
async function startOver(page: Page, email: string): Promise<void> {
  await page.getByText(left).waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.inputValue()).toBe('')
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
  const { localStorage, sessionStorage } = await stored(page)
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('ken.')
}

it('continues each step after Back and Forward, with the same secret and codes, and sends nothing twice', async () => {
  await using seen = await visit(ken, '/')
  const { page } = seen
  const steps = stepsOf(seen)
  await page.getByLabel('Email address').fill(ownerEmail)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  expect(await page.getByLabel('Email address').inputValue()).toBe(ownerEmail)
  await signInAt(seen, owner)
  const secret = await secretOn(page)
  await turnAround(page)
  expect(await secretOn(page)).toBe(secret)
  await page.getByLabel('Enter the code that it shows').fill(codeOf(secret))
  const codes = page.locator('li code')
  await codes.first().waitFor()
  const shown = await codes.allTextContents()
  await turnAround(page)
  await codes.first().waitFor()
  expect(await codes.allTextContents()).toEqual(shown)
  await page.getByLabel('I have stored them').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('search').waitFor()
  expect(steps).toEqual(['/login', '/login/mfa/enrol', '/login/mfa/confirm'])
  await page.goBack()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.goForward()
  await page.getByRole('search').waitFor()
})

it('starts again after a reload, or on the way back from elsewhere, with the address and the reason', async () => {
  const { secret, step } = await enrolOwner(ken.world, ken.server)
  await ken.world.sql('update users set mfa_last_step = null')
  await using seen = await visit(ken, '/me')
  const { page } = seen
  const code = page.getByLabel('Code from your authenticator app')
  await signInAt(seen, owner)
  await code.waitFor()
  await page.reload()
  await startOver(page, ownerEmail)
  await signInAt(seen, owner)
  await code.waitFor()
  await page.goto('about:blank')
  await page.goBack()
  await startOver(page, ownerEmail)
  await page.reload()
  await page.getByLabel('Email address').waitFor()
  expect(await page.getByText(left).count()).toBe(0)
  await signInAt(seen, owner)
  await composeFullWidth(code, codeOf(secret))
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  expect(step.recovery_codes).toHaveLength(10)
})

it('starts again after a reload of a forced change of the password, which it has not changed', async () => {
  await ken.world.sql('update users set must_change_password = true where email = $1', [
    member.email,
  ])
  await using seen = await visit(ken, '/me/keys')
  const { page } = seen
  for (const attempt of [1, 2]) {
    await signInAt(seen, member)
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await page.getByLabel('New password', { exact: true }).fill('lantern pigeon meadow oboe')
    if (attempt === 1) await page.reload()
    if (attempt === 1) await startOver(page, member.email)
  }
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
})

it('leads an accepted invitation from a reload to the sign-in, and asks before the recovery codes are left', async () => {
  const email = 'grace@example.com'
  await kenHere(['users', 'invite', email, '--role', 'Admin'], ken.world)
  const password = 'lantern pigeon meadow oboe'
  await using seen = await visit(ken, `/invite#${tokenIn(await ken.sink.nextEmailTo(email))}`)
  const { page } = seen
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create your account' }).click()
  const replaced = await secretOn(page)
  await page.reload()
  await startOver(page, email)
  await signInAt(seen, { email, password })
  const secret = await secretOn(page)
  expect(secret).not.toBe(replaced)
  await page.getByLabel('Enter the code that it shows').fill(codeOf(secret))
  await page.getByLabel('I have stored them').waitFor()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await page.getByRole('search').waitFor()
  expect(asked).toEqual(['beforeunload'])
})

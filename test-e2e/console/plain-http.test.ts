import { freePort } from '@ken/testing'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { kenJsonHere } from '../support/ken-here.ts'
import { plainHttpHost } from './support/browser.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press } from './support/keyboard.ts'
import { scan } from './support/scan.ts'
import { signInAt } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

const owner = { email: 'ada@example.com', password: 'tangerine walrus orbit 7' }

let ken: ConsoleWorld
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://${plainHttpHost}:${port}`
  ken = await consoleWorld({
    owner: false,
    env: { KEN_PORT: String(port), KEN_BASE_URL: url },
  })
})
afterAll(() => ken[Symbol.asyncDispose]())

/** What was copied last, pasted into a field of another page. */
async function copied(page: Page): Promise<string> {
  const other = await page.context().newPage()
  await other.goto(`${url}/forgot`)
  const field = other.getByLabel('Email address')
  await field.focus()
  await other.keyboard.press('Control+v')
  const text = await field.inputValue()
  await other.close()
  return text
}

/** Presses a Copy button, which says that it worked, and returns what it copied. */
async function copy(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name })
  await button.click()
  await button.getByText('Copied').waitFor()
  return copied(page)
}

it('a page that is no secure context sets up, copies, imports, tries a key, makes a link code and signs in', async () => {
  await using seen = await visit({ url })
  const { page } = seen
  expect(
    await page.evaluate(() => [isSecureContext, 'clipboard' in navigator, 'locks' in navigator]),
  ).toEqual([false, false, false])
  await page.getByRole('heading', { name: 'Set up Ken' }).waitFor()
  await page.getByLabel('Email address').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Create the Owner' }).click()
  const uri = await scan(page.getByRole('img', { name: 'QR code' }), seen.context)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  expect(await copy(page, 'Copy the secret')).toBe(secret)
  await page.getByLabel('Enter the code that it shows').fill(codeOf(secret))
  await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
  const codes = await page.locator('li code').allTextContents()
  // A field of one line joins the lines with spaces.
  expect(await copy(page, 'Copy the recovery codes')).toBe(codes.join(' '))
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('button', { name: 'Import files in the browser' }).click()
  await importFile(page)
  await page.goto(`${url}/me/keys/new`)
  await page.getByLabel('What is it for?').fill('laptop')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Your key “laptop”' }).waitFor()
  expect(await copy(page, 'Copy the key')).toBe(await page.locator('code').first().textContent())
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('The key works: 1 result for “vpn”.').waitFor()
  await page.getByRole('link', { name: 'Done' }).click()

  await kenJsonHere(['keys', 'create-service', '--source', 'portal', '--name', 'chat'], ken.world)
  await page.getByRole('link', { name: 'Linked chats' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  expect(await copy(page, 'Copy the code')).toBe(await page.locator('code').textContent())
  await page.reload()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
  await signInAt(seen, owner)
  await page
    .getByLabel('Code from your authenticator app')
    .fill(codeOf(secret, Date.now() + 30_000))
  await page.getByRole('search').waitFor()
})

/** Imports a folder with one document. */
async function importFile(page: Page): Promise<void> {
  const folder = join(ken.world.cwd, 'handbook')
  mkdirSync(folder)
  writeFileSync(join(folder, 'vpn.md'), '# VPN\n\nRotate the key.')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page.getByLabel('Choose a folder')),
  ])
  await chooser.setFiles(folder)
  await page.getByLabel('Source', { exact: true }).fill('handbook')
  await page.getByLabel('Everyone with an account').check()
  await page.getByRole('button', { name: 'Import 1 file' }).click()
  await page.getByRole('heading', { name: 'Imported into handbook' }).waitFor()
}

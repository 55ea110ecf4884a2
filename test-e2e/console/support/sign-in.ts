import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Look } from './browser.ts'
import type { ConsoleWorld } from './console-world.ts'
import { lendBrowser } from './lent-browser.ts'
import { expire } from './requests.ts'
import { visit, type Visit } from './visit.ts'

/**
 * Ends all sessions on the server, after the answers to what the page reads, which would be refused.
 * Waits until the page, which gets the focus, has noticed.
 */
export async function endSession({ world }: ConsoleWorld, page: Page): Promise<void> {
  const reading = (await page.requests()).filter((request) => request.method() === 'GET')
  await Promise.all(reading.map((request) => request.response()))
  await world.sql('delete from sessions')
  await page.route('**/api/v1/me', expire, { times: 1 })
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.getByText('You were signed out, because the session has ended').waitFor()
}

type Credentials = { readonly email: string; readonly password: string }

/** Fills in address and password, and sends them. */
export async function signInAt({ page }: Pick<Visit, 'page'>, { email, password }: Credentials) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a path as a person who needs no second factor, signed in without the sign-in page. */
export async function visitSignedIn(
  server: { readonly url: string },
  path: string,
  credentials: Credentials,
  look: Look = {},
): Promise<Visit> {
  const lent = await lendBrowser(look)
  const response = await lent.context.request.post(`${server.url}/login`, { data: credentials })
  expect(await response.json()).toMatchObject({ status: 'signed_in' })
  return visit(server, path, { lent, ...look })
}

import { expect } from 'vitest'
import type { Look } from './browser.ts'
import { lendBrowser } from './lent-browser.ts'
import { visit, type Visit } from './visit.ts'

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

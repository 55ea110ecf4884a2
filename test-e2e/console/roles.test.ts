import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { visitSignedIn } from './support/sign-in.ts'

const emails = {
  Owner: ownerEmail,
  Admin: 'person-001@example.com',
  Member: 'person-003@example.com',
}
type Role = keyof typeof emails
const otherAdmin = 'person-002@example.com'
const credentialsOf = (role: Role) => ({ email: emails[role], password: ownerPassword })

let ken: ConsoleWorld
let ids: { readonly [email: string]: string }
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 3, 'Admin')
  await ken.world.sql(`update users set role = 'Member' where email = $1`, [emails.Member])
  await ken.world.sql(`insert into groups (slug) values ('finance')`)
  const rows = await ken.world.sql('select id, email from users')
  ids = Object.fromEntries(rows.map(({ id, email }) => [String(email), String(id)]))
})
afterAll(() => ken[Symbol.asyncDispose]())

/** Follows an address inside the page, over another screen, and returns the heading at its end. */
async function headingAt(page: Page, path: string): Promise<string> {
  const follow = (to: string) =>
    page.evaluate((url) => {
      history.pushState(null, '', url)
      // A browser sends it for entries that it leads to.
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  const heading = page.getByRole('heading', { level: 1 })
  await follow('/me/chats')
  await heading.getByText('Linked chats', { exact: true }).waitFor()
  await follow(path)
  if (path !== '/me/chats') await heading.filter({ hasNotText: 'Linked chats' }).waitFor()
  await page.waitForLoadState('networkidle')
  return (await heading.textContent()) ?? ''
}

/** What of the acts on a person can be pressed. */
const possibleActions = async (page: Page, email: string): Promise<readonly string[]> => {
  await headingAt(page, `/admin/people/${ids[email]!}`)
  const acts = page.getByRole('region', { name: 'Actions' }).getByRole('button')
  await acts.first().waitFor()
  return acts.evaluateAll((buttons) =>
    buttons
      .filter((button) => button.getAttribute('aria-disabled') !== 'true')
      .map((button) => button.textContent ?? ''),
  )
}

describe('the console of a role', () => {
  it('offers an Admin no act on Owners, Admins and the organisation', async () => {
    await using seen = await visitSignedIn(ken, '/me/chats', credentialsOf('Admin'))
    const { page } = seen
    for (const email of [emails.Owner, otherAdmin]) {
      expect(await possibleActions(page, email)).toEqual([])
      await page.getByText('Your role does not permit it.').first().waitFor()
    }
    expect(await possibleActions(page, emails.Member)).toEqual([
      'Change the address',
      'Reset the password',
      'End all sessions',
      'Deactivate',
    ])
    await headingAt(page, '/admin/settings')
    await page.getByText('Only Owners can change the settings.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByLabel('Admins').isDisabled()).toBe(true)
    await expectAccessible(page)
    await headingAt(page, '/admin/invitations/new')
    expect(await page.getByRole('radio').count()).toBe(1)
    await headingAt(page, '/admin/keys/new')
    expect(await page.getByLabel('Of a service').count()).toBe(0)
  })
})

type Operation = { readonly name: string; readonly path: string; readonly body: string | null }

/** The operations of administrators in the document that the server serves. */
async function operationsFor(token: string): Promise<readonly Operation[]> {
  const response = await fetch(`${ken.url}/api/v1/openapi.json`, { headers: bearer(token) })
  const { paths } = (await response.json()) as {
    readonly paths: { readonly [path: string]: { readonly [method: string]: Written } }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes('Administration'))
      .map(([method, { requestBody }]) => {
        const example = requestBody?.content['application/json']?.example
        const body = example === undefined ? null : JSON.stringify(example)
        return { name: `${method.toUpperCase()} ${path}`, path, body }
      }),
  )
}
type Written = {
  readonly tags: readonly string[]
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly example?: object } }
  }
}

const call = async (token: string, { name, body }: Operation, id: string) => {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replaceAll('{id}', id).replaceAll(/\{\w+\}/g, id)
  const headers = { ...bearer(token), 'content-type': 'application/json' }
  const response = await fetch(ken.url + filled, { method, headers, body })
  await response.arrayBuffer()
  return [name, response.status] as const
}
const everyone = () =>
  ken.world.sql(
    `select role, status, email, password_hash, mfa_secret,
            (select count(*) from sessions where user_id = users.id) as sessions
     from users order by email`,
  )

describe('R48 the server', () => {
  it('refuses a Member every operation of administrators', async () => {
    const { token } = await sessionOf(ken, credentialsOf('Member'))
    const operations = await operationsFor(token)
    const statuses = await Promise.all(
      operations.map((operation) => call(token, operation, ids[emails.Member]!)),
    )
    expect(statuses.length).toBeGreaterThan(50)
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([])
  })

  it('refuses an Admin every change of an Owner, of another Admin and of the organisation', async () => {
    const { token } = await sessionOf(ken, credentialsOf('Admin'))
    const changes = (await operationsFor(token)).filter(
      ({ name, path }) => path.includes('/admin/users/{id}/') && !name.startsWith('GET'),
    )
    const before = await everyone()
    const refused = []
    for (const email of [emails.Owner, otherAdmin])
      for (const change of changes) refused.push(await call(token, change, ids[email]!))
    const ofOwners = [
      ['PUT /api/v1/admin/settings', { mfa_required_roles: [] }],
      ['POST /api/v1/admin/invitations', { email: member.email, role: 'Admin' }],
      ['POST /api/v1/admin/invitations', { email: member.email, role: 'Owner' }],
      [
        'POST /api/v1/admin/keys',
        {
          kind: 'service',
          source: 'portal',
          name: 'bot',
          expires_in_days: 30,
        },
      ],
    ] as const
    for (const [name, body] of ofOwners)
      refused.push(await call(token, { name, path: '', body: JSON.stringify(body) }, ''))
    expect(changes.length).toBeGreaterThan(7)
    expect(refused.filter(([, status]) => status !== 403)).toEqual([])
    expect(await everyone()).toEqual(before)
  })
})

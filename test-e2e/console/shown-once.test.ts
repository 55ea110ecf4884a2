import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { addMembersWithPassword, type member } from '../support/member.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { hold } from './support/requests.ts'
import { endSession, signInAt, visitSignedIn } from './support/sign-in.ts'

const owner = { email: ownerEmail, password: ownerPassword }

let ken: ConsoleWorld
let people: readonly (typeof member)[]
beforeAll(async () => {
  ken = await consoleWorld({ mail: false })
  await requireNoFactor(ken.world)
  people = await addMembersWithPassword(ken.world, 3)
})
afterAll(() => ken[Symbol.asyncDispose]())

async function personPath({ email }: typeof member): Promise<string> {
  const [account] = await ken.world.sql('select id from users where email = $1', [email])
  return `/admin/people/${String(account?.['id'])}`
}

/** Creates a key of the person who is signed in, and leaves it on the screen. */
async function createKey(page: Page, name: string): Promise<void> {
  await page.getByLabel('What is it for?').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('I have stored it').waitFor()
}

/** The kinds of the questions before the page is left, which are answered with no. */
function refusedQuestions(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  return asked
}

describe('an API key on the screen', () => {
  it.each([
    { path: '/me/keys/new', name: 'own' },
    { path: '/admin/keys/new', name: 'of a person' },
  ])('$path says after the end of a session that it was not stored', async ({ path, name }) => {
    await using seen = await visitAsOwner(ken, path)
    const { page } = seen
    seen.expectRefusal('401 GET /api/v1/me', '401 POST /refresh')
    const notice = page.getByRole('status').filter({ hasText: `“${name}” was created` })
    for (const isStored of [true, false]) {
      if (path.startsWith('/admin')) {
        await page.getByRole('combobox', { name: 'For whom?' }).fill('owner')
        await page.getByRole('option', { name: ownerEmail }).click()
      }
      await createKey(page, name)
      if (isStored) await page.getByLabel('I have stored it').check()
      await endSession(ken, page)
      await signInAt(seen, owner)
      await page.getByLabel('What is it for?').waitFor()
      expect(await notice.count()).toBe(isStored ? 0 : 1)
    }
  })

  it('is not stored when its mark is taken back, also after another one was created', async () => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    seen.expectRefusal('401 GET /api/v1/me', '401 POST /refresh')
    const notices = page.getByRole('status').filter({ hasText: 'closed before you stored it' })
    await createKey(page, 'unmarked')
    await page.getByLabel('I have stored it').check()
    await page.getByLabel('I have stored it').uncheck()
    await endSession(ken, page)
    await signInAt(seen, owner)
    await createKey(page, 'marked')
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'New key' }).click()
    await notices.filter({ hasText: '“unmarked”' }).waitFor()
    await createKey(page, 'unstored')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'New key' }).click()
    await notices.filter({ hasText: '“unstored”' }).waitFor()
    await expectAccessible(page)
    await notices.first().getByRole('button', { name: 'Close' }).click()
    expect(await notices.allTextContents()).toEqual([expect.stringContaining('“unstored”')])
    await notices.getByRole('link', { name: 'Open the key' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('It no longer works.').waitFor()
    await page.goBack()
    await page.getByLabel('What is it for?').waitFor()
    expect(await notices.count()).toBe(0)
  })

  it('may be in the list if the response with it was lost, which is said there', async () => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    seen.expectRefusal('502 POST /api/v1/me/keys')
    await page.route('**/api/v1/me/keys', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: '' })
    })
    await page.getByLabel('What is it for?').fill('unseen')
    await page.getByRole('button', { name: 'Create key' }).click()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('link', { name: 'See the keys' }).click()
    await page.getByRole('row').filter({ hasText: 'unseen' }).waitFor()
    const notice = page.getByRole('status').filter({ hasText: 'no one has seen it' })
    await notice.getByRole('button', { name: 'Close' }).click()
    expect(await notice.count()).toBe(0)
  })

  it('is left by signing out only after a question', async () => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    await createKey(page, 'kept')
    const asked = refusedQuestions(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => asked).toEqual(['confirm'])
    await page.getByLabel('I have stored it').check()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(asked).toEqual(['confirm'])
  })

  it.each(['me', 'admin'])(
    'is left only after a question while it is on its way: %s',
    async (scope) => {
      await using seen = await visitAsOwner(ken, '/me/keys/new')
      const { page } = seen
      await createKey(page, `replaced ${scope}`)
      await page.getByLabel('I have stored it').check()
      const [old] = await ken.world.sql('select id from api_keys where name = $1', [
        `replaced ${scope}`,
      ])
      await page.goto(`${ken.url}/${scope}/keys/new?replaces=${String(old?.['id'])}`)
      const release = await hold(page, `**/api/v1/${scope}/keys`)
      // As it is filled in: nothing was typed that holds the page.
      await page.getByRole('button', { name: 'Create key' }).click()
      const asked = refusedQuestions(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect.poll(() => asked).toEqual(['confirm'])
      await page.getByRole('link', { name: 'Search', exact: true }).click()
      await expect.poll(() => asked).toEqual(['confirm', 'confirm'])
      await page.close({ runBeforeUnload: true })
      await expect.poll(() => asked).toEqual(['confirm', 'confirm', 'beforeunload'])
      release()
      await page.getByLabel('I have stored it').check()
    },
  )

  it.each(['me', 'admin'])('stays there when the key that it replaces ends: %s', async (scope) => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    await createKey(page, `old ${scope}`)
    await page.getByLabel('I have stored it').check()
    const [old] = await ken.world.sql('select id from api_keys where name = $1', [`old ${scope}`])
    await page.goto(`${ken.url}/${scope}/keys/new?replaces=${String(old?.['id'])}`)
    await page.getByRole('button', { name: 'Create key' }).waitFor()
    await page.route(`**/api/v1/${scope}/keys`, async (route) => {
      const response = await route.fetch()
      await ken.world.sql('update api_keys set revoked_at = now() where id = $1', [old?.['id']])
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('It no longer works.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${scope}/keys/${String(old?.['id'])}`)
  })

  it.each(['me', 'admin'])('replaces the key for which it was created: %s', async (scope) => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    const names = [`first ${scope}`, `second ${scope}`] as const
    for (const name of names) {
      await createKey(page, name)
      await page.getByLabel('I have stored it').check()
      await page.getByRole('link', { name: 'Done' }).click()
      await page.getByRole('link', { name: 'New key' }).click()
    }
    for (const name of names) {
      await page.locator(`a[href="/${scope}/keys"]`).first().click()
      await page.getByRole('link', { name }).click()
      await page.getByRole('link', { name: 'Replace', exact: true }).click()
      await page.getByRole('button', { name: 'Create key' }).waitFor()
    }
    const name = page.getByLabel('What is it for?')
    expect(await name.inputValue()).toBe(names[1])
    const { searchParams } = new URL(page.url())
    const release = await hold(page, `**/api/v1/${scope}/keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.evaluate(() => history.go(-3))
    await expect.poll(() => name.inputValue()).toBe(names[0])
    release()
    await page.getByLabel('I have stored it').check()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: names[1] }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${scope}/keys/${searchParams.get('replaces')}`)
  })

  it('that is tried after its end says so, and leaves its person signed in', async () => {
    await using seen = await visitAsOwner(ken, '/me/keys/new')
    const { page } = seen
    seen.expectRefusal('401 POST /public/v1/search')
    await createKey(page, 'ended')
    await ken.world.sql(`update api_keys set revoked_at = now() where name = 'ended'`)
    await page.getByRole('button', { name: 'Try it' }).click()
    const refused = page.getByText('The key does not work: it was revoked or has expired.')
    expect(await refused.getAttribute('data-kind')).toBe('caution')
    await expectAccessible(page)
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1)
  })
})

describe('a temporary password', () => {
  it('says after the end of a session that it was not stored, until its mark says so', async () => {
    await using seen = await visitAsOwner(ken, await personPath(people[0]!))
    const { page } = seen
    seen.expectRefusal('401 GET /api/v1/me', '401 POST /refresh')
    const reset = page.getByRole('button', { name: 'Reset the password' })
    const notice = page.getByRole('status').filter({ hasText: 'The old password no longer works.' })
    for (const clicks of [0, 1, 2]) {
      await reset.click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Reset the password' })
        .click()
      const stored = page.getByLabel('I have stored it')
      await stored.waitFor()
      for (let click = 0; click < clicks; click += 1) await stored.click()
      await endSession(ken, page)
      await signInAt(seen, owner)
      await reset.waitFor()
      expect(await notice.count()).toBe(clicks === 1 ? 0 : 1)
      if (clicks === 0) await expectAccessible(page)
    }
  })

  it('holds the page while it is on its way', async () => {
    await using seen = await visitAsOwner(ken, await personPath(people[1]!))
    const { page } = seen
    await page.getByRole('button', { name: 'Reset the password' }).click()
    const release = await hold(page, '**/password-reset')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset the password' }).click()
    const asked = refusedQuestions(page)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    release()
    await page.getByLabel('I have stored it').check()
  })
})

it('recovery codes on the screen say after the end of a session that they were not stored', async () => {
  const person = people[2]!
  await using seen = await visitSignedIn(ken, '/me/security', person)
  const { page } = seen
  seen.expectRefusal('401 GET /api/v1/me', '401 POST /refresh')
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.locator('code').first().textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Enter the code that it shows').fill(codeOf(secret))
  await page.getByLabel('I have stored them').waitFor()
  await ken.world.sql('update users set mfa_last_step = null')
  await endSession(ken, page)
  await signInAt(seen, person)
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await page.getByText('closed before you stored them').waitFor()
  expect(await page.getByText('On, 10 recovery codes left').count()).toBe(1)
})

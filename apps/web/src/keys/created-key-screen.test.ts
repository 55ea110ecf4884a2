import { listKeys, operator, revokeKey, type KeyId } from '@ken/core'
import { aKeyIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { HttpWorld } from '@ken/http/testing'
import { accountOf, consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { hold, lose } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const newKey = '/me/keys/new'
const stored = 'I have stored it'

/** Creates a key of the person who is signed in, and leaves it on the screen. */
async function createKey({ fill, press, page }: Visit, name: string): Promise<HTMLElement> {
  await fill('What is it for?', name)
  await press('Create key')
  return page.findByLabelText(stored)
}

async function chooseOwner({ fill, click }: Visit): Promise<void> {
  await fill('For whom?', 'ada')
  await click('option', new RegExp(ownerEmail))
}

/** The id of a key of the Owner. */
async function keyOf({ ports }: HttpWorld, name = 'laptop'): Promise<KeyId> {
  const keys = await listKeys(ports, {
    actor: operator,
    ownerId: null,
    page: { limit: 9, after: null },
  })
  if (!keys.ok) throw new Error(keys.error.code)
  return keys.value.items.find((key) => key.name === name)!.id
}

const notices = ({ page }: Visit, text: RegExp): readonly string[] =>
  page
    .queryAllByRole('status')
    .map(({ textContent }) => textContent ?? '')
    .filter((said) => text.test(said))

describe('a created key on the screen', () => {
  it.each([
    { path: newKey, isStored: true },
    { path: newKey, isStored: false },
    { path: '/admin/keys/new', isStored: true },
    { path: '/admin/keys/new', isStored: false },
  ])('$path says after the end of a session whether it was stored: $isStored', async (given) => {
    using seen = await visit(await consoleWorld(), given.path, ownerEmail)
    if (given.path.startsWith('/admin')) await chooseOwner(seen)
    const mark = await createKey(seen, 'laptop two')
    if (given.isStored) mark.click()
    await seen.endSession()
    await seen.signIn(ownerEmail)
    await seen.page.findByLabelText('What is it for?')
    expect(notices(seen, /“laptop two” was created/)).toHaveLength(given.isStored ? 0 : 1)
  })

  it('is not stored when its mark is taken back, also after another one was created', async () => {
    using seen = await visit(await consoleWorld(), newKey, ownerEmail)
    const { page, press, click, find } = seen
    const unstored = /closed before you stored it/
    const mark = await createKey(seen, 'unmarked')
    mark.click()
    mark.click()
    await seen.endSession()
    await seen.signIn(ownerEmail)
    ;(await createKey(seen, 'marked')).click()
    await click('link', 'Done')
    await click('link', 'New key')
    await page.findByText(/“unmarked”/)
    await createKey(seen, 'unstored')
    await click('link', 'Done')
    await click('link', 'New key')
    await page.findByText(/“unstored”/)
    expect(seen.questions).toHaveLength(1)
    const [first] = page
      .getAllByRole('status')
      .filter((status) => unstored.test(status.textContent))
    await press('Close', first)
    expect(notices(seen, unstored)).toEqual([expect.stringContaining('“unstored”')])
    await click('link', 'Open the key')
    await press('Revoke')
    await press('Revoke key', await find('alertdialog'))
    await page.findByText(/It no longer works/)
    history.back()
    await page.findByLabelText('What is it for?')
    expect(notices(seen, unstored)).toEqual([])
  })

  it('may be in the list if the response with it was lost, which is said there', async () => {
    using seen = await visit(await consoleWorld(), newKey, ownerEmail)
    seen.server.once('POST /api/v1/me/keys', lose)
    await seen.fill('What is it for?', 'unseen')
    await seen.press('Create key')
    await seen.click('link', 'See the keys')
    await seen.find('row', /unseen/)
    const [notice] = await seen.page.findAllByText(/no one has seen it/)
    await seen.press('Close', notice?.closest<HTMLElement>('[role="status"]') ?? undefined)
    expect(notices(seen, /no one has seen it/)).toEqual([])
  })

  it('is left by signing out only after a question', async () => {
    using seen = await visit(await consoleWorld(), newKey, ownerEmail)
    const mark = await createKey(seen, 'kept')
    seen.says.yes = false
    await seen.press('Sign out')
    expect(seen.questions).toHaveLength(1)
    mark.click()
    await seen.press('Sign out')
    await seen.find('heading', 'Sign in')
    expect(seen.questions).toHaveLength(1)
  })

  it.each(['me', 'admin'])(
    'is left only after a question while it is on its way: %s',
    async (scope) => {
      const world = await consoleWorld()
      using seen = await visit(
        world,
        `/${scope}/keys/new?replaces=${await keyOf(world)}`,
        ownerEmail,
      )
      const held = hold(seen.server, `POST /api/v1/${scope}/keys`)
      // As it is filled in: nothing was typed that holds the page.
      await seen.press('Create key')
      seen.says.yes = false
      await seen.press('Sign out')
      await seen.click('link', 'Search')
      expect(seen.questions).toHaveLength(2)
      expect(seen.mayClose()).toBe(false)
      held.release()
      ;(await seen.page.findByLabelText(stored)).click()
      await waitFor(() => expect(seen.mayClose()).toBe(true))
    },
  )

  it.each(['me', 'admin'])('stays there when the key that it replaces ends: %s', async (scope) => {
    const world = await consoleWorld()
    const id = await keyOf(world)
    using seen = await visit(world, `/${scope}/keys/new?replaces=${id}`, ownerEmail)
    seen.server.once(`POST /api/v1/${scope}/keys`, async (send) => {
      const response = await send()
      await revokeKey(world.ports, { actor: operator, keyId: id, scope: 'all' })
      return response
    })
    await seen.press('Create key')
    ;(await seen.page.findByLabelText(stored)).click()
    await seen.click('link', 'Done')
    await seen.page.findByText(/It no longer works/)
    expect(location.pathname).toBe(`/${scope}/keys/${id}`)
  })

  it('that is tried after its end says so, and leaves its person signed in', async () => {
    const world = await consoleWorld()
    using seen = await visit(world, newKey, ownerEmail)
    await createKey(seen, 'ended')
    await revokeKey(world.ports, {
      actor: operator,
      keyId: await keyOf(world, 'ended'),
      scope: 'all',
    })
    await seen.press('Try it')
    const refused = await seen.page.findByText(
      'The key does not work: it was revoked or has expired.',
    )
    expect(refused.closest('[data-kind]')?.getAttribute('data-kind')).toBe('caution')
    await seen.find('button', 'Sign out')
  })

  it.each(['me', 'admin'])('replaces the key for which it was created: %s', async (scope) => {
    const world = await consoleWorld()
    const first = await keyOf(world)
    const { id: second } = await aKeyIn(world.ports, await accountOf(world, ownerEmail), {
      name: 'second',
    })
    using seen = await visit(world, `/${scope}/keys/${first}`, ownerEmail)
    const name = () => seen.page.findByLabelText<HTMLInputElement>('What is it for?')
    await seen.click('link', 'Replace')
    await name()
    document.querySelector<HTMLElement>(`a[href="/${scope}/keys"]`)?.click()
    await seen.click('link', 'second')
    await seen.find('heading', 'second')
    await seen.click('link', 'Replace')
    expect((await name()).value).toBe('second')
    const held = hold(seen.server, `POST /api/v1/${scope}/keys`)
    await seen.press('Create key')
    history.go(-3)
    await waitFor(async () => expect((await name()).value).toBe('laptop'))
    held.release()
    ;(await seen.page.findByLabelText(stored)).click()
    await seen.click('link', 'Done')
    await seen.find('heading', 'second')
    expect(location.pathname).toBe(`/${scope}/keys/${second}`)
  })

  it.each(['me', 'admin'])('says that it was created and no one has seen it: %s', async (scope) => {
    using seen = await visit(await consoleWorld(), `/${scope}/keys/new`, ownerEmail)
    if (scope === 'admin') await chooseOwner(seen)
    await seen.fill('What is it for?', 'unseen')
    const held = hold(seen.server, `POST /api/v1/${scope}/keys`)
    await seen.press('Create key')
    await held.sent
    await seen.endSession()
    await seen.signIn(ownerEmail)
    await seen.page.findByLabelText('What is it for?')
    held.release()
    await seen.page.findByText(/“unseen” was created/)
    await seen.click('link', 'Open the key')
    await seen.find('heading', 'unseen')
    history.back()
    await seen.page.findByText(/“unseen” was created/)
    await seen.press('Close')
    expect(notices(seen, /“unseen” was created/)).toEqual([])
  })
})

import { importDocuments, operator, type Principal } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { chooseLanguage } from '../language/language.ts'
import { consoleWorld, memberEmail } from '../testing/console-world.ts'
import { expire, hold } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const search = 'POST /public/v1/search'
const broken = async () => Response.json({}, { status: 500 })

async function libraryWorld() {
  const world = await consoleWorld()
  const pages = Array.from({ length: 12 }, (_, number) =>
    aDocument({ title: `Badge rule ${number}`, body: `Wear the badge in building ${number}.` }),
  )
  const secret = aDocument({
    title: 'Salary of the board',
    body: 'The salary is secret.',
    allowed: ['role:Owner'] as Principal[],
  })
  const airship = aDocument({ title: 'Airship', body: 'A zeppelin flies.' })
  const ticket = { ...aDocument({ title: 'Lost pass', body: 'It was found.' }), source: 'tickets' }
  const documents = [...pages, secret, airship, ticket]
  await importDocuments(world.ports, { actor: operator, documents })
  return world
}

const open = async (path = '/') => visit(await libraryWorld(), path, memberEmail)

async function searchFor({ page }: Visit, words: string): Promise<void> {
  const field = await page.findByRole<HTMLInputElement>('searchbox')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.form?.requestSubmit()
}

it.each([
  ['en', 'Keyword search only', 'Nothing that you may see'],
  ['de', 'Nur Stichwortsuche', 'Nichts, was Sie sehen dürfen, passt dazu'],
] as const)(
  'says in %s that the embedder did not respond, with and without results',
  async (language, degraded, nothing) => {
    await chooseLanguage(language)
    onTestFinished(() => chooseLanguage('en'))
    using seen = await open()
    seen.server.on(search, async (send) => {
      const found: object = await (await send()).json()
      return Response.json({ ...found, degraded: true })
    })
    for (const [words, found] of [
      ['badge', 'Badge rule 1'],
      ['absent', nothing],
    ] as const) {
      await searchFor(seen, words)
      await seen.reads(found)
      await seen.reads(degraded)
      expect(document.body.textContent.split(degraded)).toHaveLength(2)
    }
  },
)

it('says the same about what does not exist and about what is hidden', async () => {
  using seen = await open()
  const texts: string[] = []
  for (const words of ['zzqqxx', 'salary']) {
    await searchFor(seen, words)
    await waitFor(() => expect(location.hash).toBe(`#q=${words}`))
    await seen.reads('Nothing that you may see matches this')
    await seen.find('group', 'Sources')
    texts.push((await seen.find('main')).textContent)
  }
  expect(texts[1]).toBe(texts[0])
})

it('says that a text is too long, and keeps all of it', async () => {
  using seen = await open()
  const long = 'badge '.repeat(400).trim()
  await searchFor(seen, long)
  await seen.reads('Enter at most 2,000 characters.', await seen.find('alert'))
  expect(seen.page.getByRole<HTMLInputElement>('searchbox').value).toBe(long)
  await searchFor(seen, long.slice(0, 2_000).trim())
  await seen.reads('10 results')
  expect(seen.page.queryByRole('alert')).toBeNull()
})

it('says so when a search has no response in time, and sends it again on request', async () => {
  using seen = await open()
  await seen.find('search')
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  onTestFinished(() => timeout.mockRestore())
  hold(seen.server, search)
  await searchFor(seen, 'zeppelin')
  await seen.reads('Searching …')
  timeout.mockRestore()
  limit.abort(new DOMException('Too late', 'TimeoutError'))
  await seen.reads('Ken does not respond.')
  await seen.press('Try again')
  await seen.reads('1 result')
  expect(seen.page.getByRole<HTMLInputElement>('searchbox').value).toBe('zeppelin')
})

it('sends the same words again after a refusal', async () => {
  using seen = await open()
  seen.server.once(search, broken)
  await searchFor(seen, 'zeppelin')
  await seen.reads('Something went wrong.')
  await searchFor(seen, 'zeppelin')
  await seen.reads('1 result')
  expect(seen.page.queryByRole('alert')).toBeNull()
  seen.server.once(search, broken)
  await searchFor(seen, 'zeppelin')
  await seen.reads('Something went wrong.')
  expect(seen.page.queryByRole('button', { name: 'More results' })).toBeNull()
  await seen.reads('1 result')
  await seen.press('Try again')
  await waitFor(() => expect(seen.page.queryByRole('alert')).toBeNull())
})

it.each(['badge', 'xyzzy'])(
  'sends the same words again once at a time, and says that it does: %s',
  async (words) => {
    using seen = await open(`/#q=${words}`)
    await seen.reads(/10 results|Nothing that you may see/)
    const held = hold(seen.server, search)
    const before = seen.server.requests.length
    await seen.press('Search')
    await seen.reads('Searching')
    await seen.press('Search')
    held.release()
    await seen.reads(/10 results|Nothing that you may see/)
    const sent = seen.server.requests.slice(before).filter(({ name }) => name === search)
    expect(sent).toHaveLength(1)
  },
)

it('returns after the sign-in that the end of a session made necessary, and searches again', async () => {
  using seen = await open()
  await seen.find('search')
  await waitFor(() => expect(seen.server.reading()).toBe(0))
  seen.server.forget()
  const repair = seen.server.on(search, expire)
  await searchFor(seen, 'zeppelin')
  await seen.reads('You were signed out, because the session has ended')
  repair()
  await seen.signIn(memberEmail)
  await seen.reads('1 result')
  expect([location.pathname, location.hash]).toEqual(['/', '#q=zeppelin'])
})

import { importDocuments, operator, type Principal } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { chooseLanguage } from '../language/language.ts'
import { consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
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
    source: 'board',
    title: 'Salary of the board',
    body: 'The salary is secret.',
    allowed: ['role:Owner'] as Principal[],
  })
  const airship = aDocument({ title: 'Airship', body: 'A zeppelin flies.' })
  const ticket = {
    ...aDocument({ title: 'Lost pass', body: 'A lost badge was found.' }),
    source: 'tickets',
  }
  const hostile = aDocument({
    title: '<img src=x onerror=alert(1)>',
    body: 'A hostile <b>zucchini</b> document.',
    url: 'https://wiki.example.com/"><script>alert(1)</script>',
  })
  const documents = [...pages, secret, airship, ticket, hostile]
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

it('shows ten results with the matched words marked, and more on demand', async () => {
  using seen = await open('/#q=badge')
  await seen.reads('10 results')
  expect(document.querySelector('mark')?.textContent).toMatch(/badge/i)
  seen.server.once(search, broken)
  await seen.press('More results')
  await seen.reads('Something went wrong.')
  await seen.reads('10 results')
  expect(document.activeElement?.textContent).toBe('More results')
  await seen.press('More results')
  await seen.reads('13 results')
  const eleventh = document.querySelectorAll('[data-result]')[10]
  await waitFor(() => expect(document.activeElement).toBe(eleventh))
})

it('keeps the words in the fragment alone, for links and the way back', async () => {
  using seen = await open('/#q=badge')
  await seen.reads('10 results')
  const before = seen.server.requests.length
  await searchFor(seen, 'building 7')
  await waitFor(() => expect(location.href).toBe('http://ken.example.com/#q=building+7'))
  await seen.find('link', /^Badge rule 7/)
  expect(document.title).toBe('Search · Ken')
  expect(seen.server.requests.slice(before)).toEqual([
    { name: search, query: '', body: '{"query":"building 7","limit":10}' },
  ])
  history.back()
  await waitFor(() =>
    expect(seen.page.getByRole<HTMLInputElement>('searchbox').value).toBe('badge'),
  )
  await seen.reads('10 results')
})

it('narrows a search to sources, of which it names only those with something to see', async () => {
  using seen = await open('/#q=badge')
  const sources = await seen.find('group', 'Sources')
  await waitFor(() =>
    expect([...sources.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'All',
      'tickets',
      'wiki',
    ]),
  )
  await seen.press('tickets')
  await waitFor(() => expect(location.hash).toBe('#q=badge&source=tickets'))
  await waitFor(() => expect(seen.page.getAllByRole('article')).toHaveLength(1))
  await searchFor(seen, 'zeppelin')
  await seen.press('Search all sources')
  await seen.find('article')
  expect(location.hash).toBe('#q=zeppelin')
})

it('keeps hostile titles, snippets and addresses as text', async () => {
  using seen = await open('/#q=zucchini')
  const result = await seen.find('article')
  await seen.reads('<img src=x onerror=alert(1)>', await seen.find('heading', undefined, result))
  expect(result.querySelectorAll('b, img, script')).toHaveLength(0)
  expect((await seen.find('link', undefined, result)).getAttribute('rel')).toBe('noreferrer')
})

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...more })

it('leads with the arrow keys to the results and back, but not those of an input method', async () => {
  using seen = await open('/#q=badge')
  await seen.reads('10 results')
  const [first, second] = document.querySelectorAll('[data-result]')
  const field = seen.page.getByRole('searchbox')
  field.focus()
  // As Safari says the key that ends a composition.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) press('ArrowDown', composing)
  expect(document.activeElement).toBe(field)
  press('ArrowDown')
  expect(document.activeElement).toBe(first)
  press('ArrowDown')
  expect(document.activeElement).toBe(second)
  press('Escape')
  expect(document.activeElement).toBe(field)
})

it('shows another person the start, if they sign in where the session of a person ended', async () => {
  using seen = await open('/#q=salary')
  await seen.reads('Nothing that you may see')
  await seen.endSession()
  const before = seen.server.requests.length
  await seen.signIn(ownerEmail)
  await seen.reads('Ada Lovelace')
  await waitFor(() => expect([location.pathname, location.hash]).toEqual(['/', '']))
  expect((await seen.find('searchbox')).getAttribute('value')).toBe('')
  const sent = seen.server.requests.slice(before).map(({ name }) => name)
  expect(sent).not.toContain(search)
})

import { aBotMessengerIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { destinations } from '../keyboard/destinations.ts'
import { consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
import { fakeTimers } from '../testing/fake-timers.ts'
import { fail, type Server } from '../testing/server.ts'
import { visit } from '../testing/visit.ts'

const unavailable = async () => Response.json({}, { status: 503 })
const broken = async () => Response.json({}, { status: 500 })

/** Time for a screen with a code to read again, and for both retries of a request. */
const readingMs = 7_000
const pass = () => vi.advanceTimersByTimeAsync(readingMs)
const heldMsMax = 2_000

/** Responds to nothing but the profile. Returns the requests that are repeated within a second. */
function failScreens(server: Server): readonly string[] {
  const times = new Map<string, number>()
  const repeated: string[] = []
  server.on(/ \/(?:api|public)\/(?!v1\/me$)/, (send) => {
    const { name, query } = server.requests.at(-1)!
    const [before = -Infinity, now] = [times.get(name + query), performance.now()]
    if (now - before < 990) repeated.push(name)
    times.set(name + query, now)
    return fail(send)
  })
  return repeated
}

it('shows the sign-in although what it could offer cannot be read', async () => {
  using seen = await visit(await consoleWorld(), '/404', undefined, (server) =>
    server.on('GET /api/v1/auth/options', unavailable),
  )
  await seen.find('heading', 'Sign in')
  expect(seen.page.queryAllByLabelText('Password', { selector: 'input' })).toHaveLength(1)
})

it.each(Object.values(destinations).map(({ path }) => path))(
  '%s says that Ken does not respond, and asks again only after a pause',
  async (path) => {
    let repeated: readonly string[] = []
    using seen = await visit(await consoleWorld(), path, ownerEmail, (server) => {
      repeated = failScreens(server)
    })
    await seen.page.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.querySelectorAll('.skeleton')).toHaveLength(0))
    await waitFor(() => expect(seen.server.reading()).toBe(0))
    const asked = seen.server.requests.filter(
      ({ name }) => name.includes('/api/') && name !== 'GET /api/v1/me',
    )
    // A search works without the names of sources, which it reads.
    if (asked.length > 0 && path !== '/') await seen.reads('Ken does not respond')
    // Time for a request without a pause before it.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(repeated).toEqual([])
  },
)

it.each([
  { path: '/admin/knowledge/import', list: 'GET /api/v1/admin/knowledge/sources' },
  { path: '/admin/keys/new', list: 'GET /api/v1/admin/knowledge/sources' },
  { path: '/me/keys/new', list: 'GET /api/v1/me/sources' },
])('$path says that the list of sources could not be read', async ({ path, list }) => {
  const repaired = Promise.withResolvers<void>()
  using seen = await visit(await consoleWorld(), path, ownerEmail, (server) => {
    const repair = server.on(list, broken)
    void repaired.promise.then(repair)
  })
  await seen.page.findByText(/Something went wrong/)
  repaired.resolve()
  await seen.press('Try again')
  await waitFor(() => expect(seen.page.queryByText(/Something went wrong/)).toBeNull())
  expect(seen.page.queryByRole('alert')).toBeNull()
})

it('keeps an error on the screen, and the focus on its button, while the screen is read again', async () => {
  const gates = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let asked = 0
  using seen = await visit(await consoleWorld(), '/admin/groups', ownerEmail, (server) =>
    server.on('GET /api/v1/admin/groups', async (send) => {
      asked += 1
      return (await gates[asked - 2]?.promise) === true ? send() : fail(send)
    }),
  )
  fakeTimers()
  const failures = () => seen.page.queryAllByText(/Ken does not respond/)
  await seen.page.findByText(/Ken does not respond/)
  // By itself.
  await pass()
  expect(asked).toBe(2)
  expect([failures().length, document.querySelectorAll('.skeleton').length]).toEqual([1, 0])
  const again = seen.page.getByRole('button', { name: 'Try again' })
  again.focus()
  again.click()
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
  gates[0]?.resolve(false)
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(again)
  gates[1]?.resolve(true)
  await pass()
  await seen.page.findByText(/Groups decide who sees what/)
  await waitFor(() => expect(failures()).toEqual([]))
})

it('shows the sign-in if what it could offer never arrives', async () => {
  using seen = await visit(await consoleWorld(), '/', undefined, (server) =>
    server.on('GET /api/v1/auth/options', () => new Promise(() => {})),
  )
  fakeTimers()
  await waitFor(() => expect(seen.server.reading()).toBe(1))
  await vi.advanceTimersByTimeAsync(heldMsMax)
  await seen.find('heading', 'Sign in')
  expect(seen.server.reading()).toBe(1)
  expect(seen.page.queryAllByLabelText('Password', { selector: 'input' })).toHaveLength(1)
})

it('leaves the last data with its time, until it can be read again', async () => {
  const world = await consoleWorld()
  await aBotMessengerIn(world.ports)
  using seen = await visit(world, '/me/chats', memberEmail)
  fakeTimers()
  const notice = /This page is as of \d+:\d\d:\d\d/
  const isOver = () => waitFor(() => expect(document.body.textContent).not.toMatch(notice))
  await seen.reads('No chat is linked yet.')
  // With a code the screen asks again every few seconds.
  await seen.press('Get a code')
  await seen.find('timer')
  let end = seen.server.on('GET /api/v1/me/identities', unavailable)
  await pass()
  await seen.reads(/Ken does not respond. This page is as of \d+:\d\d:\d\d/)
  // The notice may be there before the screen has drawn the failure.
  await pass()
  expect(document.body.textContent).toContain('No chat is linked yet.')
  end()
  await pass()
  await isOver()

  // Without a network, Ken on this machine still responds.
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  dispatchEvent(new Event('offline'))
  const before = seen.server.requests.length
  await pass()
  await waitFor(() => expect(seen.server.requests.length).toBeGreaterThan(before))
  await waitFor(() => expect(seen.server.reading()).toBe(0))
  expect(document.body.textContent).not.toContain('There is no network.')
  end = seen.server.on('GET /api/v1/me/identities', async () => {
    throw new TypeError('fetch failed')
  })
  await pass()
  await seen.reads(/There is no network. This page is as of \d+:\d\d:\d\d/)
  end()
  await pass()
  await isOver()
  await seen.find('heading', 'Linked chats')
})

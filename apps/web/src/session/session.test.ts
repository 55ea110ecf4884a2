import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pauseMsAfter } from './pause-after.ts'
import { concernsPerson } from './person.ts'
import { createRenewal } from './renewal.ts'
import { createSession, type Session } from './session.ts'
import { createSignInMemory } from './kept/sign-in-memory.ts'
import type { VisitedEntries } from './kept/visited-entries.ts'

const ada = { id: 'ada', email: 'ada@example.com', name: 'Ada', role: 'Member' } as const
const granted = { status: 'signed_in', access_token: 'a token', expires_in: 900, user: ada }

let requests: Array<PromiseWithResolvers<Response>>
beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>()
    requests.push(request)
    return request.promise
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

function visited(): Pick<VisitedEntries, 'person' | 'giveTo'> {
  let person: string | null = null
  return { person: () => person, giveTo: (next) => (person = next) }
}

const page = (goHome = async () => {}): Session =>
  createSession({
    baseUrl: 'https://ken.example.com',
    channel: null,
    locks: null,
    renewal: createRenewal(null, Date.now),
    signIn: createSignInMemory(null, Date.now),
    entries: visited(),
    storage: null,
    forget: () => {},
    goHome,
  })

/** The server requests the request of this number; the page has done what follows. */
async function respond(number: number, status: number, body: object): Promise<void> {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const headers = { 'content-type': type }
  requests[number]?.resolve(new Response(JSON.stringify(body), { status, headers }))
  await vi.advanceTimersByTimeAsync(0)
}

it('shows the person whose session it restores', async () => {
  const { restore, state } = page()
  restore()
  await respond(0, 200, granted)
  expect(state()).toEqual({ kind: 'signed_in', user: ada })
})

it('keeps the sign-in that was asked for while an attempt to restore was running', async () => {
  const { restore, giveWay, state } = page()
  restore()
  giveWay()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state()).toEqual({ kind: 'signed_out', reason: null })
})

it('keeps the sign-in that was asked for when the session is restored after that', async () => {
  const { restore, giveWay, state } = page()
  restore()
  giveWay()
  await respond(0, 200, granted)
  expect(state()).toEqual({ kind: 'signed_out', reason: null })
})

it('keeps the sign-in that was asked for while the page of the next person was opening', async () => {
  const home = Promise.withResolvers<void>()
  const { enter, giveWay, state } = page(() => home.promise)
  enter(ada)
  enter({ ...ada, id: 'bob' })
  giveWay()
  home.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toEqual({ kind: 'signed_out', reason: null })
})

it('counts one failure when a session cannot be refreshed while another attempt is running', async () => {
  const { client, restore, state } = page()
  restore()
  await respond(0, 200, granted)
  await vi.advanceTimersByTimeAsync(granted.expires_in * 1000)
  const read = client.profile().catch(() => {})
  restore()
  await vi.advanceTimersByTimeAsync(0)
  const refusal = { status: 503, code: 'UNAVAILABLE', title: '', detail: '' }
  for (let number = 1; number < requests.length; number += 1) await respond(number, 503, refusal)
  await read
  expect(state()).toMatchObject({ kind: 'unreachable', retryAt: Date.now() + pauseMsAfter(0) })
})

it('waits for Ken after an attempt that no one replaced', async () => {
  const { restore, state } = page()
  restore()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().kind).toBe('unreachable')
})

it('shows the sign-in, also at a gate, when a request is refused because the session has ended', async () => {
  const { client, follow, restore, state } = page()
  restore()
  await respond(0, 200, granted)
  const gated = client.profile().catch(follow)
  const body = { status: 403, code: 'MFA_ENROLMENT_REQUIRED', title: '', detail: '' }
  const headers = { 'content-type': 'application/problem+json' }
  requests[1]?.resolve(new Response(JSON.stringify(body), { status: 403, headers }))
  await gated
  expect(state().kind).toBe('gated')
  const ended = client.mfa.confirm({ code: '123456' }).catch(() => {})
  const refusal = { status: 401, code: 'UNAUTHENTICATED', title: '', detail: '' }
  requests[2]?.resolve(new Response(JSON.stringify(refusal), { status: 401, headers }))
  await ended
  expect(state()).toEqual({ kind: 'signed_out', reason: 'refresh_refused' })
})

it('leads to the sign-in when a person is shown whose session has ended elsewhere', async () => {
  const { client, enter, follow, signOut, state } = page()
  enter(ada)
  const read = client.profile().catch(follow)
  const refusal = { status: 401, code: 'UNAUTHENTICATED', title: '', detail: '' }
  const headers = { 'content-type': 'application/problem+json' }
  requests[0]?.resolve(new Response(JSON.stringify(refusal), { status: 401, headers }))
  await read
  expect(state()).toEqual({ kind: 'signed_out', reason: 'refresh_refused' })
  enter(ada)
  signOut()
  requests[1]?.resolve(new Response(null, { status: 204 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toEqual({ kind: 'signed_out', reason: 'signed_out' })
})

it('stays signed in when a refusal of the session before arrives after the next sign-in', async () => {
  const { client, enter, follow, restore, state } = page()
  restore()
  await respond(0, 200, granted)
  const reads = [client.profile(), client.profile()].map((read) => read.catch(follow))
  const refusal = { status: 401, code: 'UNAUTHENTICATED', title: '', detail: '' }
  await respond(1, 401, refusal)
  expect(state()).toEqual({ kind: 'signed_out', reason: 'refresh_refused' })
  const signedIn = client.signIn({
    email: ada.email,
    password: 'a password',
    remember_me: false,
  })
  await vi.advanceTimersByTimeAsync(0)
  await respond(3, 200, granted)
  expect(await signedIn).toMatchObject({ status: 'signed_in' })
  enter(ada)
  await respond(2, 401, refusal)
  await Promise.all(reads)
  expect(state()).toEqual({ kind: 'signed_in', user: ada })
})

it.each(['PASSWORD_CHANGE_REQUIRED', 'MFA_ENROLMENT_REQUIRED'])(
  'draws no gate again when %s from before it arrives after it was passed',
  async (code) => {
    const { client, enter, follow, restore, state } = page()
    restore()
    await respond(0, 200, granted)
    const [late, first] = [client.profile(), client.profile()].map((read) => read.catch(follow))
    await respond(2, 403, { status: 403, code, title: '', detail: '' })
    await first
    expect(state()).toMatchObject({ kind: 'gated' })
    enter(ada)
    await respond(1, 403, { status: 403, code, title: '', detail: '' })
    await late
    expect(state()).toEqual({ kind: 'signed_in', user: ada })
  },
)

it.each(['PASSWORD_CHANGE_REQUIRED', 'MFA_ENROLMENT_REQUIRED'])(
  'draws no gate when %s of the session before arrives after the next sign-in',
  async (code) => {
    const { client, enter, follow, restore, state } = page()
    restore()
    await respond(0, 200, granted)
    const [late, ended] = [client.profile(), client.profile()].map((read) => read.catch(follow))
    await respond(2, 401, { status: 401, code: 'UNAUTHENTICATED', title: '', detail: '' })
    await ended
    enter(ada)
    await respond(1, 403, { status: 403, code, title: '', detail: '' })
    await late
    expect(state()).toEqual({ kind: 'signed_in', user: ada })
  },
)

it('returns what a request without a session is refused for, also when a session has ended meanwhile', async () => {
  const { client, restore, signOut } = page()
  restore()
  await respond(0, 200, granted)
  const preview = client.previewInvitation({ token: 'used' }).catch((error: unknown) => error)
  signOut()
  await respond(1, 401, { status: 401, code: 'INVITATION_INVALID', title: '', detail: '' })
  expect(await preview).toMatchObject({ status: 401, code: 'INVITATION_INVALID' })
})

it('concerns its person while their session is over, and no longer once they have signed out', async () => {
  const session = page()
  const { client, enter, follow, signOut, state } = session
  const beforeSignIn = concernsPerson(session)
  enter(ada)
  const concerns = concernsPerson(session)
  const read = client.profile().catch(follow)
  const refusal = { status: 401, code: 'UNAUTHENTICATED', title: '', detail: '' }
  const headers = { 'content-type': 'application/problem+json' }
  requests[0]?.resolve(new Response(JSON.stringify(refusal), { status: 401, headers }))
  await read
  expect([state().kind, concerns()]).toEqual(['signed_out', true])
  enter({ ...ada, id: 'bob' })
  await vi.advanceTimersByTimeAsync(0)
  expect([state().kind, concerns()]).toEqual(['signed_in', false])
  enter(ada)
  signOut()
  expect([concerns(), beforeSignIn()]).toEqual([false, true])
})

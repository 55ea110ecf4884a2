import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createSignOut } from './sign-out.ts'

let online: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (online = listener))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

function browser() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** A sign-out of a page; `outcomes` are those of the attempts, the last one for all further ones. */
function page(outcomes: readonly boolean[], storage = browser()) {
  const tried: boolean[] = []
  const stage = { isOpen: false }
  let count = 0
  const signOut = createSignOut({
    send: async () => {
      const isConfirmed = outcomes[Math.min(count, outcomes.length - 1)]
      count += 1
      if (isConfirmed === false) throw new TypeError('fetch failed')
    },
    onTried: (isUnconfirmed) => tried.push(isUnconfirmed),
    mayTry: () => !stage.isOpen,
    storage,
  })
  return { signOut, tried, stage, storage, count: () => count }
}

it('tries until the server has confirmed it', async () => {
  const { signOut, tried, count } = page([false, false, true])
  await signOut.run()
  expect([tried, signOut.isUnconfirmed()]).toEqual([[true], true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([tried, signOut.isUnconfirmed(), count()]).toEqual([[true, true, false], false, 3])
})

it('tries at once when the network returns', async () => {
  const { signOut, tried } = page([false, true])
  online()
  expect(tried).toEqual([])
  await signOut.run()
  online()
  await vi.advanceTimersByTimeAsync(0)
  expect(tried).toEqual([true, false])
})

it('is known to other pages of the browser, before the server has answered and until it is confirmed', async () => {
  const { signOut, storage } = page([false])
  const trying = signOut.run()
  expect(page([true], storage).signOut.isUnconfirmed()).toBe(true)
  await trying
  const next = page([true], storage).signOut
  expect(next.isUnconfirmed()).toBe(true)
  await next.run()
  expect(page([true], storage).signOut.isUnconfirmed()).toBe(false)
})

it('makes no attempt while a request runs, which may be a sign-in, and none after one', async () => {
  const { signOut, count } = page([false])
  await signOut.run()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const signIn = signOut.apart(() => promise)('/login')
  online()
  await vi.advanceTimersByTimeAsync(60_000)
  resolve(new Response())
  await signIn
  signOut.drop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(1)
})

it('is over when another page has signed in, and waits for the steps of a sign-in', async () => {
  const { signOut, stage, storage, count } = page([false])
  await signOut.run()
  stage.isOpen = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(1)
  stage.isOpen = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(count()).toBe(2)
  page([true], storage).signOut.drop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([count(), signOut.isUnconfirmed()]).toEqual([2, false])
})

it('says and repeats nothing of an attempt that a sign-in has overtaken', async () => {
  const { signOut, tried, count } = page([false])
  const trying = signOut.run()
  signOut.drop()
  await trying
  await vi.advanceTimersByTimeAsync(60_000)
  expect([tried, count(), signOut.isUnconfirmed()]).toEqual([[], 1, false])
})

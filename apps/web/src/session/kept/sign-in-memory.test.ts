import { expect, it } from 'vitest'
import { createSignInMemory, noSignIn } from './sign-in-memory.ts'

const stage = {
  status: 'mfa_required',
  challenge: 'secret',
  expires_in: 300,
  deadline: 300_000,
} as const

function tab() {
  const values = new Map<string, string>()
  return {
    texts: () => [...values.values()],
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

function leftPage() {
  const storage = tab()
  const left = createSignInMemory(storage, () => 0)
  left.keep({ ...noSignIn, email: 'ada@example.com', stage })
  left.leave()
  return storage
}

it('leaves the address of an unfinished sign-in to the next page, once, and nothing in the storage', () => {
  const storage = leftPage()
  expect(storage.texts().join()).not.toContain('secret')
  const next = createSignInMemory(storage, () => 300_000)
  expect(next.read()).toEqual({ ...noSignIn, email: 'ada@example.com', over: 'left' })
  expect(storage.texts()).toEqual([])
  expect(createSignInMemory(storage, () => 300_000).read()).toEqual(noSignIn)
})

it('leaves what was typed for the first Owner to the next page, which does not say that a step was left', () => {
  // The name is optional.
  for (const name of ['Ada', '']) {
    const storage = tab()
    const left = createSignInMemory(storage, () => 0)
    left.keep({ ...noSignIn, email: 'ada@example.com', name })
    left.leave()
    const next = createSignInMemory(storage, () => 1)
    expect(next.read()).toEqual({ ...noSignIn, email: 'ada@example.com', name })
  }
})

it('leaves nothing for longer than a step lasts', () => {
  expect(createSignInMemory(leftPage(), () => 300_001).read()).toEqual(noSignIn)
})

it('leaves nothing before the first form is accepted, and nothing of a complete sign-in', () => {
  const storage = tab()
  const memory = createSignInMemory(storage, () => 0)
  memory.keep({ ...noSignIn, email: 'ada@example.com' })
  memory.leave()
  memory.keep({ ...memory.read(), stage })
  memory.clear()
  memory.leave()
  expect(storage.texts()).toEqual([])
})

it('starts without a storage, or with one that refuses or holds something else', () => {
  const refusing = {
    ...tab(),
    setItem: () => {
      throw new Error('full')
    },
  }
  for (const storage of [null, refusing]) {
    const memory = createSignInMemory(storage, () => 0)
    memory.keep({ ...noSignIn, stage })
    memory.leave()
    expect(createSignInMemory(storage, () => 0).read()).toEqual(noSignIn)
  }
  const strange = { ...tab(), getItem: () => '{' }
  expect(createSignInMemory(strange, () => 0).read()).toEqual(noSignIn)
})

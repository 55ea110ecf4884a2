import { expect, it } from 'vitest'
import { createRenewal } from './renewal.ts'

const drafts = [['name', 'Ada']] as const

function tab() {
  const values = new Map<string, string>()
  return {
    size: () => values.size,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

it('leaves drafts for the same person in the next page, once, and nothing in the storage', () => {
  const storage = tab()
  expect(createRenewal(storage, () => 0).leave('ada', drafts)).toBe(true)
  const next = createRenewal(storage, () => 1_000)
  expect(storage.size()).toBe(0)
  expect([next.take('ada'), next.take('ada')]).toEqual([drafts, []])
})

it('leaves nothing for another person', () => {
  const storage = tab()
  createRenewal(storage, () => 0).leave('ada', drafts)
  const next = createRenewal(storage, () => 1_000)
  expect([next.take('grace'), next.take('ada')]).toEqual([[], []])
})

it('replaces a page at most once a minute', () => {
  const storage = tab()
  createRenewal(storage, () => 0).leave('ada', drafts)
  let now = 59_999
  const next = createRenewal(storage, () => now)
  expect(next.leave('ada', drafts)).toBe(false)
  now = 60_000
  expect(next.leave('ada', drafts)).toBe(true)
})

it('replaces no page without a storage, or with one that refuses', () => {
  expect(createRenewal(null, () => 0).leave('ada', drafts)).toBe(false)
  const refusing = {
    ...tab(),
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(createRenewal(refusing, () => 0).leave('ada', drafts)).toBe(false)
})

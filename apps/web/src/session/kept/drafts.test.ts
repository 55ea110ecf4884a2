import { expect, it } from 'vitest'
import { createDrafts } from './drafts.ts'

it('keep a text until it is empty, or all are cleared', () => {
  const drafts = createDrafts()
  drafts.keep('name', 'Ada', 'form')
  drafts.keep('role', 'Admin', 'form')
  expect(drafts.read('name')).toBe('Ada')
  drafts.keep('name', '', 'form')
  expect([drafts.read('name'), drafts.read('role')]).toEqual([undefined, 'Admin'])
  drafts.clear()
  expect(drafts.read('role')).toBeUndefined()
})

it('keep interrupted work until it is dropped, or all are cleared', () => {
  const drafts = createDrafts()
  const [upload, other] = [{}, {}]
  drafts.keepWork('upload', upload)
  drafts.keepWork('other', other)
  expect([drafts.work('upload'), drafts.work('other')]).toEqual([upload, other])
  drafts.keepWork('upload', null)
  expect([drafts.work('upload'), drafts.work('other')]).toEqual([null, other])
  let changes = 0
  const stop = drafts.onWork(() => (changes += 1))
  drafts.keepWork('other', upload)
  stop()
  drafts.keepWork('other', null)
  drafts.keepWork('other', other)
  expect(changes).toBe(1)
  drafts.onWork(() => (changes += 1))
  drafts.clear()
  expect(changes).toBe(2)
  expect(drafts.work('other')).toBeNull()
})

it('hold the page while at least one changed form is on the screen', () => {
  const drafts = createDrafts()
  drafts.hold('name')
  drafts.hold('role')
  drafts.release('name')
  expect(drafts.isHeld()).toBe(true)
  drafts.release('role')
  expect(drafts.isHeld()).toBe(false)
  drafts.hold('name')
  drafts.releaseAll()
  expect(drafts.isHeld()).toBe(false)
})

it('ask with the question of what holds the page, if it has one', () => {
  const drafts = createDrafts()
  drafts.hold('name')
  expect(drafts.question()).toBeNull()
  drafts.hold('key', 'Leave without storing it?')
  expect(drafts.question()).toBe('Leave without storing it?')
  drafts.release('key')
  expect([drafts.isHeld(), drafts.question()]).toEqual([true, null])
})

it('are handed over to the next page without the words of a search', () => {
  const drafts = createDrafts()
  drafts.keep('name', 'Ada', 'form')
  drafts.keep('search', 'secret words', 'search')
  expect(drafts.handOver()).toEqual([['name', 'Ada']])
  const next = createDrafts()
  next.takeOver(drafts.handOver())
  expect([next.read('name'), next.read('search')]).toEqual(['Ada', undefined])
})

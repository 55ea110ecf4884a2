import { expect, it } from 'vitest'
import { nextToasts } from './next-toasts.ts'
import type { Toast } from './use-toast.ts'

const undo = () => {}
const shownAfter = (...toasts: readonly Toast[]) =>
  toasts
    .reduce<readonly Toast[]>(nextToasts, [])
    .map((toast) => ('text' in toast ? toast.text : 'failure'))

it('shows the latest toast in the place of the one before', () => {
  expect(shownAfter({ text: 'one' }, { failure: null }, { text: 'two' })).toEqual(['two'])
})

it('keeps a toast with Undo when another one follows, such as a failure', () => {
  expect(shownAfter({ text: 'removed', undo }, { failure: null })).toEqual(['removed', 'failure'])
  expect(shownAfter({ text: 'removed', undo }, { failure: null }, { text: 'done' })).toEqual([
    'removed',
    'done',
  ])
})

it('replaces a toast with Undo by the next one about the same subject, which says something else of it', () => {
  expect(
    shownAfter(
      { text: 'other off', undo, about: 'other' },
      { text: 'off', undo, about: 'agent' },
      { text: 'on', undo, about: 'agent' },
    ),
  ).toEqual(['other off', 'on'])
  expect(
    shownAfter({ text: 'removed', undo, about: 'ada' }, { text: 'added', about: 'ada' }),
  ).toEqual(['added'])
})

it('shows at most three, of those with Undo the latest', () => {
  const removed = ['1', '2', '3', '4'].map((text) => ({ text, undo }))
  expect(shownAfter(...removed, { failure: null })).toEqual(['3', '4', 'failure'])
})

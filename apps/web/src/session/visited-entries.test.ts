import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createVisitedEntries, type VisitedEntries } from './visited-entries.ts'

type Entry = { state: unknown; address: string }

let pop: () => void
let entries: Entry[]
let at: number
beforeEach(() => {
  vi.useFakeTimers()
  entries = [{ state: null, address: '/#q=salary' }]
  at = 0
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (pop = listener))
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state
    },
    replaceState: (state: unknown, _: string, address = entries[at]?.address ?? '') => {
      entries[at] = { state, address }
    },
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

function give(visited: VisitedEntries, person: string): void {
  visited.giveTo(person)
  vi.runAllTimers()
}

function visit(visited: VisitedEntries, address: string): void {
  entries.push({ state: { key: address }, address })
  at = entries.length - 1
  visited.mark()
  vi.runAllTimers()
}

function goTo(position: number): Entry | undefined {
  at = position
  pop()
  const seen = entries[at]
  vi.runAllTimers()
  return seen
}

it('shows a person their own entries as the router left them', () => {
  const visited = createVisitedEntries('/')
  give(visited, 'ada')
  visit(visited, '/me')
  expect(entries[1]?.state).toEqual({ key: '/me', 'ken.person': 'ada' })
  expect(goTo(0)).toEqual({ state: null, address: '/#q=salary' })
  expect(goTo(1)).toEqual({ state: { key: '/me' }, address: '/me' })
  expect(entries[1]?.state).toEqual({ key: '/me', 'ken.person': 'ada' })
})

it.each(['', 'bob'])('leads home from an entry of Ada when "%s" is there', (person) => {
  const visited = createVisitedEntries('/')
  give(visited, 'ada')
  visit(visited, '/me')
  give(visited, person)
  expect(goTo(0)).toEqual({ state: null, address: '/' })
  expect(entries[0]?.state).toEqual({ 'ken.person': person })
})

it('is known to a page that is loaded again', () => {
  const visited = createVisitedEntries('/')
  give(visited, 'ada')
  expect(createVisitedEntries('/').person()).toBe('ada')
  expect(entries[0]?.state).toBeNull()
})

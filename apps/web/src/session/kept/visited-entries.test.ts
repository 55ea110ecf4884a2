import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createVisitedEntries, type VisitedEntries } from './visited-entries.ts'

type Entry = { state: unknown; address: string }

let pop: () => void
let entries: Entry[]
let at: number
beforeEach(() => {
  entries = [{ state: null, address: '/#q=salary' }]
  at = 0
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (pop = listener))
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', {})
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state
    },
    pushState: (state: unknown, _: string, address: string) => {
      entries = [...entries.slice(0, at + 1), { state, address }]
      at += 1
    },
    replaceState: (state: unknown, _: string, address = entries[at]?.address ?? '') => {
      entries[at] = { state, address }
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** The router adds an entry. */
const visit = ({ window }: VisitedEntries, address: string) =>
  window.history.pushState({ key: address }, '', address)

/** Returns what the router sees. */
function goTo({ window }: VisitedEntries, position: number): Entry {
  at = position
  pop()
  return { state: window.history.state, address: entries[at]?.address ?? '' }
}

it('shows a person their own entries as the router left them', () => {
  const visited = createVisitedEntries('/')
  visited.giveTo('ada')
  visit(visited, '/me')
  expect(entries[1]?.state).toEqual({ key: '/me', 'ken.person': 'ada' })
  expect(goTo(visited, 0)).toEqual({ state: null, address: '/#q=salary' })
  expect(goTo(visited, 1)).toEqual({ state: { key: '/me' }, address: '/me' })
})

it('marks an entry that is replaced, and one that only the browser has made', () => {
  const visited = createVisitedEntries('/')
  visited.giveTo('ada')
  visited.window.history.replaceState({ key: 'home' }, '', '/')
  entries.push({ state: null, address: '/#q=typed' })
  expect(goTo(visited, 1)).toEqual({ state: null, address: '/#q=typed' })
  expect(entries.map(({ state }) => state)).toEqual([
    { key: 'home', 'ken.person': 'ada' },
    { 'ken.person': 'ada' },
  ])
})

it.each(['', 'bob'])('leads home from an entry of Ada when "%s" is there', (person) => {
  const visited = createVisitedEntries('/')
  visited.giveTo('ada')
  visit(visited, '/me')
  visited.giveTo(person)
  expect(goTo(visited, 0)).toEqual({ state: null, address: '/' })
  expect(entries[0]?.state).toEqual({ 'ken.person': person })
})

it('is known to a page that is loaded again', () => {
  createVisitedEntries('/').giveTo('ada')
  const { person, window } = createVisitedEntries('/')
  expect([person(), window.history.state]).toEqual(['ada', null])
})

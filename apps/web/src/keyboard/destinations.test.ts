import { expect, it } from 'vitest'
import { openPaths, paths } from '../paths.ts'
import { canOpen, destinations, type DestinationName } from './destinations.ts'

const names = Object.keys(destinations) as DestinationName[]

it('are all pages of people who are signed in that have no id in their address', () => {
  const known = paths.filter(
    (path) => !path.includes('$') && path !== '/login' && !openPaths.includes(path),
  )
  expect(names.map((name) => destinations[name].path).toSorted()).toEqual(known.toSorted())
})

it('are those of the own account for people without a capability', () => {
  const own = names.filter((name) => canOpen(name, []))
  expect(own.map((name) => destinations[name].path)).toEqual([
    '/',
    '/me',
    '/me/security',
    '/me/keys',
    '/me/keys/new',
    '/me/chats',
    '/me/agents',
  ])
  expect(names.filter((name) => canOpen(name, ['audit.read']))).toEqual([...own, 'audit'])
})

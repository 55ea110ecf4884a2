import { expect, it } from 'vitest'
import { builtInSources, parseIdentitySource } from '../identities/identity.ts'
import { chatSources, identitySourceOf } from './chat-source.ts'

it('are valid sources of identities, by their names', () => {
  expect(chatSources.map((source) => parseIdentitySource(source))).toEqual(
    chatSources.map(identitySourceOf),
  )
})

it('are built-in sources if Ken runs their bots', () => {
  expect(builtInSources).toEqual(chatSources)
})

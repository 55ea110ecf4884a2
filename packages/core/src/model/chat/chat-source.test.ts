import { expect, it } from 'vitest'
import { builtInSources, parseIdentitySource } from '../identities/identity.ts'
import { chatSources, identitySourceOf } from './chat-source.ts'

it('are the built-in sources of identities, by their names', () => {
  expect(builtInSources).toEqual(chatSources)
  expect(chatSources.map((source) => parseIdentitySource(source))).toEqual(
    chatSources.map(identitySourceOf),
  )
})

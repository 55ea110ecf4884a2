import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from './any-character.ts'

it('is one code point, and never half of one', () => {
  const characters = fc.sample(anyCharacter, 10_000)
  expect(characters.filter((character) => Array.from(character).length !== 1)).toEqual([])
  expect(characters.filter((character) => !character.isWellFormed())).toEqual([])
})

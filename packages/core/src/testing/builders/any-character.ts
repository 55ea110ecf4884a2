import * as fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any code point of Unicode except surrogates, as `fc.string` takes it with `unit: 'binary'`. To make its own table of
 * all of them takes the library half a second in every process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates.count })
  .map((place) => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count))

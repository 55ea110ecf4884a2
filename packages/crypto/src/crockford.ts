import { randomBytes } from 'node:crypto'

/** Crockford's: no I, L or O, which people read as 1 and 0, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const presentedLengthMax = 64

/** Random symbols of five bits each, in groups of `groupLength` with dashes in between. */
export function newSymbols(count: number, groupLength: number): string {
  const symbols = Array.from(randomBytes(count), (byte) => alphabet.charAt(byte & 31)).join('')
  return (symbols.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-')
}

/** The symbols of a text: upper case, look-alikes folded, without dashes and blanks; null unless there are `count` of them. */
export function readSymbols(presented: string, count: number): string | null {
  if (presented.length > presentedLengthMax) return null
  const symbols = presented.replaceAll(/[\p{Dash_Punctuation}\s]/gu, '')
  if (symbols.length !== count || !/^[0-9A-TV-Z]*$/i.test(symbols)) return null
  return symbols.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
}

import { randomBytes } from 'node:crypto'

/** Crockford's alphabet: no I, L or O, which look like 1 and 0, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const presentedLengthMax = 64

/** Random symbols of five bits each, in groups of `groupLength` separated by dashes. */
export function newSymbols(count: number, groupLength: number): string {
  const symbols = Array.from(randomBytes(count), (byte) => alphabet.charAt(byte & 31)).join('')
  return (symbols.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-')
}

/**
 * The symbols of a text in upper case, with look-alikes replaced and without dashes and spaces;
 * null unless there are `count`.
 */
export function readSymbols(presented: string, count: number): string | null {
  if (presented.length > presentedLengthMax) return null
  const symbols = presented.replaceAll(/[\p{Dash_Punctuation}\s]/gu, '')
  if (symbols.length !== count || !/^[0-9A-TV-Z]*$/i.test(symbols)) return null
  return symbols.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
}

import { expect, it } from 'vitest'
import { endingsOf, replaceEnding } from './endings.ts'

const endings = endingsOf(3, 's es aux=al')

it('removes the longest ending, once', () => {
  expect(['boxes', 'keys', 'chess', 'box'].map((word) => replaceEnding(word, endings))).toEqual([
    'box',
    'key',
    'ches',
    'box',
  ])
})

it('replaces an ending', () => {
  expect(replaceEnding('journaux', endings)).toBe('journal')
})

it('leaves as many letters as required', () => {
  expect(['yes', 'gas', 'aux', ''].map((word) => replaceEnding(word, endings))).toEqual([
    'yes',
    'gas',
    'aux',
    '',
  ])
})

import { expect, test } from 'vitest'
import { withStandardSynonyms } from './standard-synonyms.ts'
import { parseSynonyms, withSynonyms } from './synonyms.ts'

const expand = (query: string, own: string | null) =>
  withSynonyms(query, withStandardSynonyms(own === null ? null : parseSynonyms(own)))

test('usual abbreviations are spelled out, and the other way round', () => {
  expect(expand('WFH rules', null)).toBe('WFH rules working from home')
  expect(expand('wfh', null)).toBe('wfh working from home')
  expect(expand('Datenschutzbeauftragter', null)).toBe('Datenschutzbeauftragter DSB')
  expect(expand('DSGVO', null)).toBe('DSGVO GDPR RGPD')
})

test('other queries stay as they are', () => {
  for (const query of ['time off', 'home', 'factor', 'toner', 'working at home', 'data protection'])
    expect(expand(query, null)).toBe(query)
})

test('sets of an organization come on top, and replace those with the same abbreviation', () => {
  expect(expand('wfh holiday', 'holiday, vacation')).toBe('wfh holiday working from home vacation')
  expect(expand('pto', 'PTO, power take-off')).toBe('pto power take-off')
  expect(expand('paid time off', 'PTO, power take-off')).toBe('paid time off')
})

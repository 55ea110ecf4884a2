import { expect, it } from 'vitest'
import type { DocumentId } from '../../document.ts'
import { analyzeQuery } from '../analyze-query.ts'
import { termsOfPhrases, withQuotedPhrases } from './quoted-phrases.ts'

const query = analyzeQuery('"split brain" and "old primary"')
const passage = (id: string, body: string) => ({ documentId: id as DocumentId, heading: '', body })
const candidate = (id: string, body: string, title = 'Page') => ({
  ...passage(id, body),
  title,
  externalId: '',
})

const readOthers = async (documents: readonly DocumentId[]) => {
  expect(documents).toEqual(['a', 'b'])
  return [
    passage('a', 'The old primary.'),
    passage('a', 'Split brain: an old primary.'),
    passage('a', 'Old primary, split brain.'),
    passage('b', 'The old primary.'),
  ]
}

it('takes the first passage with most of the phrases, and keeps one that has as many', async () => {
  const candidates = [
    candidate('a', 'Brain, split.'),
    candidate('b', 'A split brain.'),
    candidate('c', 'Of the old primary.', 'Split brain'),
  ]
  const bodies = (await withQuotedPhrases(query, candidates, readOthers)).map(({ body }) => body)
  expect(bodies).toEqual(['Split brain: an old primary.', 'A split brain.', 'Of the old primary.'])
})

it('names the terms of the longest words of the first phrases', () => {
  expect(termsOfPhrases(analyzeQuery('"T 1042" "of the 2025 plan 9"'))).toEqual([
    [['1042'], ['t']],
    [['2025'], expect.arrayContaining(['plan']), ['the']],
  ])
  const many = Array.from({ length: 40 }, (_, at) => `"x${at} y"`).join(' ')
  expect(termsOfPhrases(analyzeQuery(many))).toHaveLength(4)
})

const unreadable = () => Promise.reject(new Error('read'))

it('reads nothing for a query without phrases, or if no candidate lacks one', async () => {
  const found = [candidate('a', 'The old primary, a split brain.')]
  expect(await withQuotedPhrases(analyzeQuery('brain'), found, unreadable)).toBe(found)
  expect(await withQuotedPhrases(query, found, unreadable)).toBe(found)
})

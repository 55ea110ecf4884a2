import { analyzeQuery } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { documentOf, documentsWith, groupOf } from './corpus.ts'
import { queryKinds } from './queries.ts'
import { randomFrom } from './words.ts'

const documents = Array.from({ length: 2_000 }, (_, number) => documentOf(number))
const passagesOf = ({ body }: { readonly body: string }) => body.match(/^## /gm)?.length ?? 0
const shareOf = <Value>(values: readonly Value[], has: (value: Value) => boolean) =>
  values.filter(has).length / values.length

describe('the documents of the search bench', () => {
  it('are the same each time', () => {
    expect(documentOf(1_234)).toEqual(documents[1_234])
  })

  it('have from one to 40 passages, and about as many in all as asked for', () => {
    const counts = documents.map(passagesOf)
    expect(shareOf(counts, (count) => count === 1)).toBeCloseTo(0.5, 1)
    expect(Math.max(...counts)).toBe(40)
    const passages = counts.reduce((sum, count) => sum + count, 0)
    expect(Math.abs(documentsWith(passages) / documents.length - 1)).toBeLessThan(0.1)
  })

  it('have words that are in most passages, and words in two forms', () => {
    const english = documents.filter(({ body }) => /\bthe\b/.test(body))
    expect(shareOf(english, ({ body }) => /\bbekik\b/.test(body))).toBeGreaterThan(0.5)
    for (const form of [/\bbebetation\b/, /\bbebetations\b/])
      expect(shareOf(english, ({ body }) => form.test(body))).toBeGreaterThan(0.1)
  })

  it('are copies of the one before with changes, one in twenty', () => {
    const copies = documents.filter(
      ({ title, body }, at) =>
        title === documents[at - 1]?.title && body !== documents[at - 1]?.body,
    )
    expect(copies.length / documents.length).toBeCloseTo(0.05, 1)
  })

  it('are visible to groups by their shares', () => {
    const tenth = groupOf('tenth')
    expect(shareOf(documents, ({ allowed }) => allowed.includes(tenth))).toBeCloseTo(0.1, 1)
  })
})

describe('the queries of the search bench', () => {
  it('have words to search for, of which some have several forms', () => {
    const random = randomFrom(1)
    for (const query of Object.values(queryKinds)) {
      const words = Array.from({ length: 20 }, () => analyzeQuery(query(random)).words)
      expect(words.every(({ length }) => length > 0)).toBe(true)
      expect(words.flat().some(({ forms }) => forms.length > 1)).toBe(true)
    }
  })
})

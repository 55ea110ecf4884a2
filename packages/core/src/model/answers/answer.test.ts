import { describe, expect, it } from 'vitest'
import type { SearchResult } from '../knowledge/search-result.ts'
import type { DocumentId, Source } from '../knowledge/document.ts'
import { newId } from '../../testing/index.ts'
import { answerText, type Answer } from './answer.ts'

const aResult = (title: string, snippet: string): SearchResult => ({
  documentId: newId() as DocumentId,
  title,
  snippet,
  passage: snippet,
  marks: [],
  source: 'wiki' as Source,
  url: `https://wiki.example.com/${encodeURIComponent(title)}`,
  updatedAt: null,
  score: 1,
})
const results = [
  aResult('Leave', 'Ask your lead @all [now](http://evil).'),
  aResult('Travel', 'Book early.'),
]
const textOf = (answer: Partial<Answer>) =>
  answerText({
    written: null,
    results: results,
    basedOn: [],
    isModelUnavailable: false,
    isFollowUp: false,
    degraded: false,
    ...answer,
  })

describe('answerText', () => {
  it('lists the results with links if no model wrote an answer', () => {
    expect(textOf({})).toBe(
      [
        'This is what I found:',
        '',
        '1. [Leave](https://wiki.example.com/Leave) (wiki)',
        '    Ask your lead @\u200ball now.',
        '2. [Travel](https://wiki.example.com/Travel) (wiki)',
        '    Book early.',
      ].join('\n'),
    )
  })

  it('says when the results may be about the question before alone', () => {
    const opening = 'I found nothing about this question by itself.'
    expect(textOf({ isFollowUp: true })).toMatch(new RegExp(`^${opening} .*:\n\n1\\. \\[Leave`))
    expect(textOf({ isFollowUp: true, isModelUnavailable: true })).toContain(`now. ${opening}`)
    expect(textOf({ isFollowUp: true, written: 'Later [1].' })).not.toContain(opening)
  })

  it('shows no marks and no dates', () => {
    const marked = results.map((result) => ({
      ...result,
      marks: [{ start: 0, end: 3 }],
      updatedAt: new Date('2026-03-01T10:00:00Z'),
    }))
    expect(textOf({ results: marked })).toBe(textOf({}))
  })

  it('quotes nothing from a document without text', () => {
    expect(textOf({ results: [aResult('Empty', '')] })).toMatch(
      /\n1\. \[Empty\]\(https:\/\/wiki\.example\.com\/Empty\) \(wiki\)$/,
    )
  })

  it('says that the model is unavailable, and lists the results', () => {
    expect(textOf({ isModelUnavailable: true })).toMatch(
      /^The language model is unavailable right now\. This is what I found:\n\n1\. \[Leave\]/,
    )
  })

  it('takes all links from the results and none from the model', () => {
    const written =
      'Ask @channel, see [Leave](https://evil.example/steal) [1] ![x](http://evil.example/p.png) https://evil.example'
    const text = textOf({ written })
    expect(text).toBe(
      'Ask @\u200bchannel, see Leave [1] x evil.example\n\n**Sources**\n1. [Leave](https://wiki.example.com/Leave) (wiki)\n2. [Travel](https://wiki.example.com/Travel) (wiki)',
    )
  })

  it('says that there are no results', () => {
    expect(textOf({ results: [] })).toBe(
      'I found nothing about this that you may see. Other words may help.',
    )
  })

  it('says that semantic search was unavailable', () => {
    for (const answer of [{}, { results: [] }, { written: 'Yes.' }])
      expect(textOf({ ...answer, degraded: true })).toMatch(/_Keyword search only: .*_$/)
  })

  it('has a maximum length', () => {
    expect(textOf({ written: '😀'.repeat(1_000_000) }).length).toBeLessThan(101_000)
  })
})

import { describe, expect, it } from 'vitest'
import type { Finding } from '../knowledge/finding.ts'
import type { DocumentId, Source } from '../knowledge/document.ts'
import { newId } from '../../testing/index.ts'
import { answerText, type Answer } from './answer.ts'

const aFinding = (title: string, snippet: string): Finding => ({
  documentId: newId() as DocumentId,
  title,
  snippet,
  source: 'wiki' as Source,
  url: `https://wiki.example.com/${encodeURIComponent(title)}`,
  score: 1,
})
const findings = [aFinding('Leave', 'Ask your lead @all [now](http://evil).'), aFinding('Travel', 'Book early.')]
const textOf = (answer: Partial<Answer>) =>
  answerText({ written: null, findings, restsOn: [], isModelAway: false, degraded: false, ...answer })

describe('answerText', () => {
  it('lists what was found with links when no model wrote anything', () => {
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

  it('quotes nothing of a document without text', () => {
    expect(textOf({ findings: [aFinding('Empty', '')] })).toMatch(
      /\n1\. \[Empty\]\(https:\/\/wiki\.example\.com\/Empty\) \(wiki\)$/,
    )
  })

  it('says that the model is away, and gives what was found all the same', () => {
    expect(textOf({ isModelAway: true })).toMatch(
      /^The language model does not answer right now\. This is what I found:\n\n1\. \[Leave\]/,
    )
  })

  it('takes the links from the findings, whatever the model wrote', () => {
    const written =
      'Ask @channel, see [Leave](https://evil.example/steal) [1] ![x](http://evil.example/p.png) https://evil.example'
    const text = textOf({ written })
    expect(text).toBe(
      'Ask @\u200bchannel, see Leave [1] x evil.example\n\n**Sources**\n1. [Leave](https://wiki.example.com/Leave) (wiki)\n2. [Travel](https://wiki.example.com/Travel) (wiki)',
    )
  })

  it('says that nothing was found', () => {
    expect(textOf({ findings: [] })).toBe('I found nothing about this that you may see. Other words may help.')
  })

  it('says that meaning was not searched', () => {
    for (const answer of [{}, { findings: [] }, { written: 'Yes.' }])
      expect(textOf({ ...answer, degraded: true })).toMatch(/_Searched by words alone: .*_$/)
  })

  it('ends somewhere', () => {
    expect(textOf({ written: '😀'.repeat(1_000_000) }).length).toBeLessThan(101_000)
  })
})

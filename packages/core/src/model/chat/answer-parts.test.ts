import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerParts as partsWithin, partLimits, postCodePointsMax } from './answer-parts.ts'

const answerParts = (text: string) => partsWithin(text, partLimits.teamchat)
const countCodePoints = (text: string): number => Array.from(text).length
const withoutSpace = (text: string): string => text.replaceAll(/\s+/gu, '')

const pieces = fc.oneof(
  fc.constantFrom(
    'word ',
    'word\n',
    'paragraph\n\n',
    '\n\n\n',
    '  indented\n',
    '😀',
    'é',
    ' '.repeat(40),
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
/** Texts of about one or two posts, built from a few repeated pieces. */
const answers = fc
  .tuple(
    fc.array(pieces, { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 0, max: 2 * postCodePointsMax + 10 }),
  )
  .map(([each, length]) => {
    const once = each.join('') || 'x'
    return once.repeat(Math.ceil(length / once.length))
  })

describe('answerParts', () => {
  it('leaves a text that fits unchanged', () => {
    const longest = '😀'.repeat(postCodePointsMax)
    expect(answerParts('One answer.')).toEqual(['One answer.'])
    expect(answerParts(longest)).toEqual([longest])
  })

  it('returns no parts for an empty text', () => {
    expect(answerParts('')).toEqual([])
    expect(answerParts(' \n\n ')).toEqual([])
  })

  it('keeps everything but white space at the cuts, in order, in posts that fit and are not blank', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const parts = answerParts(answer)
        expect(withoutSpace(parts.join(''))).toBe(withoutSpace(answer))
        for (const part of parts) {
          expect(countCodePoints(part)).toBeLessThanOrEqual(postCodePointsMax)
          expect(part.trim()).not.toBe('')
          expect(part.isWellFormed()).toBe(answer.isWellFormed() || part.isWellFormed())
        }
      }),
    )
  })

  it('keeps everything within limits that are counted in UTF-16 units, too', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const parts = partsWithin(answer, partLimits.bot_messenger)
        expect(withoutSpace(parts.join(''))).toBe(withoutSpace(answer))
        expect(parts.filter(({ length }) => length > 4_096)).toEqual([])
      }),
    )
    const faces = '😀'.repeat(5_000)
    expect(partsWithin(faces, partLimits.workspace_chat)).toEqual([faces])
    expect(partsWithin(`x${faces}`, partLimits.workspace_chat)).toEqual([
      `x${'😀'.repeat(4_999)}`,
      '😀',
    ])
  })

  it.for([
    { name: 'paragraphs', boundary: '\n\n' },
    { name: 'lines', boundary: '\n' },
    { name: 'words', boundary: ' ' },
  ] as const)('cuts between $name', ({ boundary }) => {
    const [head, tail] = ['a'.repeat(postCodePointsMax - 100), 'b'.repeat(200)]
    expect(answerParts(`${head}${boundary}${tail}`)).toEqual([head, tail])
  })

  it('prefers the end of a paragraph to the last word that fits', () => {
    const head = 'a'.repeat(postCodePointsMax - 900)
    const tail = 'some words '.repeat(100).trim()
    expect(answerParts(`${head}\n\n${tail}`)).toEqual([head, tail])
  })

  it('cuts a text without gaps at the limit, between characters', () => {
    expect(answerParts('😀'.repeat(postCodePointsMax + 1))).toEqual([
      '😀'.repeat(postCodePointsMax),
      '😀',
    ])
  })

  it('cuts no link that fits into a post', () => {
    const sources = fc.array(
      fc.record({
        title: fc.constantFrom(
          'Leave',
          String.raw`Where to find \[forms\] and more`,
          'word '.repeat(90),
        ),
        path: fc.integer({ min: 1, max: 2_000 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(sources, fc.integer({ min: 1, max: 4_100 }), (results, written) => {
        const links = results.map(
          ({ title, path }) => `[${title.trim()}](https://wiki.example.com/${'a'.repeat(path)})`,
        )
        const lines = links.map((link, place) => `${place + 1}. ${link} (wiki)`)
        const answer = `${'x'.repeat(written)}\n\n**Sources**\n${lines.join('\n')}`
        const parts = partsWithin(answer, partLimits.bot_messenger)
        expect(parts.flatMap((part) => part.match(/\[.*?\]\(.*?\)/g) ?? [])).toEqual(links)
        expect(parts.filter(({ length }) => length > 4_096)).toEqual([])
        expect(withoutSpace(parts.join(''))).toBe(withoutSpace(answer))
      }),
    )
    const long = `[Leave](https://wiki.example.com/${'a'.repeat(5_000)})`
    expect(partsWithin(long, partLimits.bot_messenger).join('')).toBe(long)
    expect(partsWithin('['.repeat(40_000), partLimits.workspace_chat)).toHaveLength(4)
  })

  it('takes time in proportion to the length of escaped brackets', () => {
    expect(partsWithin(String.raw`\[`.repeat(100_000), partLimits.workspace_chat)).toHaveLength(20)
  })

  it('keeps a backslash with the character that it escapes', () => {
    const head = 'a'.repeat(partLimits.bot_messenger.max - 1)
    expect(partsWithin(String.raw`${head}\[b`, partLimits.bot_messenger)).toEqual([
      head,
      String.raw`\[b`,
    ])
  })

  it('keeps the indentation of the first line after a cut', () => {
    const head = 'a'.repeat(postCodePointsMax - 10)
    expect(answerParts(`${head}\n\n    indented ${'b'.repeat(20)}`)).toEqual([
      head,
      `    indented ${'b'.repeat(20)}`,
    ])
  })
})

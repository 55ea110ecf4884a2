import { describe, expect, it } from 'vitest'
import { breaksOf, isMarkdownBlock, MarkdownSource, unlessTooComplex } from './markdown-source.ts'

/** A node from one offset to another. */
const nodeAt = (from: number, to: number, type = 'text') => ({
  type,
  position: { start: { offset: from }, end: { offset: to } },
})

/** Writes to this depth, twice: levels that were left do not count. */
const write = (levels: number): string => {
  const source = new MarkdownSource('')
  const descend = (left: number): void =>
    left > 0 ? source.nested(() => descend(left - 1)) : undefined
  descend(levels)
  descend(levels)
  return 'written'
}

const firstOf = (text: string): string =>
  unlessTooComplex(() => new MarkdownSource(text).of(nodeAt(0, 1)), 'as it is')

describe('a Markdown source', () => {
  it('knows what a node was written as, and the line breaks between two', () => {
    const source = new MarkdownSource('one\n\n\n\ntwo three')
    const [one, two, three] = [nodeAt(0, 3), nodeAt(7, 10), nodeAt(11, 16)]
    expect([one, two, three].map((node) => source.of(node))).toEqual(['one', 'two', 'three'])
    expect(source.breaksBetween(one, two)).toBe('\n\n')
    expect(source.breaksBetween(two, three)).toBe('')
    expect(breaksOf('\n  ')).toBe('\n')
  })

  it.for([
    ['[title](https://wiki.test)', 'https://wiki.test', true],
    ['[title](HTTP://wiki.test)', 'HTTP://wiki.test', true],
    ['<https://wiki.test>', 'https://wiki.test', false],
    ['https://wiki.test', 'https://wiki.test', false],
    ['[title](javascript:alert)', 'javascript:alert', false],
    ['[title](tg://user?id=1)', 'tg://user?id=1', false],
    ['[title](https://)', 'https://', false],
  ] as const)('%s is an active link: %s %s', ([text, url, expected]) => {
    const node = { ...nodeAt(0, text.length, 'link'), url }
    expect(new MarkdownSource(text).isActiveLink(node)).toBe(expected)
  })

  it('is written a hundred levels deep, and otherwise as it is', () => {
    expect(unlessTooComplex(() => write(100), 'as it is')).toBe('written')
    expect(unlessTooComplex(() => write(101), 'as it is')).toBe('as it is')
  })

  it.each([
    ['3,000 marks', '*['.repeat(1_500), '_'],
    ['2,000 lines', '- x\n'.repeat(2_000), '\n'],
    ['100 lists and quotes that begin on a line', `x\n${' - > 1. '.repeat(33)}* `, '- x'],
  ])('has at most %s, and is otherwise written as it is', (_, most, more) => {
    expect(firstOf(most)).toBe(most[0])
    expect(firstOf(most + more)).toBe('as it is')
  })

  it('may have a long ruler', () => {
    expect(firstOf('-'.repeat(9_000))).toBe('-')
  })

  it('knows blocks', () => {
    expect(['paragraph', 'listItem', 'html'].map((type) => isMarkdownBlock({ type }))).toEqual([
      true,
      true,
      true,
    ])
    expect(['text', 'link', 'strong'].some((type) => isMarkdownBlock({ type }))).toBe(false)
  })
})

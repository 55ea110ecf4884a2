import { describe, expect, it } from 'vitest'
import { withReadableTables } from './asciidoc-tables.ts'

describe('a table of AsciiDoc', () => {
  it.each([
    [
      'has a row on each line',
      '|===\n|Country |Days\n\n|Germany |30\n|France |25\n|===',
      'Country | Days\nGermany | 30\nFrance | 25',
    ],
    [
      'has a cell on each line, and says how many columns it has',
      '[cols="1,2a",options="header"]\n|===\n|Country |Days\n|Germany\n|30\ndays\n|===',
      'Country | Days\nGermany | 30 days',
    ],
    ['repeats a column', '[%header,cols=2*]\n|===\n|a\n|b\n|c\n|d\n|===', 'a | b\nc | d'],
    ['has a title', '.Days off\n[%header]\n|===\n|a |b\n|===', 'Days off\n\na | b'],
    [
      'has cells with styles, copies and merged columns',
      '|===\n|a |b |c\n2+|wide a|x\n3*|y\n|===',
      'a | b | c\nwide |  | x\ny | y | y',
    ],
    ['has bars in cells', '|===\n|a \\| b |c\n|===', 'a | b | c'],
    ['has an empty cell', '|===\n|a |b\n| |c\n|===', 'a | b\n| c'],
  ])('that %s becomes rows', (_, text, rows) => {
    expect(withReadableTables(`Before.\n\n${text}\n\nAfter.`)).toBe(`Before.\n\n${rows}\n\nAfter.`)
  })

  it.each([
    ['a cell goes on in later rows', '|===\n|a |b\n.2+|c |d\n|e\n|==='],
    ['it never ends', '|===\n|a |b'],
    ['it has no cells', '|===\nwords\n|==='],
  ])('stays as it is written if %s', (_, text) => {
    expect(withReadableTables(text)).toBe(text)
  })

  it('takes time in proportion to its length', () => {
    const begun = process.threadCpuUsage()
    for (const text of [
      '|===\n'.repeat(50_000),
      `|===\n${'|a '.repeat(100_000)}\n|===`,
      '[a]\n'.repeat(50_000) + '|===',
      `|===\n${'1'.repeat(150_000)}`,
      `.a\n|===\n${'|===='.repeat(49_999)}`,
    ])
      withReadableTables(text)
    const { user, system } = process.threadCpuUsage(begun)
    // 0.2 s on a busy machine.
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })
})

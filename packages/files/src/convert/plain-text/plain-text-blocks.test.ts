import { describe, expect, it, test } from 'vitest'
import { plainTextBlocks } from './plain-text-blocks.ts'

const shown = (...lines: string[]): readonly string[] =>
  plainTextBlocks(lines).map(({ level, text }) =>
    level === null ? text : `${'#'.repeat(level)} ${text}`,
  )

describe('plainTextBlocks', () => {
  it('divides a text at lines with a row of marks below or around them', () => {
    expect(
      shown(
        '==========',
        ' Handbook',
        '==========',
        'Intro.',
        '',
        'Printers',
        '--------',
        '',
        'Toner',
        '~~~~~~~~~',
        'Cellar.',
        '',
        'Keys',
        '----',
        'Porter.',
      ),
    ).toEqual([
      '# Handbook',
      'Intro.\n',
      '## Printers',
      '### Toner',
      'Cellar.\n',
      '## Keys',
      'Porter.',
    ])
  })

  it('divides a text at headings of AsciiDoc and wikis', () => {
    expect(shown('= Handbook', '', '== Printers ==', 'Toner.', '', 'a', '== b')).toEqual([
      '# Handbook',
      '## Printers',
      'Toner.\n\na\n== b',
    ])
  })

  it('leaves the marks of a box out of its heading', () => {
    expect(
      shown('###########', '# Printers', '###########', 'Toner.', '', '* Keys *', '********'),
    ).toEqual(['# Printers', 'Toner.\n', '## Keys'])
  })

  test.each([
    { of: 'a shorter row', lines: ['Printers', '-----'] },
    { of: 'a shorter row around it', lines: ['====', ' Toner', '===='] },
    { of: 'the end of a paragraph', lines: ['Printers and', 'toner', '-----'] },
    { of: 'columns of a table', lines: ['Name     Floor', '-------- -----'] },
    { of: 'a row of a table', lines: ['Name | Floor', '------------'] },
    { of: 'the name of a column', lines: [' name', '------', ' ana'] },
    { of: 'a line without a word', lines: ['***', '---'] },
    { of: 'a place to sign', lines: ['Signature', '_________'] },
    { of: 'marks without a blank', lines: ['==b'] },
    { of: 'a fence around code', lines: ['```', 'ls', '```'] },
    { of: 'a fence below a line', lines: ['Run', '```', 'ls -l', '```'] },
    { of: 'quotes around a remark', lines: ['"""', 'x', '"""'] },
  ])('takes $of for text', ({ lines }) => {
    expect(shown(...lines)).toEqual([lines.join('\n')])
  })
})

import { describe, expect, test } from 'vitest'
import { convertMarkdown } from './convert-markdown.ts'

const bodyOf = (...lines: string[]): string => convertMarkdown(lines.join('\n')).body

describe('body', () => {
  test('keeps headings as lines and paragraphs between blank lines', () => {
    expect(
      bodyOf(
        'Intro',
        'goes on.',
        '',
        'Section',
        '-------',
        'Text  ',
        'broken.',
        '',
        '***',
        '### *Deep* `er`',
      ),
    ).toBe('Intro goes on.\n\n## Section\n\nText\nbroken.\n\n### Deep er')
  })
  test('keeps the power of a number apart', () => {
    expect(bodyOf('At most 2<sup>31</sup> ids.')).toBe('At most 2^31 ids.')
  })
  test('keeps the marks of struck text', () => {
    expect(bodyOf('- ~~Paid *monthly*.~~ Paid weekly.', '- Up to <del>20</del>30 days.')).toBe(
      '- ~~Paid monthly.~~ Paid weekly.\n- Up to ~~20~~ 30 days.',
    )
    expect(bodyOf('The <s> tag, </s>', '', 'a <s>b <s>c</s>', '', 'd')).toBe(
      'The ~~tag,~~\n\na ~~b c~~\n\nd',
    )
    expect(bodyOf('The <del> tag', '', 'removes </s> text')).toBe('The tag\n\nremoves text')
    expect(bodyOf('a </s> b <s>c <s>d</s>', '', 'e')).toBe('a b ~~c d~~\n\ne')
  })
  test('keeps the title of a block of code', () => {
    expect(
      bodyOf(
        '1. Add',
        '   ```yaml {1} title="values.yaml"',
        '   a: 1',
        '   ```',
        '',
        "``` title='b'",
        '```',
      ),
    ).toBe('1. Add\n\n   values.yaml\n\n   a: 1\n\nb')
  })
  test('writes links and pictures as their text', () => {
    expect(
      bodyOf(
        'See [the *guide*](a.md "t"), <https://x.test>, https://y.test, [ref] and ![a cat](cat.png).',
        '',
        '[ref]: b.md',
      ),
    ).toBe('See the guide, https://x.test, https://y.test, ref and a cat.')
  })
  test('keeps lists with their marks, numbers and depth', () => {
    expect(
      bodyOf(
        '* a',
        '* b',
        '  1. c',
        '  2. d',
        '',
        '     more',
        '',
        '7) e',
        '',
        '- [x] done',
        '- [ ] open',
      ),
    ).toBe('- a\n- b\n  1. c\n  2. d\n\n     more\n\n7. e\n\n- [x] done\n- [ ] open')
  })
  test('keeps code as it is written', () => {
    expect(bodyOf('Run:', '```sh', 'npm  start', '', '\tx < y && **z**', '```')).toBe(
      'Run:\n\nnpm  start\n\n\tx < y && **z**',
    )
  })
  test('lets nothing but headings look like headings', () => {
    expect(bodyOf('```sh', '# comment', 'run', '```', '', '\\# no heading')).toBe(
      '    # comment\n    run\n\n    # no heading',
    )
  })
  test('writes tables row by row', () => {
    expect(bodyOf('| a | **b** |', '|---|:-:|', '| 1 | x <br> y |', '| 2 |  |')).toBe(
      'a | b\n1 | x y\n2 |',
    )
  })
  test('keeps footnotes', () => {
    expect(bodyOf('Text[^n].', '', '[^n]: The *note*.')).toBe('Text[n].\n\n[n]: The note.')
  })
  test('strips HTML to its text and drops comments and scripts', () => {
    expect(
      bodyOf(
        '<!-- a',
        '',
        'b -->',
        '<details><summary>More</summary>',
        '',
        'In **side** <kbd>Ctrl</kbd>&amp;<br>C',
        '',
        '</details>',
        '',
        '<script>',
        'x()',
        '</script>',
      ),
    ).toBe('More\n\nIn side Ctrl&\nC')
    expect(bodyOf('<table><tr><th>a<th>b<tr><td>1<td>2</table>', '', '<h2>Next</h2>')).toBe(
      'a | b\n1 | 2\n\n## Next',
    )
  })
  test('drops the marks of admonitions and keeps their titles', () => {
    expect(
      bodyOf(
        ':::note Read this',
        'One.',
        ':::',
        '',
        ':::tip[Or this]',
        '',
        '- Two',
        '',
        ':::',
        '',
        '> [!WARNING]',
        '> Three.',
      ),
    ).toBe('Read this\nOne.\n\nOr this\n\n- Two\n\nThree.')
  })
  test('unfolds the admonitions and tabs of MkDocs and keeps their titles', () => {
    expect(
      bodyOf(
        '!!! tip "Read [this](a.md)"',
        '    One.',
        '',
        '    ```yaml tab="File"',
        '    # comment',
        '    !!! note "code"',
        '    ```',
        '',
        '    ??? note',
        '',
        '        See [two](../b.md).',
        '',
        '=== "Linux"',
        '',
        '    Three.',
        '',
        'Four!!!',
      ),
    ).toBe(
      'Read this\n\nOne.\n\n    # comment\n    !!! note "code"\n\nSee two.\n\nLinux\n\nThree.\n\nFour!!!',
    )
    expect(bodyOf('!!! no admonition')).toBe('!!! no admonition')
  })
  test('drops lists of attributes', () => {
    expect(
      bodyOf(
        '# Name {#name}',
        '',
        'Lead',
        '{: .subtitle }',
        '',
        '[Start](a.md){ .button #go }',
        '',
        'Keep {{ .Name }} {a}.',
      ),
    ).toBe('Lead\n\nStart\n\nKeep {{ .Name }} {a}.')
  })
  test('drops the imports, exports and comments of MDX, and keeps the text within its elements', () => {
    expect(
      bodyOf(
        "import Tabs from '@theme/Tabs'",
        '',
        'export const a = 1',
        '',
        '{/* *todo* */}',
        '',
        '<Tabs kind="a">',
        '  One <Hint>two</Hint>',
        '</Tabs>',
      ),
    ).toBe('One two')
    expect(bodyOf('export const A = () => <b>2</b>', '', 'Text')).toBe('Text')
    expect(bodyOf('import contacts from "Outlook" as **follows**.')).toBe(
      'import contacts from "Outlook" as follows.',
    )
    expect(bodyOf('import your files first, export them "later".')).toBe(
      'import your files first, export them "later".',
    )
  })
  test('keeps the titles and labels of elements of MDX', () => {
    expect(
      bodyOf(
        '<Tabs>',
        '<TabItem value="mac" label="macOS &amp; Linux">',
        '',
        'Open it.',
        '',
        '</TabItem>',
        '</Tabs>',
        '',
        "<Accordion icon={none} title='Is it free?'>Yes.</Accordion>",
        '',
        '## New <Badge title="beta" /> part',
      ),
    ).toBe('macOS & Linux\n\nOpen it.\n\nIs it free?\nYes.\n\n## New beta part')
    expect(bodyOf('<Field label="Name" title=\'Full name\' />')).toBe('Name\nFull name')
    expect(bodyOf('<abbr title="a">b</abbr> <IMG TITLE="c"> d')).toBe('b d')
  })
  test('drops scripts within a paragraph', () => {
    expect(bodyOf('One <script>x()</script>two <style>p{}</style>three.')).toBe('One two three.')
    expect(bodyOf('One <SCRIPT>x()</SCRIPT> <svg><b>x</b></svg>two.')).toBe('One two.')
  })
  test('keeps the words after an element that has no end', () => {
    expect(bodyOf('Add the <script> tag. Ask **Ana**.')).toBe('Add the tag. Ask Ana.')
    expect(bodyOf('Watch <iframe src="a" /> and read <iframe>b</iframe>on.')).toBe(
      'Watch and read on.',
    )
  })
  test('keeps the words of deep nests', () => {
    const items = Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- item${depth}`)
    expect(bodyOf(...items).match(/item\d+/g)).toHaveLength(400)
    for (const mark of ['> ', '- ', '1. ', '- > '])
      expect(bodyOf(`${mark.repeat(5_000)}deep`)).toMatch(/deep$/)
  })
  test('is the same for a text too long to be parsed in one piece', () => {
    const section = '## Part\n\nText of *the* part.\n\n```sh\n# comment\n\nwords\n```\n\n'
    const count = Math.ceil(300_000 / section.length)
    expect(bodyOf(section.repeat(count))).toBe(
      '## Part\n\nText of the part.\n\n    # comment\n\n    words\n\n'
        .repeat(count)
        .trim()
        .replace('## Part\n\n', ''),
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertMarkdown } from './convert-markdown.ts'
import { anyText, faultsOf, fragments } from '../testing/readable.ts'

const bodyOf = (...lines: string[]): string => convertMarkdown(lines.join('\n')).body

describe('title', () => {
  test('is that of the front matter, before any heading', () => {
    expect(convertMarkdown('---\ntitle: Front\n---\n# Heading').title).toBe('Front')
  })
  test('is else the first heading of level 1', () => {
    expect(convertMarkdown('Name\n====\n\n# Other').title).toBe('Name')
    expect(convertMarkdown('## Before\n\n# Name\n\n# Other').title).toBe('Name')
    expect(
      convertMarkdown('<h1 align="center">\n  <img alt="Logo">\n  Ken\n</h1>\n\n## Use').title,
    ).toBe('Ken')
  })
  test('is that of a deeper heading only where the text begins with it and has none of level 1', () => {
    expect(convertMarkdown('### Deep\n\n## First').title).toBe('Deep')
    expect(
      convertMarkdown('<p align="center"><img alt="Logo"></p>\n\n## Quick Start').title,
    ).toBeNull()
  })
  test('is no heading that is called like a part and stands beside other parts', () => {
    expect(convertMarkdown('# Installation\n\n# Summary').title).toBeNull()
    expect(convertMarkdown('# Description\n\n## Usage').title).toBeNull()
    expect(convertMarkdown('# Installation\n\n## On Linux').title).toBe('Installation')
  })
  test('is null without both', () => {
    expect(convertMarkdown('Only text.').title).toBeNull()
  })
  test('leaves out badges beside the words of a heading', () => {
    expect(convertMarkdown('# ken [![build](https://x.test/b.svg)](https://x.test)').title).toBe(
      'ken',
    )
    expect(convertMarkdown('# ![Ken logo](logo.png)\n\nText.')).toMatchObject({
      title: null,
      body: 'Ken logo\n\nText.',
    })
  })
  test('is cut where it is longer than 500 characters, never within a character', () => {
    const { title } = convertMarkdown(`# ${'🙂'.repeat(400)}`)
    expect(title).toHaveLength(499)
    expect(title?.isWellFormed()).toBe(true)
  })
  test('is dropped from the beginning of the body, and only from there', () => {
    expect(bodyOf('# Name', '', 'Text.', '', '# Name')).toBe('Text.\n\n# Name')
    expect(bodyOf('---', 'title: Other', '---', '# Name')).toBe('# Name')
  })
})

describe('front matter', () => {
  test('gives URL and date', () => {
    const { url, updatedAt } = convertMarkdown(
      '---\npermalink: https://x.test/a b\ndate: 2026-03-01\n---\n',
    )
    expect(url).toBe('https://x.test/a%20b')
    expect(updatedAt).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
  test.each([
    { written: '2026-03-01T10:00:00Z', meant: '2026-03-01T10:00:00Z' },
    { written: '2026-03-01 10:00:00 +0100', meant: '2026-03-01T09:00:00Z' },
    { written: '"2026-03-01 10:00"', meant: '2026-03-01T10:00:00Z' },
  ])('reads the date $written', ({ written, meant }) => {
    expect(convertMarkdown(`---\nupdated_at: ${written}\n---\n`).updatedAt).toEqual(new Date(meant))
  })
  test.each(['1.10', '007', '0x1F', '1e3', '12_000', '2026-01-01'])(
    'gives the title %s as it is written',
    (written) => {
      expect(convertMarkdown(`---\ntitle: ${written}\n---\n`).title).toBe(written)
    },
  )
  test.each(['', '~', 'null', 'true', '[a]', '{a: b}'])('ignores %j as a title', (written) => {
    expect(convertMarkdown(`---\ntitle: ${written}\n---\n# Heading`).title).toBe('Heading')
  })
  test.each(['yesterday', '5', '2026-13-01', '0000-01-01', '9999-12-31 23:00 -0200', '[1]', ''])(
    'ignores %j as a date',
    (written) => {
      expect(convertMarkdown(`---\ndate: ${written}\n---\n`).updatedAt).toBeNull()
    },
  )
  test.each([
    '/docs/a',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'x',
    'https://ana:secret@x.test/a',
    `https://x.test/${'a'.repeat(2_048)}`,
  ])('ignores %j as a URL', (written) => {
    expect(convertMarkdown(`---\nurl: ${written}\n---\n`).url).toBeNull()
  })
  test('is read line by line where it is no valid YAML', () => {
    expect(convertMarkdown('---\ntitle: Ken: a guide\ntags: [a\n---\nText.')).toMatchObject({
      title: 'Ken: a guide',
      body: 'Text.',
    })
  })
  test.each(['...', '... ', '---'])('may end with %j where it is YAML', (end) => {
    expect(
      convertMarkdown(`---\ntitle: Front\nallowed: [group:hr]\n${end}\n\n# Part\n\nText.\n\n---\n`),
    ).toMatchObject({ title: 'Front', allowed: ['group:hr'], body: '# Part\n\nText.' })
  })
  test('is read above a text that nests too deep to be parsed', () => {
    expect(
      convertMarkdown(`---\ntitle: Front\nallowed: group:hr\n---\n${'> '.repeat(100)}Deep`),
    ).toMatchObject({ title: 'Front', allowed: ['group:hr'], body: expect.stringMatching(/Deep$/) })
  })
  test.each([70_000, 300_000])('may have %i characters and comments', (length) => {
    const fields = '# comment\nname: value\n'.repeat(length / 20)
    expect(convertMarkdown(`---\n${fields}allowed: group:hr\n---\nText.`)).toMatchObject({
      allowed: ['group:hr'],
      body: 'Text.',
    })
  })
  test('may be TOML', () => {
    const { title, updatedAt, body } = convertMarkdown(
      '+++\ntitle = "Ken"\ndate = 2026-03-01T10:00:00Z\n+++\nText.',
    )
    expect({ title, body }).toEqual({ title: 'Ken', body: 'Text.' })
    expect(updatedAt).toEqual(new Date('2026-03-01T10:00:00Z'))
  })
  test.each(['\n', '#\n'])('may begin with millions of %j', (line) => {
    const { body } = convertMarkdown(`---\n${line.repeat(8_388_608 / line.length)}---\nText.`)
    expect(body).toBe('Text.')
  })
  test('loses the markup of documentation generators', () => {
    expect(
      convertMarkdown(
        '---\ntitle: Ken {{< version >}} now\ndescription: Finds {{< name text="it" >}} {{< all >}} here.\n---\nText.',
      ),
    ).toMatchObject({ title: 'Ken now', body: 'Finds it here.\n\nText.' })
  })
  test('gives the first paragraph where the text does not say the same', () => {
    expect(
      bodyOf('---', 'title: Ken', 'description: Finds *it*.', '---', '# Ken', '', 'Text.'),
    ).toBe('Finds *it*.\n\nText.')
    expect(bodyOf('---', 'summary: "# 1"', '---', 'Text.')).toBe('    # 1\n\nText.')
    expect(bodyOf('---', 'subtitle: Finds it.', '---', 'Ken', 'Finds it all.')).toBe(
      'Ken Finds it all.',
    )
  })
  test('survives aliases that multiply without end', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]`),
    ]
    expect(convertMarkdown(`---\n${bomb.join('\n')}\ntitle: Calm\n---\nText.`)).toMatchObject({
      title: 'Calm',
      body: 'Text.',
    })
  })
  test('reads front matter with thousands of aliases in linear time', () => {
    const begun = process.threadCpuUsage()
    const { title, body } = convertMarkdown(
      `---\n${'a: &a [*a,*a]\n'.repeat(1_500)}title: Calm\n---\nText.`,
    )
    const { user, system } = process.threadCpuUsage(begun)
    // 60 ms on an idle machine. In quadratic time it was 8 s.
    expect((user + system) / 1_000).toBeLessThan(3_000)
    expect([title, body]).toEqual(['Calm', 'Text.'])
  })
  test.each(['*a : group:hr', '? *a\n: group:hr', 'access: {*a : group:hr}'])(
    'with many aliases may name `allowed` by one of them: %j',
    (field) => {
      const fields = ['a: &a allowed', field, ...Array<string>(100).fill('b: *a')]
      const { allowed } = convertMarkdown(`---\n${fields.join('\n')}\n---\nText.`)
      expect(allowed).toEqual([''])
    },
  )
})

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

describe('hostile Markdown', () => {
  const length = 100_000
  const hostile = {
    'unbalanced emphasis': '*a',
    'emphasis of two kinds': '*a_',
    'open brackets': '[a',
    'links that never end': '[a](',
    'nested pictures': '![[a](',
    'addresses of links': 'a\n\n[b]: c\n',
    'underlines of headings': 'a\n-\n',
    tables: 'a|b\n-|-\n',
    footnotes: '[^a]: a\n',
    'open code': '`a``',
    'open tags': '<a ',
    comments: 'a<!--',
    'links of wikis': '[[a|',
    'comments of notes': '%%a\n',
    'tags of templates': '{% hint a ',
    'open scripts': 'a <script> ',
    'elements of MDX': '<Ab title="a" ',
    'marks of every kind': '*[_`<!~|a',
  }
  test.for(Object.entries(hostile))(
    'of %s is read in proportional time, and keeps its words',
    ([, piece]) => {
      const begun = process.threadCpuUsage()
      const { title, body } = convertMarkdown(piece.repeat(length / piece.length))
      const { user, system } = process.threadCpuUsage(begun)
      // 10 to 400 ms on an idle machine. In quadratic time it would be minutes.
      expect((user + system) / 1_000).toBeLessThan(8_000)
      const words = `${title} ${body}`.match(/a/g)?.length ?? 0
      expect(words).toBeGreaterThanOrEqual(Math.floor(length / piece.length))
    },
  )
  test('of a long name of an element is read in proportional time', () => {
    const begun = process.threadCpuUsage()
    expect(bodyOf(`b <A${'a'.repeat(2 * length)}> c`)).toBe('b c')
    const { user, system } = process.threadCpuUsage(begun)
    // 15 ms on an idle machine; half a minute in quadratic time.
    expect((user + system) / 1_000).toBeLessThan(8_000)
  })
})

test('reads any text without a throw into a readable body', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fragments), (text) => {
      expect(faultsOf(convertMarkdown(text))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test('joins lines of scripts without blanks', () => {
  expect(bodyOf('出張の経\n費は、\n会計部へ。\nAB\n会議')).toBe('出張の経費は、会計部へ。 AB 会議')
  expect(bodyOf('<p>会議\n  室</p>')).toBe('会議室')
  expect(bodyOf('연차\n휴가')).toBe('연차 휴가')
})

test('keeps every word of plain sentences, in order', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (paragraphs) => {
      const written = paragraphs.map((paragraph) => `x${paragraph.join(' ')}`)
      expect(bodyOf(written.join('\n\n'))).toBe(written.join('\n\n'))
    }),
  )
})

test.each([
  { text: '---\nHello\n\n...\n\nEnd', words: ['Hello', 'End'] },
  { text: '---\n\n# Part: one\n\n...\n\nEnd', words: ['Part: one', 'End'] },
])('keeps all words after a thematic break: $text', ({ text, words }) => {
  const { title, body } = convertMarkdown(text)
  for (const word of words) expect(`${title} ${body}`).toContain(word)
})

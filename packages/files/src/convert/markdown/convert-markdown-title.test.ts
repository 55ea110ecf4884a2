import { describe, expect, test } from 'vitest'
import { convertMarkdown } from './convert-markdown.ts'

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

import { truncate, utimes } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { documentBytesMax, readFolder, type FolderOptions } from '../index.ts'
import { documentsOf, folderOptions, shown, testFolder } from '../testing/folder.ts'

const { at, write, read } = testFolder()

describe('a page', () => {
  test('reads all fields of documents', async () => {
    await write({ 'guides/first-steps.md': 'Text.' })
    await utimes(at('guides/first-steps.md'), 0, new Date('2026-01-02T03:04:05Z'))
    expect(await read()).toEqual([
      {
        kind: 'document',
        position: 'guides/first-steps.md',
        bytes: 5,
        document: {
          source: 'wiki',
          externalId: 'guides/first-steps.md',
          title: 'First steps',
          url: null,
          body: 'Text.',
          allowed: ['everyone'],
          updatedAt: new Date('2026-01-02T03:04:05Z'),
          fingerprint: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    ])
  })
  test('continues after files that are not text', async () => {
    await write({
      'a.md': Buffer.from([0x89, 0x50, 0, 1]),
      'b.txt': Buffer.from('caf\xe9', 'latin1'),
      'c.html': Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
      'd.md': 'NUL\0',
      'e.md': 'Text.',
      'f.txt': '',
    })
    await truncate(at('f.txt'), documentBytesMax + 1)
    expect(shown(await read())).toEqual([
      'a.md: failed, not text: it contains NUL bytes',
      'b.txt: failed, not text in UTF-8: save it as UTF-8',
      'c.html: failed, not text in UTF-16LE: save it as UTF-8',
      'd.md: failed, not text: it contains NUL bytes',
      'e.md',
      'f.txt: failed, too large: 8.0 MiB, and at most 8 MiB are read of such a file',
    ])
  })
  test('may be larger if pictures or attachments take most of it', async () => {
    const attachment = 'A'.repeat(documentBytesMax)
    const type = 'Content-Type: multipart/mixed; boundary=part\n\n--part\n\nThe plan is attached.'
    const plan = `\n--part\nContent-Disposition: attachment; filename=plan\n\n${attachment}\n--part--\n`
    await write({ 'a.eml': `Subject: Plan\n${type}${plan}` })
    expect(await read()).toMatchObject([
      { document: { body: 'The plan is attached.\n\nAttachments: plan' } },
    ])
  })
  test.each([
    { mib: 64, endings: ['docx', 'eml', 'pdf'] },
    { mib: 8, endings: ['adoc', 'csv', 'html', 'md', 'rst', 'txt'] },
  ])('has at most $mib MiB if its name ends in one of $endings', async ({ mib, endings }) => {
    await write(Object.fromEntries(endings.map((ending) => [`a.${ending}`, ''])))
    for (const ending of endings) await truncate(at(`a.${ending}`), mib * 1024 * 1024 + 1)
    expect(shown(await read())).toEqual(
      endings.map(
        (ending) =>
          `a.${ending}: failed, too large: ${mib}.0 MiB, and at most ${mib} MiB are read of such a file`,
      ),
    )
  })
  test('may hold UTF-8 and UTF-16 with byte order marks', async () => {
    const little = Buffer.from('\uFEFFGrüße', 'utf16le')
    await write({ 'a.txt': '\uFEFFGrüße', 'b.txt': little, 'c.txt': Buffer.from(little).swap16() })
    expect(documentsOf(await read()).map(({ body }) => body)).toEqual(['Grüße', 'Grüße', 'Grüße'])
  })
  test.each([
    ['<meta charset=windows-1252><p>', '8047726fdf', '€Groß'],
    [`<META CONTENT="text/html; charset=ISO-8859-1" http-equiv=Content-Type><p>`, '80', '€'],
    [`<?xml version="1.0" encoding="EUC-KR"?><p>`, 'c7d1b1db', '한글'],
    [`<!-- charset=utf-8 --><meta charset='Shift_JIS'><p>`, '83658358', 'テス'],
    ['<meta charset=iso-2022-jp><p>', '1b2442467c4b5c1b2842', '日本'],
    ['<meta charset=csISO2022JP><p>', '1b2442467c4b5c1b2842', '日本'],
    ['<meta charset=iso-8859-1><p>', Buffer.from('Grüße').toString('hex'), 'Grüße'],
  ])(
    'of HTML has the encoding that it declares, unless it is UTF-8: %s',
    async (head, hex, body) => {
      await write({ 'a.html': Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex')]) })
      expect(documentsOf(await read()).map((document) => document.body)).toEqual([body])
    },
  )
  test.each([
    ['<meta charset=euc-kr>', 'not text in EUC-KR, which it declares: save it as UTF-8'],
    [
      '<meta charset="utf-7">',
      'it declares the encoding UTF-7, which Ken cannot read: save it as UTF-8',
    ],
    ['<meta charset=utf-16>', 'not text in UTF-8: save it as UTF-8'],
    ['<meta charset=unicode> ', 'not text in UTF-8: save it as UTF-8'],
    ['\uFEFF<meta charset=latin1>', 'not text in UTF-8: save it as UTF-8'],
    [`${' '.repeat(4_096)}<meta charset=latin1>`, 'not text in UTF-8: save it as UTF-8'],
  ])('of HTML that does not have its encoding is refused: %s', async (head, reason) => {
    await write({ 'a.html': Buffer.concat([Buffer.from(head), Buffer.of(0x81, 0xff)]) })
    expect(shown(await read())).toEqual([`a.html: failed, ${reason}`])
  })
  test('of HTML with a declaration that never ends is refused in proportional time', async () => {
    const head = `${'<meta '.repeat(340)}charset=${' '.repeat(2_000)}`
    const page = Buffer.concat([Buffer.from(head), Buffer.of(0x81, 0xff)])
    await write(
      Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`${number}.html`, page])),
    )
    const begun = process.threadCpuUsage()
    await read()
    const { user, system } = process.threadCpuUsage(begun)
    // 50 ms on an idle machine. In cubic time it would be 18 s.
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
  test.each([
    { matter: '---\nallowed: [group:it, role:Owner]\n---\n', what: 'a list' },
    { matter: '---\nallowed:\n  - role:Owner\n  - group:it\n---\n', what: 'lines' },
    { matter: '---\ntitle: a: b\nallowed: ["group:it", role:Owner]\n---\n', what: 'damaged YAML' },
    { matter: '---\nallowed: role:Owner, group:it\n---\n', what: 'a text' },
    { matter: '+++\nallowed = ["group:it", "role:Owner"]\n+++\n', what: 'TOML' },
    { matter: '+++\n"allowed" = ["group:it", "role:Owner"]\n+++\n', what: 'a quoted name in TOML' },
    {
      matter: `---\n"allowed": [group:it, role:Owner]\n${'a: b\n'.repeat(20_000)}---\n`,
      what: 'a quoted name in long front matter',
    },
    { matter: '---\nAllowed: [group:it, role:Owner]\n---\n', what: 'a name in other case' },
    {
      matter: '---\nx: &who [group:it, role:Owner]\nallowed: *who\n---\n',
      what: 'an alias',
    },
    { matter: '---\naccess:\n  allowed: [group:it, role:Owner]\n---\n', what: 'a nested field' },
    { matter: '---\n? allowed\n: [group:it, role:Owner]\n---\n', what: 'a name of its own line' },
    { matter: '\n\n---\nallowed: [group:it, role:Owner]\n---\n\n', what: 'below blank lines' },
    {
      matter: '\n---\ntitle: a\n\nallowed: [group:it, role:Owner]\n---\n\n',
      what: 'below blank lines, with others in it',
    },
    {
      matter: '<!-- a -->\n<!-- b -->\n---\nallowed: [group:it, role:Owner]\n---\n\n',
      what: 'below comments',
    },
    {
      matter: '--- # a\ntitle: a\n\nallowed: [group:it, role:Owner]\n---\n\n',
      what: 'a comment on its first line',
    },
    {
      matter: '---\n\u200Ballowed: [group:it, role:Owner]\n---\n',
      what: 'an invisible character in its name',
    },
    { matter: '\uFEFF\uFEFF---\nallowed: [group:it, role:Owner]\n---\n\n', what: 'two marks' },
    { matter: '---\r\nallowed: [group:it, role:Owner]\r\n---\r\n', what: 'CRLF' },
    { matter: '---\nallowed: [group:it, role:Owner]\n\n', what: 'no end' },
    { matter: '---\ntitle: a\n\nallowed: [group:it, role:Owner]\n\n', what: 'no end, and a gap' },
    { matter: '---\n\nallowed: [group:it, role:Owner]\n', what: 'a gap and no end' },
    { matter: 'Allowed: group:it, role:Owner\n\n', what: 'no fences' },
    { matter: 'Title: a\nAllowed: group:it, role:Owner\n\n', what: 'no fences, and a title' },
    {
      matter: '---\ntitle: a\n---\n\n---\nallowed: [group:it, role:Owner]\n---\n',
      what: 'a second block',
    },
  ])('is refused if its front matter has other permissions: $what', async ({ matter }) => {
    await write({ 'a.md': `${matter}Text.` })
    expect(shown(await read({ allowed: ['group:it', 'role:Owner'] }))).toEqual(['a.md'])
    for (const allowed of [['everyone'], ['group:it'], ['group:it', 'role:Owner', 'role:Admin']])
      expect(shown(await read({ allowed }))).toEqual([
        expect.stringMatching(/^a\.md: failed, its front matter has another "allowed" than/),
      ])
  })
  test('is refused for permissions in its front matter that are none', async () => {
    for (const value of ['true', '{}', '""', 'nobody']) {
      await write({ 'a.md': `---\nallowed: ${value}\n---\nText.` })
      expect(shown(await read())).toEqual([expect.stringContaining('another "allowed"')])
    }
    await write({ 'a.md': '---\nallowed:\n---\nText.' })
    expect(shown(await read())).toEqual(['a.md'])
  })
  test.each(['html', 'txt', 'adoc', 'mdx'])(
    'is refused for other permissions in the front matter of a file of %s',
    async (extension) => {
      await write({ [`a.${extension}`]: '---\nallowed: group:hr\n---\nText.' })
      expect(shown(await read())).toEqual([expect.stringContaining('another "allowed"')])
      expect(shown(await read({ allowed: ['group:hr'] }))).toEqual([`a.${extension}`])
    },
  )
  test.each([
    ['more than one', '---\nallowed: group:hr\nallowed: everyone\n---\n'],
    ['more than one, in other case', '---\nAllowed: group:hr\nallowed: everyone\n---\n'],
    ['more than one, by an alias', '---\na: &a allowed\n*a : group:hr\nallowed: everyone\n---\n'],
    ['more than one in damaged YAML', '---\nt: a: b\nallowed: group:hr\nallowed: everyone\n---\n'],
    ['a merge', '---\nbase: &base {allowed: group:hr}\n<<: *base\n---\n'],
    ['a merge of several', '---\n<<: [{a: b}, {allowed: group:hr}]\nallowed: everyone\n---\n'],
    ['a merge within a merge', '---\na: &a {allowed: group:hr}\n<<: {<<: *a}\n---\n'],
    ['damaged YAML with an indent', '---\n  title: a: b\n  allowed: everyone\n---\n'],
    ['damaged YAML with braces', '---\n{title: a: b, allowed: everyone}\n---\n'],
    ['damaged YAML with a tag', '---\ntitle: a: b\n!!str allowed: everyone\n---\n'],
    ['damaged YAML without a colon', '---\nt: a\nallowed group:hr\n---\n'],
    ['damaged YAML with another colon', '---\nt: a\nallowed：group:hr\n---\n'],
    ['only another colon', '---\nallowed：group:hr\n---\n'],
    ['TOML with an indent', '+++\n  allowed = "everyone"\n+++\n'],
    ['TOML with a dotted name', '+++\nallowed.by = "everyone"\n+++\n'],
    ['several lines of TOML', '+++\nallowed = [\n"everyone"\n]\n+++\n'],
    ['JSON with blank lines', '{\n"title": "a",\n\n  "allowed": ["group:hr"]\n}\n\n'],
    ['JSON', '{\n"title": "a",\n  "allowed": ["group:hr"]\n}\n\n'],
    ['markup of a generator', '---\nt: "{{<"\nallowed: group:hr\nu: ">}}"\n---\n'],
    ['a field within another', '---\naccess:\n  read:\n    Allowed: [group:hr]\n---\n'],
    ['fields within others', '---\na: {allowed: everyone}\nb: [{allowed: user:ada}]\n---\n'],
    ['a field within another, too', '---\nallowed: everyone\na: {allowed: group:hr}\n---\n'],
    ['capitals within another', '---\naccess: {allowed: [Group:hr]}\n---\n'],
    ['fields of a field within another', '---\na:\n  allowed:\n    read: [group:hr]\n---\n'],
    ['names of a field within another', '---\na: {allowed: {group:hr: true}}\n---\n'],
    ['words within another', '---\na:\n  allowed: everyone but user:ada\n---\n'],
    ['an alias within another', '---\na: &a [group:hr]\nb: {allowed: *a}\n---\n'],
    ['a list', '---\n- allowed: group:hr\n---\n'],
    ['an ordered map', '---\n!!omap\n- title: a\n- allowed: group:hr\n---\n'],
    ['two blocks', '---\nallowed: everyone\n---\n---\nallowed: group:hr\n---\n'],
    ['a comment', '<!-- allowed: group:hr -->\n'],
    ['a comment with a list', '<!--\ntitle: a\nallowed:\n    - group:hr\n-->\n'],
    ['front matter in a comment', '<!--\n---\nallowed: hr\n---\n-->\n'],
    ['JSON between semicolons', ';;;\n{ "title": "a",\n\n"allowed": ["hr"] }\n;;;\n'],
    ['a directive', '%YAML 1.2\n---\nallowed: hr\n---\n'],
    ['JSON with an escaped name', '{\n  "\\u0061llowed": ["group:hr"]\n}\n'],
    ['TOML with an escaped name', '+++\n"\\U00000061llowed" = ["group:hr"]\n+++\n'],
    ['JSON in one line', '{"title": "a", "allowed": ["group:hr"]}\n'],
    ['an attribute', '= Title\n:allowed: group:hr\n\n'],
    ['an element', '<meta name="allowed" content="hr">\n'],
    ['an element in other order', "<meta content='group:hr' name=allowed>\n"],
    ['a block below a heading', '# Title\n\n---\nallowed: [hr, group:hr]\n---\n\n'],
    ['a comment of MDX', '{/* allowed: group:hr */}\n\n'],
    ['a comment of a template', '{# allowed: group:hr #}\n\n'],
    ['a comment of Markdown', '[//]: # (allowed: group:hr)\n\n'],
    ['a comment of Markdown with a name', '[comment]: <> "allowed: group:hr"\n\n'],
    ['a name in bold', '**allowed**: group:hr\n\n'],
    ['a name in italics, in a list', '- _Allowed_: group:hr\n\n'],
    ['a heading', '# Allowed: group:hr\n\n'],
    ['several lines of JSON or JavaScript', '# Title\n\nallowed: [\n  "group:hr"\n]\n\n'],
    ['a field below a title with tildes', 'Title\n~~~~~\n\n:allowed: group:hr\n\n'],
    ['a line below code without an end', '```\nx\n\nallowed: group:hr\n\n'],
    ['a line below quoted code without an end', '> ```\n> x\n\nallowed: group:hr\n\n'],
    ['a line below code in a list', '- ```\n  x\n  ```\n\nallowed: group:hr\n\n1) ```\n'],
    ['a line below code within a line', '```x``` y\n\nallowed: group:hr\n\n```\n'],
    ['a line between indented fences', '    ```\n\nallowed: group:hr\n\n    ```\n'],
    ['a line below the name of an element', 'Use `<pre>`.\n\nallowed: group:hr\n\n'],
  ])('is refused for permissions that are not clear: %s', async (_, matter) => {
    await write({ 'a.md': `${matter}Text.` })
    expect(shown(await read())).toEqual([expect.stringContaining('another "allowed"')])
  })
  test.each([
    '---\npolicy:\n  allowed: on weekdays\n  groups: [group:hr]\n---\n',
    '---\npolicy: {allowed: {days: [on weekdays, usergroup:a]}}\n---\n',
    '---\ntitle: What is allowed\n---\n',
    '---\ntitle: a: b, what is allowed: c\nallowed-hosts: x\nallowedBy: y\n---\n',
    '---\nallowed: everyone\ntags: [a, a]\ntags: [b]\n---\n',
    '---\n\nallowed: on weekdays\n',
    'Allowed: pets\n',
    'Title: a\nAllowed: everyone with a badge\n\n',
    'Visitors\n\nAllowed: everyone\n\n',
    'Write `allowed: group:hr` there, or {"allowed": ["group:hr"]}.\n\n',
    'Write:\n\n```yaml\n---\nallowed: group:hr\n---\n```\n\n',
    'Write:\n\n~~~~\nallowed: group:hr\n~~~\n\nallowed: group:it\n~~~~\n\n',
    'Write:\n\n    allowed: group:hr\n\n',
    '1. ```\n   allowed: group:hr\n   ```\n\n',
    '- - ```yaml\n\tallowed: group:hr\n    ```\n\n',
    '<pre>\nallowed: group:hr\n</pre>\n\n',
    'Devices allowed: group:hr\n\n',
    '| allowed | group:hr |\n|---|---|\n\n',
    '-----\nAllowed devices\n-----\n\n',
    '---\n\nDevices that are\nallowed in the office.\n\n---\n',
    '---\ntitle: a: b\ndescription: >\n  What is\n  allowed in the office\n---\n',
    '{{ banner }}\nAllowed devices: laptops\n\n',
  ])('has the permissions of the import if it states no others: %j', async (matter) => {
    await write({ 'a.md': `${matter}Text.` })
    expect(shown(await read())).toEqual(['a.md'])
  })
  test('R155 puts nothing of its own path into documents', async () => {
    await write({
      'canary-6e1f/README.md': 'x',
      'canary-6e1f/b.md': 'x',
      'canary-6e1f/c.html': '<p>x',
      'canary-6e1f/d.txt': 'x',
    })
    const items = await Array.fromAsync(readFolder(at('canary-6e1f'), folderOptions))
    expect(documentsOf(items).map(({ title, url }) => [title, url])).toEqual([
      ['Wiki', null],
      ['B', null],
      ['C', null],
      ['x', null],
    ])
    expect(JSON.stringify(items)).not.toContain('6e1f')
  })
})

describe('identity', () => {
  test('is the composed path below the root', async () => {
    await write({ 'cafe\u0301/a b.md': 'x' })
    expect(documentsOf(await read()).map(({ externalId }) => externalId)).toEqual([
      'caf\u00e9/a b.md',
    ])
  })
  test.each(['https://x.test/docs', 'https://x.test/docs/'])(
    'has a URL below %s',
    async (urlBase) => {
      await write({ 'a b/c#1?.md': 'x', 'd.md': '---\nurl: https://y.test/d\n---\nx' })
      expect(documentsOf(await read({ urlBase })).map(({ url }) => url)).toEqual([
        'https://x.test/docs/a%20b/c%231%3F.md',
        'https://y.test/d',
      ])
    },
  )
  test('has a title from the name where the text has none', async () => {
    await write({
      'README.md': 'x',
      'how-to_guides/index.md': 'x',
      'getting-started.md': 'x',
      '-.md': 'x',
      'Plans 0123456789abcdef0123456789abcdef.md': 'x',
    })
    const titles = documentsOf(await read()).map(({ title }) => title)
    expect(titles).toEqual(['-.md', 'Plans', 'Wiki', 'Getting started', 'How to guides'])
  })
  test('has the date of the front matter before that of the file', async () => {
    await write({ 'a.md': '---\nlast_modified: 2026-03-01\n---\nx' })
    expect(documentsOf(await read())[0]?.updatedAt).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
})

const fingerprints = async (given: Partial<FolderOptions> = {}) =>
  documentsOf(await read(given)).map(({ fingerprint }) => fingerprint)

describe('a fingerprint', () => {
  test('is the same for the same content, name, date and options', async () => {
    await write({ 'a.md': 'Text.' })
    expect(await fingerprints()).toEqual(await fingerprints())
  })
  test('differs with any of them', async () => {
    const contents = { 'a.md': 'Text.', 'b.md': 'Text.', 'a.txt': 'Text.', 'A.md': 'text.' }
    await write(contents)
    for (const name of Object.keys(contents)) await utimes(at(name), 0, 1)
    const all = [
      ...(await fingerprints()),
      ...(await fingerprints({ source: 'other' })),
      ...(await fingerprints({ allowed: ['role:Owner'] })),
      ...(await fingerprints({ allowed: ['role:Owner', 'everyone'] })),
      ...(await fingerprints({ urlBase: 'https://x.test' })),
    ]
    await utimes(at('a.md'), 0, 2)
    const [, changed] = await fingerprints()
    expect(new Set([...all, changed]).size).toBe(21)
  })
})

import { invitationsPerImportMax } from '@ken/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invitationBytesMax, readInvitationLines } from './read-invitation-lines.ts'

const read = (text: string) => readInvitationLines(Buffer.from(text))
const two = [
  { line: 2, fields: { email: 'ada@example.com', role: 'Member' } },
  { line: 3, fields: { email: 'bob@example.com', role: 'Admin' } },
]

describe('readInvitationLines', () => {
  it.each([
    { name: 'LF', text: 'email,role\nada@example.com,Member\nbob@example.com,Admin\n' },
    {
      name: 'CRLF and no line break at the end',
      text: 'email,role\r\nada@example.com,Member\r\nbob@example.com,Admin',
    },
    { name: 'CR', text: 'email,role\rada@example.com,Member\rbob@example.com,Admin\r' },
    {
      name: 'mixed line breaks',
      text: 'email,role\r\nada@example.com,Member\nbob@example.com,Admin\r',
    },
    {
      name: 'a byte order mark',
      text: '\ufeffemail,role\nada@example.com,Member\nbob@example.com,Admin',
    },
    {
      name: 'columns in the other order',
      text: 'role,email\nMember,ada@example.com\nAdmin,bob@example.com',
    },
    {
      name: 'a header in capitals, with spaces',
      text: ' EMAIL , Role \nada@example.com,Member\nbob@example.com,Admin',
    },
    { name: 'quotes', text: '"email","role"\n"ada@example.com","Member"\n"bob@example.com",Admin' },
    { name: 'semicolons', text: 'email;role\nada@example.com;Member\nbob@example.com;Admin' },
    {
      name: 'tabs, as spreadsheets copy',
      text: 'email\trole\r\nada@example.com\tMember\r\nbob@example.com\tAdmin',
    },
    {
      name: 'a tab before a field, if commas separate',
      text: 'email,role\nada@example.com,\tMember\nbob@example.com,Admin',
    },
    {
      name: 'blank lines at the end',
      text: 'email,role\nada@example.com,Member\nbob@example.com,Admin\n\n,\n  \n;;\n',
    },
  ])('R54 reads $name', async ({ text }) => {
    expect(await read(text)).toEqual({ ok: true, value: two })
  })

  it('R54 reads fields unchanged, with quotes, line breaks and formulas in them', async () => {
    const text = 'email,role\n"a""b",=1+1\n" a\nb ",\n,Member\n'
    expect(await read(text)).toEqual({
      ok: true,
      value: [
        { line: 2, fields: { email: 'a"b', role: '=1+1' } },
        { line: 3, fields: { email: ' a\nb ', role: '' } },
        { line: 5, fields: { email: '', role: 'Member' } },
      ],
    })
  })

  it.each([
    { name: 'LF', lineBreak: '\n' },
    { name: 'CRLF', lineBreak: '\r\n' },
    { name: 'CR', lineBreak: '\r' },
  ])(
    'R54 names the first line of each record, with $name in and between them',
    async ({ lineBreak }) => {
      const lines = [
        'email,role',
        '',
        '"a',
        '',
        'b",Member',
        ' , ',
        '',
        'c,"Admin',
        '"',
        '"",""',
        'd,',
      ]
      for (const head of ['', '\ufeff'])
        for (const end of ['', lineBreak]) {
          const found = await read(head + lines.join(lineBreak) + end)
          expect(found.ok && found.value.map(({ line }) => line)).toEqual([3, 8, 11])
        }
      const unclosed = ['email,role', 'a,Member', '', ' ;', '"b', 'c', `d${'d'.repeat(2_100)}`]
      expect(await read(unclosed.join(lineBreak))).toMatchObject({ error: { line: 5 } })
      expect(await read(unclosed.slice(0, -1).join(lineBreak))).toMatchObject({
        error: { line: 5 },
      })
    },
  )

  it('R54 keeps a line with a wrong number of fields, and those after it', async () => {
    const found = await read('email,role\nada@example.com\na,b,c\nbob@example.com,Admin')
    expect(found).toEqual({
      ok: true,
      value: [
        { line: 2, fields: null },
        { line: 3, fields: null },
        { ...two[1], line: 4 },
      ],
    })
  })

  it.each([
    { name: 'nothing', text: '', line: null },
    { name: 'only blank lines', text: '\n\n', line: null },
    { name: 'no header', text: 'ada@example.com,Member', line: 1 },
    { name: 'a header with one column', text: 'email\nada@example.com', line: 1 },
    { name: 'a header with a third column', text: 'email,role,name\n', line: 1 },
    { name: 'a column twice', text: 'email,email\n', line: 1 },
    { name: 'a quote that never closes', text: 'email,role\n"ada@example.com,Member\n', line: 2 },
    { name: 'text after a closing quote', text: 'email,role\n"ada"@example.com,Member', line: 2 },
    {
      name: 'a quote within a field without quotes',
      text: 'email,role\nada"@example.com,Member',
      line: 2,
    },
    { name: 'a NUL', text: 'email,role\nada@example.com\0,Member', line: null },
    {
      name: 'UTF-16',
      text: Buffer.from('\ufeffemail,role', 'utf16le').toString('latin1'),
      line: null,
    },
  ])('R54 refuses $name as a whole, and says where', async ({ text, line }) => {
    const refused = await read(text)
    expect(refused).toMatchObject({ ok: false, error: { line } })
    expect(JSON.stringify(refused)).not.toContain('ada')
  })

  it('R54 refuses bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('email,role\n'), Buffer.from([0xff, 0xfe, 0x80])])
    expect(await readInvitationLines(bytes)).toEqual({
      ok: false,
      error: { line: null, detail: 'must be in UTF-8' },
    })
  })

  it.each([
    { name: 'a million columns', text: `email,role\n${','.repeat(1_000_000)}` },
    { name: 'a million columns in the header', text: ','.repeat(1_000_000) },
    { name: 'a header of a million names', text: `a${',a'.repeat(999_999)}` },
    {
      name: 'a field of two megabytes',
      text: `email,role\n${'a'.repeat(invitationBytesMax - 20)},Member`,
    },
    {
      name: 'a quoted field of two megabytes',
      text: `email,role\n"${'\n'.repeat(invitationBytesMax - 20)}",Member`,
    },
    { name: 'quotes alone', text: '"'.repeat(invitationBytesMax) },
    { name: 'one record of many lines', text: `email,role\n${'"\n",'.repeat(400_000)}` },
  ])('R54 refuses $name quickly', async ({ text }) => {
    // Runs into the time limit of a test where the time grows with the square of the length.
    expect(await read(text)).toMatchObject({ ok: false })
  })

  it.each([
    { name: 'nothing', line: '\n' },
    { name: 'only spaces', line: '  \n' },
    { name: 'separators', line: ',\n' },
  ])('R54 skips two megabytes of lines of $name quickly', async ({ line }) => {
    // As a hundred thousand errors of the parser, they would run into the time limit of a test.
    const text = `email,role\n${line.repeat((invitationBytesMax - 50) / line.length)}ada@example.com,Member`
    expect(await read(text)).toMatchObject({
      ok: true,
      value: [{ fields: { email: 'ada@example.com', role: 'Member' } }],
    })
  })

  it('R54 reads one line more than an import may have, and no more', async () => {
    const found = await read(`email,role\n${'a,b\n'.repeat(invitationsPerImportMax * 10)}`)
    expect(found).toMatchObject({ ok: true, value: { length: invitationsPerImportMax + 1 } })
  })

  it('R75 returns for any input, and yields to other work', async () => {
    const alphabet = fc.constantFrom(
      'email',
      'role',
      ',',
      ';',
      '"',
      '\n',
      '\r\n',
      '\ufeff',
      '\0',
      'a@b.example',
      'Member',
      ' ',
      '🙂',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(alphabet, { maxLength: 60 }), async (parts) => {
        const found = await read(parts.join(''))
        expect(
          found.ok ? found.value.every(({ line }) => line > 1) : found.error.detail,
        ).toBeTruthy()
      }),
      { numRuns: 500 },
    )
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await read(`email,role\n${'ada@example.com,Member\n'.repeat(9_999)}`)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})

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
    ['LF', 'email,role\nada@example.com,Member\nbob@example.com,Admin\n'],
    ['CRLF and no end of line at the end', 'email,role\r\nada@example.com,Member\r\nbob@example.com,Admin'],
    ['CR', 'email,role\rada@example.com,Member\rbob@example.com,Admin\r'],
    ['ends of lines of several kinds', 'email,role\r\nada@example.com,Member\nbob@example.com,Admin\r'],
    ['a byte order mark', '\ufeffemail,role\nada@example.com,Member\nbob@example.com,Admin'],
    ['columns in the other order', 'role,email\nMember,ada@example.com\nAdmin,bob@example.com'],
    ['a header in capitals, with blanks', ' EMAIL , Role \nada@example.com,Member\nbob@example.com,Admin'],
    ['quotes', '"email","role"\n"ada@example.com","Member"\n"bob@example.com",Admin'],
    ['semicolons', 'email;role\nada@example.com;Member\nbob@example.com;Admin'],
    ['blank lines at the end', 'email,role\nada@example.com,Member\nbob@example.com,Admin\n\n,\n  \n;;\n'],
  ])('R54 reads %s', async (_, text) => {
    expect(await read(text)).toEqual({ ok: true, value: two })
  })

  it('R54 reads fields as they are, with quotes, ends of lines and formulas in them', async () => {
    const text = 'email,role\n"a""b",=1+1\n" a\nb ",\n,Member\n'
    expect(await read(text)).toEqual({
      ok: true,
      value: [
        { line: 2, fields: { email: 'a"b', role: '=1+1' } },
        { line: 4, fields: { email: ' a\nb ', role: '' } },
        { line: 5, fields: { email: '', role: 'Member' } },
      ],
    })
  })

  it('R54 keeps a line that has another number of fields, and those behind it', async () => {
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
    ['nothing', '', null],
    ['blank lines alone', '\n\n', null],
    ['no header', 'ada@example.com,Member', 1],
    ['a header with one column', 'email\nada@example.com', 1],
    ['a header with a third column', 'email,role,name\n', 1],
    ['a column twice', 'email,email\n', 1],
    ['a quote that never closes', 'email,role\n"ada@example.com,Member\n', 2],
    ['text behind a closing quote', 'email,role\n"ada"@example.com,Member', 2],
    ['a quote within a field without quotes', 'email,role\nada"@example.com,Member', 2],
    ['a NUL', 'email,role\nada@example.com\0,Member', null],
    ['UTF-16', Buffer.from('\ufeffemail,role', 'utf16le').toString('latin1'), null],
  ])('R54 refuses %s as a whole, and says where', async (_, text, line) => {
    const refused = await read(text)
    expect(refused).toMatchObject({ ok: false, error: { line } })
    expect(JSON.stringify(refused)).not.toContain('ada')
  })

  it('R54 refuses bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('email,role\n'), Buffer.from([0xff, 0xfe, 0x80])])
    expect(await readInvitationLines(bytes)).toEqual({ ok: false, error: { line: null, detail: 'must be in UTF-8' } })
  })

  it.each([
    ['a million columns', `email,role\n${','.repeat(1_000_000)}`],
    ['a million columns in the header', ','.repeat(1_000_000)],
    ['a header of a million names', `a${',a'.repeat(999_999)}`],
    ['a field of two megabytes', `email,role\n${'a'.repeat(invitationBytesMax - 20)},Member`],
    ['a quoted field of two megabytes', `email,role\n"${'\n'.repeat(invitationBytesMax - 20)}",Member`],
    ['quotes alone', '"'.repeat(invitationBytesMax)],
    ['one record of many lines', `email,role\n${'"\n",'.repeat(400_000)}`],
  ])('R54 refuses %s at once', async (_, text) => {
    // Runs into the time limit of a test where the time grows with the square of the length.
    expect(await read(text)).toMatchObject({ ok: false })
  })

  it.each([
    ['nothing', '\n'],
    ['blanks', '  \n'],
    ['separators', ',\n'],
  ])('R54 passes over two megabytes of lines of %s in no time', async (_, line) => {
    // As a hundred thousand errors of the parser, they would run into the time limit of a test.
    const text = `email,role\n${line.repeat((invitationBytesMax - 50) / line.length)}ada@example.com,Member`
    expect(await read(text)).toMatchObject({ ok: true, value: [{ fields: { email: 'ada@example.com', role: 'Member' } }] })
  })

  it('R54 reads one line more than an import may have, and no more', async () => {
    const found = await read(`email,role\n${'a,b\n'.repeat(invitationsPerImportMax * 10)}`)
    expect(found).toMatchObject({ ok: true, value: { length: invitationsPerImportMax + 1 } })
  })

  it('R75 answers whatever it is given, and gives others a turn meanwhile', async () => {
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
        expect(found.ok ? found.value.every(({ line }) => line > 1) : found.error.detail).toBeTruthy()
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

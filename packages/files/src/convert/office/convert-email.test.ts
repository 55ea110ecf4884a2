import { describe, expect, it } from 'vitest'
import { convertEmail } from './convert-email.ts'

const email = (...lines: readonly string[]) =>
  convertEmail(Buffer.from(lines.join('\r\n'), 'latin1'))

describe('an email', () => {
  it('has its subject as the title, its date, and a body with sender, recipients, text and names of attachments', async () => {
    expect(
      await email(
        'From: =?utf-8?Q?J=C3=BCrgen_Gro=C3=9F?= <jg@example.com>',
        'To: all@example.com, "IT, Team" <it@example.com>',
        'Subject: =?iso-8859-1?Q?=DCberstunden_im_?=',
        ' =?iso-8859-1?Q?M=E4rz?=',
        'Date: Fri, 13 Mar 2026 09:30:00 +0100',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Bitte die =DCberstunden bis Freitag =',
        'eintragen.',
        '--b',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="Liste.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        'AAAA',
        '--b--',
      ),
    ).toEqual({
      title: 'Überstunden im März',
      url: null,
      updatedAt: new Date('2026-03-13T08:30:00Z'),
      allowed: null,
      body: [
        'From: Jürgen Groß (jg@example.com)\nTo: all@example.com, IT, Team (it@example.com)',
        'Bitte die Überstunden bis Freitag eintragen.',
        'Attachments: Liste.pdf',
      ].join('\n\n'),
    })
  })

  it('is read as HTML if it has such a part, with its tables', async () => {
    const read = await email(
      'From: a@example.com',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      'plain',
      '--b',
      'Content-Type: text/html',
      '',
      '<style>p{}</style><h1>Hours</h1><table><tr><th>Team<th>Hours<tr><td>IT<td>12</table>',
      '--b--',
    )
    expect(read?.body).toContain('From: a@example.com')
    expect(read?.body).toContain('Team | Hours\nIT | 12')
    expect(read?.body).not.toContain('plain')
  })

  it('keeps a heading at the start of its text, which is not its title', async () => {
    const read = await email('From: a@example.com', 'Subject: Rules', '', 'New', '---', '', 'Text.')
    expect([read?.title, read?.body]).toEqual(['Rules', 'From: a@example.com\n\nNew\n\nText.'])
  })

  it('may have no subject, no text and a date that is none', async () => {
    expect(await email('From: a@example.com', 'Date: yesterday', '')).toMatchObject({
      title: null,
      updatedAt: null,
      body: 'From: a@example.com',
    })
  })

  it('states permissions in its text, as a page does', async () => {
    const lines = ['From: a@example.com', 'Subject: Pay', '', 'allowed: group:hr', '', 'Text.']
    expect((await email(...lines))?.allowed).toEqual(['group:hr'])
    const html = [...lines.slice(0, 2), 'Content-Type: text/html', '', '<p>allowed: group:hr</p>']
    expect((await email(...html))?.allowed).toEqual(['group:hr'])
  })

  it.each([
    ['a field', ['Allowed: group:hr', '', 'Text.']],
    ['its subject', ['Subject: allowed: group:hr', '', 'Text.']],
    [
      'its text beside HTML',
      [
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        '',
        'allowed: group:hr',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<p>Text.</p>',
        '--b--',
      ],
    ],
  ])('states permissions in %s, too', async (_, lines) => {
    expect((await email('From: a@example.com', ...lines))?.allowed).toEqual(['group:hr'])
  })

  it('may state the same permissions twice, but no others', async () => {
    const fields = ['From: a@example.com', 'Allowed: group:hr', '']
    expect((await email(...fields, 'allowed: group:hr'))?.allowed).toEqual(['group:hr'])
    expect((await email(...fields, 'allowed: group:it'))?.allowed).toEqual([''])
  })

  it('has a sender or a subject', async () => {
    expect(await email('Just text.')).toBeNull()
    expect(await email('')).toBeNull()
  })

  it('with parts nested beyond any use is none', async () => {
    const parts = Array.from({ length: 300 }, (_, at) => [
      `Content-Type: multipart/mixed; boundary=b${at}`,
      '',
      `--b${at}`,
    ])
    expect(await email('Subject: a', ...parts.flat())).toBeNull()
  })
})

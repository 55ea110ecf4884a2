import { describe, expect, it } from 'vitest'
import { drawn, drawnLines, fileOf, pdfOf, streamOf } from '../../testing/pdf.ts'
import { convertPdf } from './convert-pdf.ts'

const policy = [
  'Employees book hotels with the travel portal, and hand in the in-',
  'voice within two weeks. An invoice without a date is returned, and',
  'the short- and long-term rules are the same for all of them.',
]
const joined =
  'Employees book hotels with the travel portal, and hand in the invoice within two weeks. An invoice without a date is returned, and the short- and long-term rules are the same for all of them.'
const page = drawn('Travel Policy', 50, 740, 20) + drawn('Hotels', 50, 700, 14)
const whole = page + drawnLines(policy, 50, 680)

const bodyOf = async (...pages: readonly string[]): Promise<string> => {
  const converted = await convertPdf(pdfOf(pages))
  return typeof converted === 'string' ? converted : converted.body
}

describe('a PDF', () => {
  it('has its title, headings, and whole paragraphs and words', async () => {
    const converted = await convertPdf(pdfOf([whole], { info: `/ModDate (D:20260313083000Z)` }))
    expect(converted).toEqual({
      title: 'Travel Policy',
      url: null,
      updatedAt: new Date('2026-03-13T08:30:00Z'),
      allowed: null,
      body: `## Hotels\n\n${joined}`,
    })
  })

  it('keeps the hyphen of a word that it has nowhere else, as in text of other formats', async () => {
    const lines = [
      'The rules of the company apply to all of the book-',
      'keeping, and to all people.',
    ]
    expect(await bodyOf(drawnLines(lines, 50, 700))).toBe(
      'The rules of the company apply to all of the book-keeping, and to all people.',
    )
  })

  it('has whole words where soft hyphens divide them', async () => {
    const lines = [
      'Each invoice of the company is sent in a week, and each in\xAD',
      'voice has a date.',
    ]
    expect(await bodyOf(drawnLines(lines, 50, 700))).toBe(
      'Each invoice of the company is sent in a week, and each invoice has a date.',
    )
  })

  it('has the items of lists and the lines of addresses on lines of their own', async () => {
    const lines = [
      '\x95 a first item',
      '\x95 another one',
      'Example Ltd',
      'Main Street 1',
      'London',
    ]
    const above = 'A line that is as long as the page is wide, so that others end early'
    expect(await bodyOf(drawnLines([above, ...lines], 50, 700))).toBe(
      `${above}\n- a first item\n- another one\nExample Ltd\nMain Street 1\nLondon`,
    )
  })

  it('has a line for each row of a table', async () => {
    const rows = [
      ['City', 'Max'],
      ['London', '220 GBP'],
      ['Paris', '180 EUR'],
    ]
    const content = rows.map(([city, max], at) => {
      const bottom = 700 - at * 12
      return drawn(city!, 50, bottom) + drawn(max!, 200, bottom)
    })
    expect(await bodyOf(content.join(''))).toBe('City | Max\nLondon | 220 GBP\nParis | 180 EUR')
  })

  const left = policy.map((line) => line.slice(0, 34).trim())
  const right = policy.map((line) => line.slice(34).trim())
  const manyLeft = [...left, ...left, ...left]
  const manyRight = [...right, ...right, ...right]
  it.each([
    ['one after the other', drawnLines(manyLeft, 50, 700) + drawnLines(manyRight, 320, 700)],
    [
      'line by line',
      manyLeft
        .map(
          (line, at) => drawn(line, 50, 700 - at * 12) + drawn(manyRight[at]!, 320, 700 - at * 12),
        )
        .join(''),
    ],
  ])('reads one column after the other if it draws them %s', async (_, content) => {
    const body = (await bodyOf(content)).replace(/\s+/g, ' ')
    expect(body.lastIndexOf(left[0]!)).toBeLessThan(body.indexOf(right[0]!))
  })

  it('leaves out repeated heads and feet of pages, whenever they are drawn, and goes on over a page', async () => {
    const pages = [1, 2, 3, 4].map(
      (number) =>
        drawn(`Example Ltd   -   Page ${number} of 4`, 250, 20, 8) +
        drawnLines(
          ['go on in a text that is long enough to be a line of its own, and all the rules'],
          50,
          700,
        ) +
        drawn('Confidential', 50, 770, 8),
    )
    const text = 'go on in a text that is long enough to be a line of its own, and all the rules'
    expect(await bodyOf(...pages)).toBe(
      `Confidential\n\n${text}\n\nExample Ltd - Page 1 of 4\n\n${[text, text, text].join(' ')}`,
    )
  })

  it('has the headings of its outline, without a table of contents', async () => {
    const content =
      drawn('Handbook', 50, 760, 20) +
      drawnLines(['1 Travel ........ 1', '2 Hotels ........ 2', '3 Trains ........ 3'], 50, 720) +
      drawn('1 Travel', 50, 650) +
      drawn('All about travel.', 50, 600) +
      drawn('1.1 Hotels', 50, 550) +
      drawn('All about hotels.', 50, 500)
    const outline = [
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      '<< /Title (Travel) /Parent 6 0 R /First 8 0 R /Last 8 0 R /Count 1 >>',
      '<< /Title (1.1. Hotels) /Parent 7 0 R >>',
    ]
    expect(
      await convertPdf(pdfOf([content], { catalog: '/Outlines 6 0 R', objects: outline })),
    ).toMatchObject({
      title: 'Handbook',
      body: '## 1 Travel\n\nAll about travel.\n\n### 1.1 Hotels\n\nAll about hotels.',
    })
  })

  it.each([
    ['Policy of Travel', 'Policy of Travel'],
    ['Microsoft Word - travel policy_v3', 'Travel Policy'],
    ['travel_policy.docx', 'Travel Policy'],
    ['Template of a letter', 'Travel Policy'],
  ])('is named by its property %s only if its text is, too', async (stated, title) => {
    expect(await convertPdf(pdfOf([whole], { info: `/Title (${stated})` }))).toMatchObject({
      title,
    })
  })

  const comment =
    '/Annots [<< /Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents (allowed: group:hr) >>]'
  it.each([
    ['in its text', drawn('allowed: group:hr', 50, 700), {}],
    ['in a table', drawn('Allowed', 50, 700) + drawn('group:hr', 250, 700), {}],
    ['in its properties', '', { info: '/Allowed (group:hr)' }],
    ['in its keywords', '', { info: '/Keywords (allowed: group:hr)' }],
    ['in a comment', '', { page: comment }],
  ])('states permissions %s', async (_, content, parts) => {
    const converted = await convertPdf(pdfOf([content + drawn('Pay.', 50, 500)], parts))
    expect(converted).toMatchObject({ allowed: ['group:hr'] })
  })

  it('does not show text outside of the page, and text that is drawn twice only once', async () => {
    const bold = drawn('Bold', 50, 700) + drawn('Bold', 50.3, 700)
    expect(await bodyOf(bold + drawn('Hidden', 700, 700))).toBe('Bold')
  })

  it('may be turned', async () => {
    const turned = `q 0 1 -1 0 600 0 cm ${drawnLines(policy, 50, 300)} Q`
    expect(await bodyOf(turned)).toBe(joined)
  })
})

const damagedOf = (content: string, entries = '') =>
  streamOf(content, `/Filter /FlateDecode ${entries}`)

describe('a PDF that cannot be read', () => {
  it('has no text', async () => {
    expect(await convertPdf(pdfOf(['0 0 100 100 re f']))).toBe('no_text')
    expect(await convertPdf(pdfOf([]))).toBe('no_text')
  })

  it('is locked', async () => {
    const key = 'a'.repeat(32)
    const locked = pdfOf([page], {
      trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (${key}) /U (${key}) >> /ID [(a) (a)]`,
    })
    expect(await convertPdf(locked)).toBe('locked')
  })

  it('is damaged', async () => {
    const file = pdfOf([page])
    const damaged = [
      Buffer.from('%PDF-1.7'),
      Buffer.from('text'),
      file.subarray(0, 100),
      fileOf(['<< /Type /Catalog >>'], '/Root 1 0 R'),
      fileOf(['[ '.repeat(100_000)], '/Root 1 0 R'),
    ]
    for (const content of damaged) expect(await convertPdf(content)).toBe('damaged')
  })

  const unpackable = '\x78\x9C\xFF\xFF'
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]'
  it.each([
    ['one of its pages is', pdfOf([page, `${'1 c '.repeat(20)}${page}`])],
    [
      'a part of a page is',
      pdfOf([page], {
        page: '/Contents [7 0 R 6 0 R]',
        objects: [damagedOf(unpackable), streamOf(page)],
      }),
    ],
    [
      'a part of a page is not packed',
      pdfOf([page], {
        page: '/Contents [7 0 R 6 0 R]',
        objects: [damagedOf(page), streamOf(page)],
      }),
    ],
    [
      'a form on a page is',
      pdfOf([`${page} /X Do`], {
        page: '/Resources << /Font << /F1 4 0 R >> /XObject << /X 6 0 R >> >>',
        objects: [damagedOf(unpackable, form)],
      }),
    ],
  ])('is damaged if %s, because no one would miss the rest', async (_, content) => {
    expect(await convertPdf(content)).toBe('damaged')
  })

  it('is read if it says that it has a billion pages', async () => {
    const file = Buffer.from(pdfOf([whole])).toString('latin1')
    const counted = file.replace('/Count 1 /Kids', '/Count 999999999 /Kids')
    expect(counted).not.toBe(file)
    expect(await convertPdf(Buffer.from(counted, 'latin1'))).toMatchObject({
      title: 'Travel Policy',
    })
  })

  it('is read as far as possible if its parts refer to each other in circles', async () => {
    const circles = [
      // Pages below themselves.
      fileOf(
        ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R] >>'],
        '/Root 1 0 R',
      ),
      // An object that is another one, which is the first.
      fileOf(['<< /Type /Catalog /Pages 2 0 R >>', '3 0 R', '2 0 R'], '/Root 1 0 R'),
      // A form that draws itself.
      pdfOf(['/X Do'], {
        page: '/Resources << /XObject << /X 6 0 R >> >>',
        objects: [
          streamOf(
            '/X Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
          ),
        ],
      }),
    ]
    for (const content of circles)
      expect(['damaged', 'no_text']).toContain(await convertPdf(content))
    // Tables of objects before each other.
    const looped = Buffer.from(pdfOf([whole], { trailer: '/Prev 9' }))
    expect(await convertPdf(looped)).toMatchObject({ title: 'Travel Policy' })
  })
})

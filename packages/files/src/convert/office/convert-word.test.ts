import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { convertWord } from './convert-word.ts'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

type Parts = { readonly [name: string]: string }

/** A document of Word with this body and these other parts. */
function wordOf(body: string, others: Parts = {}): Uint8Array {
  const parts: Parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="w">${['Title', 'heading 1', 'toc 1'].map(style).join('')}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...others,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, strToU8(inNamespace(text))]),
    ),
  )
}
const inNamespace = (text: string): string =>
  text.replaceAll(
    'xmlns:w="w"',
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  )
const style = (name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, styleId?: string): string =>
  `<w:p>${styleId === undefined ? '' : `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>`}${content}</w:p>`
const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

describe('a document of Word', () => {
  it('has its title, headings, tables and struck text, without its table of contents and deleted text', async () => {
    const word = wordOf(
      [
        paragraph(run('Travel Policy'), 'Title'),
        paragraph(run('Hotels 1'), 'toc1'),
        paragraph(run('Hotels'), 'heading1'),
        paragraph(
          `${run('At most ')}${run('180 €', '<w:b/>')}${run(' per night ')}${run('150 €', '<w:strike/>')}`,
        ),
        table(['City', 'Max'], ['London', '220 £']),
        paragraph(`<w:del><w:r><w:delText>Deleted</w:delText></w:r></w:del>${run('Kept.')}`),
      ].join(''),
    )
    expect(await convertWord(word)).toEqual({
      title: 'Travel Policy',
      url: null,
      updatedAt: null,
      allowed: null,
      body: '# Hotels\n\nAt most 180 € per night ~~150 €~~\n\nCity | Max\nLondon | 220 £\n\nKept.',
    })
  })

  it('does not show hidden text, but keeps to permissions that it states', async () => {
    const hidden = run('allow', '<w:vanish/>') + run('ed: group:hr', '<w:vanish/>')
    expect(await convertWord(wordOf(paragraph(run('Pay.') + hidden)))).toMatchObject({
      allowed: null,
      body: 'Pay.',
    })
    expect(await convertWord(wordOf(paragraph(run('Pay.')) + paragraph(hidden)))).toMatchObject({
      allowed: ['group:hr'],
      body: 'Pay.',
    })
  })

  it.each(['styles', 'styles2'])(
    'does not show text whose style is hidden in %s.xml',
    async (part) => {
      const secret = `<w:style w:type="paragraph" w:styleId="secret"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style>`
      const { 'word/styles.xml': _, ...parts } = unzipSync(
        wordOf(paragraph(run('Pay.')) + paragraph(run('Salaries.'), 'secret')),
      )
      const styles = strToU8(`<w:styles xmlns:w="w">${secret}</w:styles>`)
      const word = zipSync({ ...parts, [`word/${part}.xml`]: styles })
      expect(await convertWord(word)).toMatchObject({ body: 'Pay.' })
    },
  )

  it('has the date when it was last saved', async () => {
    const properties = `<p:coreProperties xmlns:p="p" xmlns:dcterms="d"><dcterms:modified>2026-03-13T08:30:00Z</dcterms:modified></p:coreProperties>`
    expect(
      await convertWord(wordOf(paragraph(run('a')), { 'docProps/core.xml': properties })),
    ).toMatchObject({ updatedAt: new Date('2026-03-13T08:30:00Z') })
  })

  it('states permissions in its text, as a page does', async () => {
    const word = wordOf(paragraph(run('allowed: group:hr')) + paragraph(run('Pay.')))
    expect(await convertWord(word)).toMatchObject({ allowed: ['group:hr'] })
  })

  const statement = paragraph(run('allow') + run('ed: group:hr'))
  const custom = `<Properties><property name="allowed"><vt:lpwstr>group:hr</vt:lpwstr></property></Properties>`
  it.each<[string, string, Parts]>([
    ['a heading', paragraph(run('allowed: group:hr'), 'heading1'), {}],
    ['a table', table(['Owner', 'Ana'], ['Allowed', 'group:hr']), {}],
    ['the head of a page', '', { 'word/header1.xml': `<w:hdr xmlns:w="w">${statement}</w:hdr>` }],
    [
      'a table at the foot of a page',
      '',
      { 'word/footer2.xml': `<w:ftr xmlns:w="w">${table(['Allowed', 'group:hr'])}</w:ftr>` },
    ],
    [
      'a comment',
      '',
      {
        'word/comments.xml': `<w:comments xmlns:w="w"><w:comment w:id="1">${statement}</w:comment></w:comments>`,
      },
    ],
    ['a property', '', { 'docProps/custom.xml': custom }],
    ['its keywords', '', { 'docProps/core.xml': `<p><k>pay</k><k>allowed: group:hr</k></p>` }],
  ])('states permissions in %s, too', async (_, body, others) => {
    const word = wordOf(body + paragraph(run('Pay.')), others)
    expect(await convertWord(word)).toMatchObject({ allowed: ['group:hr'] })
  })

  it('may have its body in a part of any name', async () => {
    const types = `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
    const rels = `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document2.xml"/></Relationships>`
    const word = zipSync({
      '[Content_Types].xml': strToU8(types),
      '_rels/.rels': strToU8(rels),
      'word/document2.xml': strToU8(
        inNamespace(
          `<w:document xmlns:w="w"><w:body>${paragraph(run('Text.'))}</w:body></w:document>`,
        ),
      ),
    })
    expect(await convertWord(word)).toMatchObject({ body: 'Text.' })
  })

  it('is refused if it is damaged, or none', async () => {
    const whole = wordOf(paragraph(run('a')))
    const damaged = [
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('text'),
      whole.subarray(0, whole.length / 2),
      zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }),
      wordOf('<w:p>'),
      wordOf('', { 'word/document.xml': '' }),
    ]
    for (const content of damaged) expect(await convertWord(content)).toBe('damaged')
  })

  it('is refused if it would fill the memory, also if its package says otherwise', async () => {
    const bomb = wordOf('', { 'word/document.xml': ' '.repeat(40 * 1_024 * 1_024) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await convertWord(bomb)).toBe('too_large')
    // The same, but its directory says that it has a hundred bytes.
    const lying = Buffer.from(bomb)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(40 * 1_024 * 1_024)
    for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size))
      lying.writeUInt32LE(100, at)
    expect(await convertWord(lying)).toBe('damaged')
  })

  it('is refused if it is nested beyond any use', async () => {
    expect(await convertWord(wordOf('<w:sdt><w:sdtContent>'.repeat(50_000)))).toBe('damaged')
    const nested = wordOf(
      '<w:sdt><w:sdtContent>'.repeat(20_000) + '</w:sdtContent></w:sdt>'.repeat(20_000),
    )
    expect(await convertWord(nested)).toSatisfy(
      (read) => read === 'damaged' || typeof read === 'object',
    )
  })
})

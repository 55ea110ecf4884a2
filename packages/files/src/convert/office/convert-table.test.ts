import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyText, faultsOf } from '../../testing/readable.ts'
import { convertTable } from './convert-table.ts'

const bodyOf = (text: string): string => convertTable(text).body

describe('a table', () => {
  it('is a list of its rows, each with the names of its columns', () => {
    expect(bodyOf('Name,Team,Phone\nAna,IT,4711\nBo,,4712\n')).toBe(
      '- Name: Ana; Team: IT; Phone: 4711\n- Name: Bo; Phone: 4712',
    )
  })

  it.each([
    ['semicolons, also with commas in cells', 'Name;Amount\nAna;1,50\nBo;2,50'],
    ['tabs', 'Name\tAmount\nAna\t1,50\nBo\t2,50'],
    ['bars', 'Name|Amount\nAna|1,50\nBo|2,50'],
    ['commas, with quotes', '"Name","Amount"\n"Ana","1,50"\n"Bo","2,50"'],
    ['what its first line says', 'sep=;\nName;Amount\nAna;1,50\nBo;2,50'],
  ])('may be divided by %s', (_, text) => {
    expect(bodyOf(text)).toBe('- Name: Ana; Amount: 1,50\n- Name: Bo; Amount: 2,50')
  })

  it('may have lines and quotes in its cells, empty rows, and rows of any length', () => {
    expect(bodyOf('Name,Note\nAna,"two\nlines, ""quoted"""\n,\n\nBo,b,more\n')).toBe(
      '- Name: Ana; Note: two lines, "quoted"\n- Name: Bo; Note: b; more',
    )
  })

  it('keeps all rows after a quote that never ends', () => {
    expect(bodyOf('Name,Size\nAna,5"\nBo,"6\nCy,7')).toBe(
      '- Name: Ana; Size: 5"\n- Name: Bo; Size: "6\n- Name: Cy; Size: 7',
    )
  })

  it.each([
    ['has a value', 'Ana,4711\nBo,4712'],
    ['has the same cell twice', 'Ana,Ana\nBo,Cy'],
    ['has a cell that another row of the column has', 'Ana,IT\nBo,IT'],
    ['is the only one', 'Name,Team'],
  ])('has cells without names if its first row %s', (_, text) => {
    expect(bodyOf(text)).toBe(
      text
        .split('\n')
        .map((row) => `- ${row.replace(',', '; ')}`)
        .join('\n'),
    )
  })

  it('may have a column without a name, or only one', () => {
    expect(bodyOf(',Team\nAna,IT\nBo,HR')).toBe('- Ana; Team: IT\n- Bo; Team: HR')
    expect(bodyOf('Term\nSLA\nSLO\n')).toBe('- Term: SLA\n- Term: SLO')
  })

  it('may have lines above it, of which the first is its title', () => {
    const text = 'Phones 2026;;\nAs of May;;\n;;\nName;Team;Phone\nAna;IT;4711\nBo;;4712\n'
    expect(convertTable(text)).toMatchObject({
      title: 'Phones 2026',
      body: 'As of May\n\n- Name: Ana; Team: IT; Phone: 4711\n- Name: Bo; Phone: 4712',
    })
    expect(convertTable('Name;Team\nAna;IT\nBo;HR').title).toBeNull()
    expect(convertTable(`---;\nallowed: group:hr;\n---;\n${text}`)).toMatchObject({
      title: 'Phones 2026',
      body: expect.stringMatching(/^---\nallowed: group:hr\n---\nAs of May\n\n- Name: Ana; /),
    })
  })

  it('has the names of its columns once if they would make it longer than a document may be', () => {
    const names = ['A long name of a column', 'Another long name of a column']
    const body = bodyOf(`${names.join(',')}\n${'a,b\n'.repeat(40_000)}`)
    expect(body.startsWith(`${names.join(' | ')}\na | b\na | b\n`)).toBe(true)
    expect(body).toHaveLength(names.join(' | ').length + 40_000 * 6)
  })

  it.each([
    ['in a row that a spreadsheet filled up', 'allowed: group:hr;;\nName;Pay;Team\nAna;1;IT'],
    ['in a quoted cell', 'Pay,"allowed: group:hr"\nAna,1'],
    ['in a cell beside its name', 'Title,Pay\nAllowed,,group:hr\nOwner,Ana'],
    ['in each row of a column', 'Name,allowed\nAna,group:hr\nBo,group:hr'],
    ['in a column below a line without a delimiter', 'Pay\nName,Allowed\nAna,group:hr'],
    ['in a row of another delimiter than the table', 'Pay\nName;Allowed\nAna;group:hr'],
    ['in a column below other lines', 'Pay;\n2026;\n\nName;Allowed\nAna;"group:hr"'],
  ])('states permissions %s', (_, text) => {
    expect(convertTable(text).allowed).toEqual(['group:hr'])
  })

  it.each([
    ['rows', 'Name,allowed\nAna,group:hr\nBo,group:it'],
    ['a row and a column', 'allowed: group:hr\nName,allowed\nAna,group:it'],
    ['a cell', 'allowed,group:hr,group:it\nName,Pay'],
  ])('states no readable permissions if they differ in %s', (_, text) => {
    expect(convertTable(text).allowed).toEqual([''])
  })

  it('may use the word without any permissions', () => {
    expect(convertTable('Tool,Status\nVPN,allowed\nUSB,not allowed').allowed).toBeNull()
    expect(convertTable('Tool,Allowed\nVPN,yes\nChat,group: hr').allowed).toBeNull()
  })

  it('has the permissions that a line above it states', () => {
    expect(convertTable('allowed: group:hr\nName,Pay\nAna,1').allowed).toEqual(['group:hr'])
    expect(convertTable('# allowed: group:hr\nName,Pay\nAna,1').allowed).not.toBeNull()
    expect(convertTable('Name,Pay\nAna,1').allowed).toBeNull()
  })
})

test('any text becomes a body that Ken can store', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(faultsOf(convertTable(text))).toEqual([])
    }),
  )
})

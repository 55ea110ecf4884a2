import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const page = 'docs/requirements.md'
const [ignored, extensions] = [
  ['node_modules', 'dist', 'coverage', 'sample'],
  'ts,tsx,js,mjs,json,md,css,html,svg,yaml,sh',
]
const folders = ['*', '{apps,packages,docs,test-e2e}/**/*', '.ci/*']
const isIgnored = (name: string): boolean => ignored.includes(name.split('/').at(-1) ?? '')
const paths = folders.flatMap((folder) =>
  globSync(`${folder}.{${extensions}}`, { cwd: root, exclude: isIgnored }),
)
const files = new Map(
  paths
    .filter((path) => path !== 'pnpm-lock.yaml')
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

type Files = ReadonlyMap<string, string>
type Row = { readonly id: string; readonly tests: readonly string[] }

/** The rows of the page, with the paths of the test files that they link to. */
function rowsOf(content: string): readonly Row[] {
  const rows = [...content.matchAll(/^\| ([RS]\d+) \|.*\|([^|]*)\|$/gm)]
  return rows.map(([, id = '', tests = '']) => ({
    id,
    tests: [...tests.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path),
  }))
}

/** Whether a test has the id in a title, not just in a comment. */
const hasTitle = (content: string, id: string): boolean =>
  content
    .split('\n')
    .some((line) => new RegExp(`\\b${id}\\b`).test(line) && !/^\s*(\/\/|\/?\*)/.test(line))

function faultsOfRow({ id, tests }: Row, all: Files): readonly string[] {
  if (tests.length === 0 || tests.length > 3)
    return [`${id} has ${tests.length} tests, and needs 1 to 3`]
  return tests.flatMap((test) => {
    const content = all.get(test)
    if (content === undefined) return [`${id}: ${test} does not exist`]
    if (!/\.(test|contract)\.tsx?$/.test(test)) return [`${id}: ${test} is not a test`]
    return hasTitle(content, id) ? [] : [`${id}: no title in ${test} has it`]
  })
}

/** Ids that are cited but not listed, ids listed twice, and rows whose tests are missing or lack the id in a title. */
function faultsOfPage(all: Files): readonly string[] {
  const rows = rowsOf(all.get(page) ?? '')
  const listed = rows.map(({ id }) => id)
  const cited = [...all].flatMap(([path, content]) =>
    [...new Set(content.match(/\b(?:R\d{1,3}|S\d{1,2})\b/g))].map((id) => ({ path, id })),
  )
  return [
    ...cited
      .filter(({ id }) => !listed.includes(id))
      .map(({ path, id }) => `${path} cites ${id}, which is not in ${page}`),
    ...listed
      .filter((id, position) => listed.indexOf(id) !== position)
      .map((id) => `${id} is listed twice`),
    ...rows.flatMap((row) => faultsOfRow(row, all)),
  ]
}

/** Planning documents that are not in the repository. */
const planned = [
  'spec',
  'design',
  'security',
  'operations',
  'search',
  'teamchat',
  'performance',
  'surfaces',
  'identity',
  'console',
]
const absent = planned
  .map((name) => name.toUpperCase())
  .filter((name) => !existsSync(join(root, `${name}.md`)))
const absentName = new RegExp(`\\b(${absent.join('|')})\\b`)

function absentDocuments(all: Files): readonly string[] {
  return [...all].flatMap(([path, content]) =>
    content.split('\n').flatMap((line, position) => {
      const name = absentName.exec(line)?.[1]
      return name === undefined ? [] : [`${path}:${position + 1} refers to ${name}`]
    }),
  )
}

describe('requirements', () => {
  it('are listed if cited, each with tests that have its id in a title', () => {
    expect(files.size).toBeGreaterThan(1_000)
    expect(rowsOf(files.get(page) ?? '').length).toBeGreaterThan(90)
    expect(faultsOfPage(files)).toEqual([])
  })

  it('are cited by id, not by documents that a reader cannot open', () => {
    expect(absentDocuments(files)).toEqual([])
  })
})

const table = (...rows: readonly string[]) =>
  ['| id | requirement | tested in |', '|---|---|---|', ...rows].join('\n')
const link = (path: string) => `[a](../${path})`

describe('the check of requirements', () => {
  const tests = {
    'a/one.test.ts': "it('R1 R2 holds', () => {})",
    'a/two.contract.ts': "  test('holds (R2)', () => {})",
  }
  const filesWith = (content: string, others: Readonly<Record<string, string>> = {}) =>
    new Map(Object.entries({ ...tests, ...others, [page]: content }))
  const valid = [
    `| R1 | One. | ${link('a/one.test.ts')} |`,
    `| R2 | Two. | ${link('a/one.test.ts')}, ${link('a/two.contract.ts')} |`,
  ]

  it('accepts a page with tests for every id', () => {
    expect(faultsOfPage(filesWith(table(...valid)))).toEqual([])
  })

  it('reports an id that is cited but not listed, and one listed twice', () => {
    expect(faultsOfPage(filesWith(table(...valid), { 'a/b.ts': '/** Holds (R3). */' }))).toEqual([
      `a/b.ts cites R3, which is not in ${page}`,
    ])
    expect(faultsOfPage(filesWith(table(...valid, valid[0]!)))).toEqual(['R1 is listed twice'])
  })

  it('reports a row without a test, and one with too many', () => {
    expect(faultsOfPage(filesWith(table(...valid, '| R3 | Three. | |')))).toContain(
      'R3 has 0 tests, and needs 1 to 3',
    )
    expect(faultsOfPage(filesWith(table(...valid, '| R3 | Three. | none |')))).toEqual([
      'R3 has 0 tests, and needs 1 to 3',
    ])
    const many = Array.from({ length: 4 }, () => link('a/one.test.ts')).join(', ')
    expect(faultsOfPage(filesWith(table(valid[1]!, `| R1 | One. | ${many} |`)))).toEqual([
      'R1 has 4 tests, and needs 1 to 3',
    ])
  })

  it('reports a link to a missing file, to a file that is not a test, and to a test with the id only in a comment', () => {
    const others = {
      'a/b.ts': 'R3',
      'a/c.test.ts': '// R3\n * R3\nit(`R30 holds`, () => {})',
      'a/d.test.ts': "it('R30', () => {})",
    }
    const rowOf = (path: string) => `| R3 | Three. | ${link(path)} |`
    const thirty = `| R30 | Thirty. | ${link('a/d.test.ts')} |`
    const faultsWith = (path: string) =>
      faultsOfPage(filesWith(table(...valid, thirty, rowOf(path)), others))
    expect(faultsWith('a/gone.test.ts')).toEqual(['R3: a/gone.test.ts does not exist'])
    expect(faultsWith('a/b.ts')).toEqual(['R3: a/b.ts is not a test'])
    expect(faultsWith('a/c.test.ts')).toEqual(['R3: no title in a/c.test.ts has it'])
  })

  it.for(absent)(
    'reports the name of an absent document in capitals, and no other word: %s',
    (name) => {
      const lines = [
        '',
        `/** As agreed (${name} 5.2, R1). */`,
        `${name}'s order`,
        `see ${name}.md`,
        `KEN_${name}_URL ${name.toLowerCase()}`,
      ]
      const found = [2, 3, 4].map((line) => `a.ts:${line} refers to ${name}`)
      expect(absentDocuments(new Map([['a.ts', lines.join('\n')]]))).toEqual(found)
    },
  )
})

import { parse } from 'csv-parse/sync'
import type { Converted } from '../converted.ts'
import { carriableText, titleText, withoutHeadings } from '../readable-text.ts'
import { permissionsInText } from '../stated-permissions.ts'
import { permissionsOfTable } from '../table-permissions.ts'

const delimiters = ['\t', ';', ',', '|']
/** The rows that show which delimiter a table has. */
const sampleRows = 20
const sampleLength = 65_536
/** What spreadsheets write above a table to name its delimiter. */
const namedDelimiter = /^\uFEFF?sep=(?<delimiter>.)\n/i
/** A longer body has its names of columns once. It is the limit of a document. */
const bodyLengthMax = 2_000_000

/**
 * Converts a table as spreadsheets export it (CSV, TSV) into a list with an item for each row, such as `Name: Ana; Team: IT`,
 * so that each row is found, quoted and read with the names of its columns. A table without a first row of names has its
 * cells alone.
 */
export function convertTable(text: string): Converted {
  const named = namedDelimiter.exec(text)
  const table = text.slice(named?.[0].length ?? 0)
  const records = recordsOf(table, named?.groups?.['delimiter'] ?? delimiterOf(table))
  const all = rowsOf(records)
  const { lines, rows } = withoutLinesAbove(all)
  const names = namesIn(rows)
  const list = listOf(names === null ? rows : rows.slice(1), names)
  const isTooLong = names !== null && list.length > bodyLengthMax
  const title = lines.find((line) => /\p{L}/u.test(line) && permissionsInText(line) === null) ?? ''
  const others = lines.filter((line) => line !== title)
  return {
    title: titleText(title),
    url: null,
    updatedAt: null,
    allowed: permissionsOfTable(records),
    body: [withoutHeadings(others.join('\n')), isTooLong ? plainRows(rows) : list]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

type Row = readonly string[]

/** Separates the lines above a table, such as its title and date: rows with their first cell alone. */
function withoutLinesAbove(all: readonly Row[]): {
  readonly lines: readonly string[]
  readonly rows: readonly Row[]
} {
  const start = all.findIndex((row) => row.some((cell, column) => (cell === '') === (column === 0)))
  const at = start > 0 && start <= linesAboveMax && all.length - start > 1 ? start : 0
  return { lines: all.slice(0, at).map((row) => row.join('')), rows: all.slice(at) }
}
const linesAboveMax = 5

const plainRows = (rows: readonly Row[]): string =>
  withoutHeadings(rows.map((row) => row.join(' | ')).join('\n'))

/** The rows with a cell that is not empty, each cell on one line. */
const rowsOf = (records: readonly Row[]): readonly Row[] =>
  records
    .map((record) => record.map((cell) => carriableText(cell).replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''))

/** Without quotes, if one of them never ends: it would swallow all rows after it. */
function recordsOf(table: string, delimiter: string): readonly Row[] {
  const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true }
  try {
    return parse(table, options)
  } catch {
    return parse(table, { ...options, quote: null })
  }
}

/** The delimiter that divides most rows of the start of a table into as many cells as the first row. */
function delimiterOf(table: string): string {
  const sample = table.slice(0, sampleLength)
  const scored = delimiters.map((delimiter) => {
    const [first = [], ...rows] = rowsOf(recordsOf(sample, delimiter)).slice(0, sampleRows)
    const alike = rows.filter((row) => row.length === first.length).length
    return { delimiter, score: first.length === 1 ? 0 : (alike + 1) * 100 + first.length }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

/** A number, a date, an email address or a link. */
const value = /^[\p{Sc}\p{Zs}\d.,:/%+()-]*\d[\p{Sc}\p{Zs}\d.,:/%+()-]*$|@|:\/\//u
const nameLengthMax = 100

/** The cells of the first row, if they name columns: they differ, and none is a value or is in another row of its column. */
function namesIn([first = [], ...rows]: readonly Row[]): Row | null {
  const names = first.filter((cell) => cell !== '')
  if (rows.length === 0 || names.length === 0 || new Set(names).size < names.length) return null
  if (names.some((name) => value.test(name) || name.length > nameLengthMax)) return null
  const isRepeated = rows.some((row) =>
    row.some((cell, column) => cell !== '' && first.length > 1 && cell === first[column]),
  )
  return isRepeated ? null : first
}

const listOf = (rows: readonly Row[], names: Row | null): string =>
  rows
    .map((row) => {
      const cells = row.map((cell, column) => labelled(cell, names?.[column] ?? ''))
      return `- ${cells.filter((cell) => cell !== '').join('; ')}`
    })
    .join('\n')

const labelled = (cell: string, name: string): string =>
  cell === '' || name === '' ? cell : `${name}: ${cell}`

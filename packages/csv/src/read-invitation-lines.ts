import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { err, invitationsPerImportMax, ok, type InvitationLine, type Result } from '@ken/core'
import { CsvError, parse } from 'csv-parse'

/**
 * Why a text is not a table of invitations: a phrase without a subject, and the line if there is
 * one.
 */
export type TableFault = { readonly line: number | null; readonly detail: string }

/** The most bytes that a table may have. */
export const invitationBytesMax = 2 * 1024 * 1024

const recordLengthMax = 2_000
const columnsMax = 20
const sliceBytes = 16 * 1024
const header = ['email', 'role']

class ColumnsTooMany extends Error {}

/**
 * Reads CSV (RFC 4180) in UTF-8, with or without BOM, with the header `email,role` in any order and
 * case. Also accepts `;` as a separator, which spreadsheets write in many countries, and tabs, which
 * they copy, if the header has them. Ignores blank lines. Returns a line with a wrong number of fields as such, and refuses anything else that is
 * not a table as a whole. Time and memory are bounded by the limits above for any input: reads one
 * line more than an import may have, and no more.
 */
export async function readInvitationLines(
  bytes: Uint8Array,
): Promise<Result<readonly InvitationLine[], TableFault>> {
  if (!isUtf8(bytes)) return err({ line: null, detail: 'must be in UTF-8' })
  if (bytes.includes(0)) return err({ line: null, detail: 'must not contain NUL characters' })

  const counted = lineCounter(bytes)
  const records = Readable.from(slicesOf(bytes)).pipe(parser(delimitersOf(bytes), counted))
  const lines: InvitationLine[] = []
  let columns: readonly string[] | null = null
  let read = 0
  try {
    for await (const record of records as AsyncIterable<readonly string[]>) {
      const line = counted.firstLines[read]! // The parser counts a record before it is read here.
      read += 1
      if (columns === null) {
        columns = record.map((name) => name.trim().toLowerCase())
        if (columns.toSorted().join() !== header.join())
          return err({
            line,
            detail: 'must be a header of two columns, email and role',
          })
        continue
      }
      lines.push({
        line,
        fields: record.length === columns.length ? fieldsOf(record, columns) : null,
      })
      if (lines.length > invitationsPerImportMax) break
    }
  } catch (error) {
    return err(faultOf(error, counted.nextLine()))
  } finally {
    records.destroy()
  }
  return columns === null
    ? err({ line: null, detail: 'must have a header of two columns, email and role' })
    : ok(lines)
}

/** A tab elsewhere is white space around a field. */
function delimitersOf(bytes: Uint8Array): readonly string[] {
  const head = Buffer.from(bytes.subarray(0, recordLengthMax)).toString()
  const [firstLine = ''] = head.split(/[\r\n]/, 1)
  return firstLine.includes('\t') ? ['\t'] : [',', ';']
}

const parser = (delimiters: readonly string[], counted: LineCounter) =>
  parse({
    bom: true,
    delimiter: [...delimiters],
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Must be set: the parser creates an error for any other line without enough fields, which is
    // slow.
    skip_empty_lines: true,
    ltrim: true,
    skip_records_with_empty_values: true,
    max_record_size: recordLengthMax,
    on_record: (record: string[], { bytes }) => {
      counted.count(record, bytes)
      return record
    },
    cast: (value, { index }) => {
      if (index >= columnsMax) throw new ColumnsTooMany()
      return value
    },
  })

type LineCounter = {
  /** Counts the next record, which ends before this byte. */
  readonly count: (record: readonly string[], end: number) => void
  /** Of each record that was counted. */
  readonly firstLines: readonly number[]
  /** The first line after them that is not blank. */
  readonly nextLine: () => number
}

/** Counts lines. The parser knows the last line of a record only, and counts CRLF within quotes twice. */
function lineCounter(bytes: Uint8Array): LineCounter {
  const firstLines: number[] = []
  let [position, line] = [0, 1]
  const textBetween = (start: number, end?: number) =>
    Buffer.from(bytes.subarray(start, end)).toString('latin1')
  return {
    firstLines,
    count: (record, end) => {
      const text = textBetween(position, end)
      line += lineBreaksIn(text)
      position = end
      const lastLine = /[\r\n]$/.test(text) ? line - 1 : line
      firstLines.push(lastLine - lineBreaksIn(record.join()))
    },
    nextLine: () =>
      line + lineBreaksIn(/^(?:[\s,;]*[\r\n])?/.exec(textBetween(position))?.[0] ?? ''),
  }
}

const lineBreaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** Yields between two slices; the parser itself would not. */
async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes)
    await setImmediate()
  }
}

const fieldsOf = (record: readonly string[], columns: readonly string[]) => ({
  email: record[columns.indexOf('email')] ?? '',
  role: record[columns.indexOf('role')] ?? '',
})

function faultOf(error: unknown, line: number): TableFault {
  if (error instanceof ColumnsTooMany)
    return { line: null, detail: 'must have two columns, email and role' }
  if (!(error instanceof CsvError)) throw error
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? { line, detail: 'must not be that long' }
    : {
        line,
        detail:
          'must be CSV: each quote that opens a field closes it, and a quote within one is doubled',
      }
}

import { withTypedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'
import { jsonText } from './json-text.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A line of text. Parts in bold are bold on a terminal only. */
export type Line = string | readonly (string | { readonly bold: string })[]

/** The output of a command. */
export type Output = {
  /** The result on standard output: lines for people, or one line of JSON with `--json`. */
  readonly result: (json: Json, lines: readonly Line[]) => void
  /** Additional information on standard error. */
  readonly note: (text: string) => void
  readonly warn: (text: string) => void
}

/** The output of a command with these options. */
export function outputOf(
  world: Pick<World, 'env' | 'stdout' | 'stderr'>,
  { json = false }: CommonOptions,
): Output {
  const note = (text: string) =>
    void world.stderr.write(`${printable(withTypedKen(text, world.env))}\n`)
  const bold = showsBold(world) ? (text: string) => `\u001b[1m${text}\u001b[22m` : null
  return {
    result: (value, lines) =>
      void world.stdout.write(
        json ? `${jsonText(value)}\n` : lines.map((line) => `${lineText(line, bold)}\n`).join(''),
      ),
    note,
    warn: (text) => note(`warning: ${text}`),
  }
}

/** Whether standard output is a terminal that may show styles. */
const showsBold = ({ env, stdout }: Pick<World, 'env' | 'stdout'>): boolean =>
  stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'

const lineText = (line: Line, bold: ((text: string) => string) | null): string =>
  typeof line === 'string'
    ? printable(line)
    : line
        .map((part) => {
          if (typeof part === 'string') return printable(part)
          return bold === null ? printable(part.bold) : bold(printable(part.bold))
        })
        .join('')

/** Removes control characters: titles, file names and answers were written by others. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')

/** Columns for people, as wide as their widest entry. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths =
    rows[0]?.map((_, column) =>
      // As arguments of one call, 150,000 rows would exhaust the stack.
      rows.reduce((width, row) => Math.max(width, (row[column] ?? '').length), 0),
    ) ?? []
  return rows.map((row) =>
    row
      .map((entry, column) => entry.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** `1,200`. */
export const grouped = (count: number): string => count.toLocaleString('en')

/** `1 document`, `1,200 documents`. */
export const plural = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

import { withTypedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The output of a command. */
export type Output = {
  /** The result on standard output: lines for people, or one line of JSON with `--json`. */
  readonly result: (json: Json, lines: readonly string[]) => void
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
  return {
    result: (value, lines) =>
      void world.stdout.write(
        json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${printable(line)}\n`).join(''),
      ),
    note,
    warn: (text) => note(`warning: ${text}`),
  }
}

/** Removes control characters: titles, file names and answers were written by others. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')

/** Columns for people, as wide as their widest entry. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
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

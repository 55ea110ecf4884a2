import type { Line } from './import-counts.tsx'

/**
 * The header and the invalid lines of a list, as they were written. A field in quotes may have line
 * breaks: the number of a line is that of its last one, so it begins after the line before it.
 */
export function faultyLines(csv: string, lines: readonly Line[]): string {
  const written = csv.split(/\r\n|\n|\r/)
  const parts = lines.map(({ line, verdict }, position) => ({
    verdict,
    text: written
      .slice(lines[position - 1]?.line ?? 1, line)
      .filter((text) => text.trim() !== '')
      .join('\r\n'),
  }))
  const faulty = parts.filter(({ verdict }) => verdict === 'invalid').map(({ text }) => text)
  return [written[0] ?? '', ...faulty].join('\r\n')
}

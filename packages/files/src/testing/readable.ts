import * as fc from 'fast-check'
import type { Converted } from '../convert/converted.ts'

/** Any sequence of UTF-16 code units: control characters, lone surrogates and all. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units))

const markdown = [
  '# ',
  '- ',
  '1. ',
  '> ',
  '    ',
  '```\n',
  '~~~',
  '| a | b |\n|-|-|\n',
  '**',
  '_',
  '`',
  '[a](b)',
  '![a](b)',
  '[^1]',
  '[^1]: ',
  ':::note\n',
]
const html = [
  '<div>',
  '</p>',
  '<ul><li>',
  '<table><tr><td>',
  '</table>',
  '<pre>',
  '</pre>',
  '<h1>',
  '</h1>',
  '<br>',
  '<title>',
  '<main>',
  '<!--',
  '-->',
  '<script>',
  '<a href="#',
]
const both = [
  '&amp;',
  '&#0;',
  '&#xD800;',
  '---\n',
  '+++\n',
  'title: x\n',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '\0',
  '\u00AD',
  '\uFEFF',
  '\uD83D',
  '🙂',
  'word',
]

/** Pieces of markup in random order. */
export const fragments = fc
  .array(fc.constantFrom(...markdown, ...html, ...both), { maxLength: 40 })
  .map((all) => all.join(''))

/** The rules of every body and title that these break. */
export function faultsOf({ title, body }: Converted): readonly string[] {
  const faults: string[] = []
  for (const text of [title ?? 'Untitled', body]) {
    if (!text.isWellFormed()) faults.push('lone surrogates')
    if (/[^\P{Cc}\n\t]/u.test(text)) faults.push('control characters')
    if (/^\n|\s$/.test(text)) faults.push('blanks around it')
  }
  if (title === '' || title?.includes('\n') === true) faults.push('a title that is no line')
  return faults
}

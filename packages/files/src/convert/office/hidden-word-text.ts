import { strFromU8 } from 'fflate'
import { Parser } from 'htmlparser2'

/** The text of a part of a document of Word that its body does not show: heads and feet of pages, comments, properties. */
export function hiddenWordText(part: Uint8Array): string {
  const text: string[] = []
  const parser = new Parser(
    {
      onopentag: (element, { name = '' }) => {
        if (element === 'property') text.push(`${name}: `)
      },
      ontext: (value) => text.push(value),
      onclosetag: (element) => {
        // Of runs, which divide words, only a paragraph is a line. Other parts than those of Word have a line for each element.
        if (!element.startsWith('w:') || /:(?:br|cr|p)$/.test(element)) text.push('\n')
      },
    },
    { xmlMode: true },
  )
  parser.end(strFromU8(part))
  return text.join('')
}

/** What a test PDF has around its pages, as PDF writes it. */
export type PdfParts = {
  /** Entries of the catalog. */
  readonly catalog?: string
  /** Entries of each page. */
  readonly page?: string
  /** Properties, such as `/Title (A)`. */
  readonly info?: string
  /** Entries of the trailer. */
  readonly trailer?: string
  /** Further objects. The first one has the number 6. */
  readonly objects?: readonly string[]
}

/** A PDF of pages of 600 by 800 points with these contents, in Helvetica (`F1`) and Courier (`F2`). */
export function pdfOf(contents: readonly string[], parts: PdfParts = {}): Uint8Array {
  const { catalog = '', page = '', info = '', trailer = '', objects = [] } = parts
  const first = 6 + objects.length
  const pages = contents.map((_, at) => first + 2 * at)
  return fileOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Count ${contents.length} /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] >>`,
      `<< ${info} >>`,
      font('Helvetica'),
      font('Courier'),
      ...objects,
      ...contents.flatMap((content, at) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${pages[at]! + 1} 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> ${page} >>`,
        streamOf(content),
      ]),
    ],
    `/Root 1 0 R /Info 3 0 R ${trailer}`,
  )
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** A stream of bytes, one for each character, with these entries. */
export const streamOf = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`

/** A file of objects, which are numbered from 1. */
export function fileOf(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  return Buffer.from(
    `${file}${xref}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}

/** Draws a line of text. Places are in points from the lower left corner. */
export const drawn = (text: string, left: number, bottom: number, size = 10, name = 'F1'): string =>
  `BT /${name} ${size} Tf ${left} ${bottom} Td (${text.replace(/[\\()]/g, String.raw`\$&`)}) Tj ET\n`

/** Draws lines below each other. */
export const drawnLines = (
  lines: readonly string[],
  left: number,
  top: number,
  size = 10,
): string => lines.map((text, at) => drawn(text, left, top - at * size * 1.2, size)).join('')

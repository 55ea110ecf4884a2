import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { bodyOf, mainHeading, type Block } from '../body-builder.ts'
import type { Converted } from '../converted.ts'
import { carriableText, titleText, withoutHeadings } from '../readable-text.ts'
import { agreedPermissions } from '../stated-permissions.ts'
import { permissionsOfTable } from '../table-permissions.ts'
import { flowParagraphs, type Paragraph } from './flow-paragraphs.ts'
import { pdfComments, pdfProperties } from './pdf-properties.ts'
import { inColumns } from './in-columns.ts'
import { openPdf, type PdfFault } from './open-pdf.ts'
import { pdfHeadings } from './pdf-headings.ts'
import { pdfOutline } from './pdf-outline.ts'
import { pdfParagraphs } from './pdf-paragraphs.ts'
import { statedTitle } from './pdf-title.ts'
import { inReadingOrder } from './reading-order.ts'
import { timesTextLeftOut } from './text-left-out.ts'
import { textLines } from './text-lines.ts'
import { textRuns } from './text-runs.ts'

/** The pages whose text may have the title. */
const titlePages = 2

/**
 * Converts a PDF as its readers see it, without repeated heads and feet of pages, and its table of contents. Its date is
 * when it was last saved. Or says why it cannot be read. Runs no script, and loads and renders nothing.
 */
export async function convertPdf(content: Uint8Array): Promise<Converted | PdfFault> {
  const pdf = await openPdf(content)
  if (typeof pdf === 'string') return pdf
  try {
    return await convertOpen(pdf)
  } catch (error) {
    // The library throws errors of its own for what is damaged, and of any kind for what is hostile.
    if (error instanceof Error) return 'damaged'
    throw error
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function convertOpen(pdf: PDFDocumentProxy): Promise<Converted | PdfFault> {
  const before = timesTextLeftOut()
  const { pages, hidden } = await readPages(pdf)
  // No one would know that the document is not whole.
  if (timesTextLeftOut() > before) return 'damaged'
  const text = pages.map((page) => page.map((paragraph) => paragraph.text).join('\n'))
  const fault = faultOf(text.join(''))
  if (fault !== null) return fault
  const properties = await pdfProperties(pdf)
  const outline = await pdfOutline(pdf)
  const blocks = pdfHeadings(pdfParagraphs(pages, outline), outline).map(carriableBlock)
  const title =
    statedTitle(properties.title, text.slice(0, titlePages).join('\n')) ??
    titleText(mainHeading(blocks) ?? '')
  return {
    title,
    url: null,
    updatedAt: properties.updatedAt,
    allowed: agreedPermissions([...text, ...hidden, ...properties.lines].map(permissionsIn)),
    body: bodyOf(blocks, title),
  }
}

async function readPages(pdf: PDFDocumentProxy) {
  const pages: (readonly Paragraph[])[] = []
  const hidden: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const lines = textLines(await textRuns(page))
    pages.push(inReadingOrder(inColumns(lines)).flatMap(flowParagraphs))
    hidden.push(...(await pdfComments(page)))
    // Its fonts would stay in memory.
    page.cleanup()
  }
  return { pages, hidden }
}

/** A third of its letters, if a font does not say which ones they are. */
const unreadableShareMax = 1 / 3

function faultOf(text: string): PdfFault | null {
  const signs = text.replace(/[\s|]/g, '')
  if (signs === '') return 'no_text'
  const unreadable = signs.match(/[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu)?.length ?? 0
  return unreadable > unreadableShareMax * signs.length ? 'unreadable' : null
}

const carriableBlock = ({ level, text }: Block): Block => ({
  level,
  text: level === null ? withoutHeadings(carriableText(text)) : carriableText(text),
})

/** Of lines, and of tables, in which a cell may be the name of the next one. */
const permissionsIn = (text: string) =>
  permissionsOfTable(
    carriableText(text)
      .split('\n')
      .map((line) => line.split(' | ')),
  )

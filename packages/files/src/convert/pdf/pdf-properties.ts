import { isDocumentDate } from '@ken/core/ports'
import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'

/** What a PDF says of itself. */
export type PdfProperties = {
  readonly title: string | null
  /** When it was last saved, as it says itself. */
  readonly updatedAt: Date | null
  /** All that it says, with and without the names of properties. */
  readonly lines: readonly string[]
}

/** Reads the properties of a PDF, which its pages do not show. */
export async function pdfProperties(pdf: PDFDocumentProxy): Promise<PdfProperties> {
  const { PDFDateString } = await getResolvedPDFJS()
  const { info, metadata } = await pdf.getMetadata()
  const properties = new Map<string, unknown>(Object.entries(info))
  const own = properties.get('Custom')
  const described: Iterable<readonly [string, unknown]> | null = metadata // Its type says nothing of its entries.
  const date = PDFDateString.toDateObject(textOf(properties.get('ModDate')) ?? '')
  return {
    title: textOf(properties.get('Title')),
    updatedAt: date !== null && isDocumentDate(date) ? date : null,
    lines: [
      ...properties,
      ...(typeof own === 'object' && own !== null ? Object.entries(own) : []),
      ...(described ?? []),
    ]
      .map(([name, value]) => [name, [value].flat().filter(isText).join(', ')] as const)
      .flatMap(([name, value]) => [value, `${name}: ${value}`]),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const textOf = (value: unknown): string | null => (isText(value) ? value : null)

/** The comments of a page, and what is written into its fields. */
export async function pdfComments(page: PDFPageProxy): Promise<readonly string[]> {
  const annotations: readonly { readonly [name: string]: unknown }[] = await page.getAnnotations()
  return annotations.flatMap(({ contentsObj, titleObj, fieldName, fieldValue }) => [
    ...[titleObj, contentsObj].map(wordsOf),
    isText(fieldName) && isText(fieldValue) ? `${fieldName}: ${fieldValue}` : '',
  ])
}

const wordsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'str' in value && isText(value.str)
    ? value.str
    : ''

import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import type { OutlineEntry } from './pdf-headings.ts'

/** No real outline has as many entries, or is as deep. */
const entriesMax = 20_000
const depthMax = 20

type Node = {
  readonly title: string
  readonly items: readonly Node[]
}

/** The outline of a PDF in reading order; empty without one. */
export async function pdfOutline(pdf: PDFDocumentProxy): Promise<readonly OutlineEntry[]> {
  const top = (await pdf.getOutline().catch(() => null)) as readonly Node[] | null // Its type lists more fields.
  const entries: OutlineEntry[] = []
  const add = (nodes: readonly Node[], depth: number) => {
    for (const { title, items } of nodes) {
      if (entries.length >= entriesMax) return
      entries.push({ title, depth })
      if (depth < depthMax) add(items, depth + 1)
    }
  }
  add(top ?? [], 1)
  return entries
}

import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/** Why a PDF cannot be read. */
export type PdfFault = 'damaged' | 'locked' | 'no_text' | 'unreadable'

/** An open PDF. */
export type OpenPdf = { readonly pdf: PDFDocumentProxy } & AsyncDisposable

/**
 * Opens a PDF, or says why that is impossible. It runs no script, loads nothing and renders nothing: no fonts and no images.
 */
export async function openPdf(content: Uint8Array): Promise<OpenPdf | PdfFault> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  const task = getDocument({
    // A copy, because the memory of the data is taken away. A buffer is refused.
    data: new Uint8Array(content),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    const pdf = await task.promise
    return { pdf, [Symbol.asyncDispose]: () => task.destroy() }
  } catch (error) {
    await task.destroy()
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  }
}

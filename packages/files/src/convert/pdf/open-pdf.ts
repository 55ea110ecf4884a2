import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/** Why a PDF cannot be read. */
export type PdfFault = 'damaged' | 'locked' | 'no_text' | 'unreadable'

/**
 * Opens a PDF until its loading task is destroyed, or says why that is impossible. It runs no script, loads nothing and
 * renders nothing: no fonts and no images.
 */
export async function openPdf(content: Uint8Array): Promise<PDFDocumentProxy | PdfFault> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  const task = getDocument({
    // A copy, because the memory of the data is taken away. A buffer is refused.
    data: new Uint8Array(content),
    // They say that text is left out.
    verbosity: VerbosityLevel.WARNINGS,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  }
}

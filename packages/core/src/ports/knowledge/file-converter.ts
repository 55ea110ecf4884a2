import type { DocumentInput } from '../../model/knowledge/document.ts'
import type { RefusedFile, UploadedFile } from '../../model/knowledge/uploaded-file.ts'

/** What every document of an upload has. */
export type UploadOptions = {
  readonly source: string
  readonly allowed: readonly string[]
  /** Where the folder is published; without it, only files with a URL of their own have one. */
  readonly urlBase: string | null
}

/** The document that a file is, or why it is none. */
export type ConvertedFile =
  | { readonly kind: 'document'; readonly document: DocumentInput }
  | RefusedFile

/** Makes documents from files, by the rules of the command line and off the event loop. */
export interface FileConverter {
  /**
   * One outcome per file, in order. A file that takes too much processor time or memory is refused as
   * `too_complex`, never because the machine is busy, and the others are still converted. Throws
   * `Unavailable` if too many conversions wait, or if the signal aborts.
   */
  convert(
    files: readonly UploadedFile[],
    options: UploadOptions,
    signal: AbortSignal,
  ): Promise<readonly ConvertedFile[]>
}

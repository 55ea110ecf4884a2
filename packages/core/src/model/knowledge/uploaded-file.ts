import { externalIdLengthMax } from './document.ts'

/** A file that a person chose, by its path below the chosen folder. */
export type UploadedFile = {
  readonly path: string
  readonly content: Uint8Array
  readonly modifiedAt: Date
}

/** Why no document was made from a file, by whether that is a fault of the file. */
export const skippedFileReasons = [
  'hidden',
  'installed_packages',
  'unsupported_format',
  'empty',
] as const
export const invalidFileReasons = [
  'path_invalid',
  'path_too_long',
  'too_large',
  'binary',
  'damaged',
  'encoding',
  'no_text',
  'other_permissions',
  'too_complex',
  'text_too_long',
  'link_invalid',
] as const
export type SkippedFileReason = (typeof skippedFileReasons)[number]
export type InvalidFileReason = (typeof invalidFileReasons)[number]

/** A file that is no document; `detail` says why in words. */
export type RefusedFile =
  | { readonly kind: 'skipped'; readonly reason: SkippedFileReason; readonly detail: string }
  | { readonly kind: 'invalid'; readonly reason: InvalidFileReason; readonly detail: string }

const stepsOutside: readonly string[] = ['', '.', '..']

/**
 * Why a path cannot be the external id of a document; null if it can. It must have `/` between its steps, start and end
 * with a name, and never lead upwards, so that a file has one path only.
 */
export function faultOfPath(path: string): RefusedFile | null {
  if (path.normalize('NFC').length > externalIdLengthMax)
    return {
      kind: 'invalid',
      reason: 'path_too_long',
      detail: `its path must have at most ${externalIdLengthMax} characters`,
    }
  const isValid =
    path.isWellFormed() &&
    !path.includes('\0') &&
    path.trim() !== '' &&
    path.split('/').every((step) => !stepsOutside.includes(step))
  return isValid ? null : { kind: 'invalid', reason: 'path_invalid', detail: pathInvalid }
}

const pathInvalid =
  'its path must lead from the chosen folder to the file, without "..", empty steps and NUL characters'

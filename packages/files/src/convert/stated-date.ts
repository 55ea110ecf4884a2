import { isDocumentDate } from '@ken/core/ports'

/** A date that a file states; null if it is none, or none that a document may have. */
export function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? '')
  return isDocumentDate(date) ? date : null
}

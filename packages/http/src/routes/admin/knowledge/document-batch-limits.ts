import { documentsPerImportMax } from '@ken/core'
import type { BodyLimits } from '../../../request/json-body.ts'

/** A document has fewer than eight keys. */
export const documentBatchLimits: BodyLimits = {
  bytesMax: 8 * 1024 * 1024,
  keysMax: documentsPerImportMax * 8,
  allowsAnyText: true,
}

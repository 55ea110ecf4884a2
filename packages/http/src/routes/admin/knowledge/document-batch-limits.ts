import { documentsPerImportMax } from '@ken/core'
import type { BodyLimits } from '../../../request/json-body.ts'

/** Eight keys a document are more than it has. */
export const documentBatchLimits: BodyLimits = {
  bytesMax: 8 * 1024 * 1024,
  keysMax: documentsPerImportMax * 8,
  allowsAnyText: true,
}

import type { UploadedFile, UploadOptions } from '@ken/core/ports'
import { parentPort } from 'node:worker_threads'
import type { PageContent } from '../read/page.ts'
import { convertUpload, outcomeOf } from './convert-upload.ts'

/** A message to the thread, which replies with the outcome. Its first message says that it has loaded. */
export type Conversion =
  | { readonly file: UploadedFile; readonly options: UploadOptions }
  | { readonly page: PageContent }

parentPort?.on('message', (conversion: Conversion) =>
  parentPort?.postMessage(
    'page' in conversion
      ? outcomeOf(conversion.page)
      : convertUpload(conversion.file, conversion.options),
  ),
)
parentPort?.postMessage('loaded')

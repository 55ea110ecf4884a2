import type { ConvertedFile, UploadedFile, UploadOptions } from '@ken/core/ports'
import { parentPort } from 'node:worker_threads'
import type { PageContent } from '../read/page.ts'
import { convertUpload, outcomeOf } from './convert-upload.ts'

/** A message to the thread, which replies with the outcome. Its first message says that it has loaded. */
export type Conversion =
  | { readonly file: UploadedFile; readonly options: UploadOptions }
  | { readonly page: PageContent }

const outcome = (conversion: Conversion): Promise<ConvertedFile> =>
  'page' in conversion
    ? outcomeOf(conversion.page)
    : convertUpload(conversion.file, conversion.options)

// It would unpack in other threads, whose processor time is not counted. The parser of PDFs unpacks itself without it.
Reflect.deleteProperty(globalThis, 'DecompressionStream')

// What it throws ends the thread, whose owner starts another.
parentPort?.on('message', (conversion: Conversion) => {
  void outcome(conversion).then((converted) => parentPort?.postMessage(converted))
})
parentPort?.postMessage('loaded')

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

// The parser of PDFs leaves failures of damaged files to no one, also after it has reported the first one.
process.on('unhandledRejection', () => {})

parentPort?.on('message', (conversion: Conversion) => {
  outcome(conversion).then(
    (converted) => parentPort?.postMessage(converted),
    (error: unknown) => {
      // An error ends the thread, whose owner starts another.
      setImmediate(() => {
        throw error
      })
    },
  )
})
parentPort?.postMessage('loaded')

import type { UploadedFile, UploadOptions } from '@ken/core/ports'
import { parentPort } from 'node:worker_threads'
import { convertUpload } from './convert-upload.ts'

/** A message to the thread, which replies with the outcome. Its first message says that it has loaded. */
export type Conversion = { readonly file: UploadedFile; readonly options: UploadOptions }

parentPort?.on('message', ({ file, options }: Conversion) =>
  parentPort?.postMessage(convertUpload(file, options)),
)
parentPort?.postMessage('loaded')

import { Unavailable, type ConvertedFile, type FileConverter } from '@ken/core/ports'
import { extname } from 'node:path'
import type { PageContent } from '../read/page.ts'
import type { Conversion } from './conversion-thread.ts'
import { startConversionThread, type ConversionThread } from './start-conversion-thread.ts'

/** What conversions may take. */
export type ThreadFileConverterOptions = {
  /** Works from sources and in the compiled package: the thread has the extension of this file. */
  readonly threadUrl: URL
  /** The processor time of the thread for one file. Other load on the machine does not count. */
  readonly fileCpuMs: number
  /** The time of the clock for one file, so that none keeps its place for ever. */
  readonly fileMs: number
  /** Memory of the thread; most of it is for the tokens of one long paragraph. */
  readonly heapMb: number
  /** Memory for what a file unpacks to, beside the file itself, which is outside of the heap. */
  readonly buffersMb: number
  /** Batches that are converted or wait. */
  readonly batchesMax: number
  /** How long the thread is kept after a batch. */
  readonly idleMs: number
}

const defaults: ThreadFileConverterOptions = {
  threadUrl: new URL(`./conversion-thread${extname(import.meta.url)}`, import.meta.url),
  // A file of 8 MiB takes 1 to 4 s.
  fileCpuMs: 10_000,
  fileMs: 30_000,
  heapMb: 768,
  buffersMb: 256,
  batchesMax: 8,
  idleMs: 30_000,
}

/** A converter that holds a thread while it is in use. */
export type ThreadFileConverter = FileConverter & {
  /** Converts a page, in its turn after what was given before. */
  convertPage(page: PageContent): Promise<ConvertedFile>
  /** Ends the thread. Idempotent. */
  close(): Promise<void>
}

/**
 * Converts files in one thread, which starts with the first batch and does not keep the process alive.
 * A thread that a file exhausts ends, and so does one whose file no one waits for; the next file starts another.
 */
export function threadFileConverter(
  given: Partial<ThreadFileConverterOptions> = {},
): ThreadFileConverter {
  const options = { ...defaults, ...given }
  let thread: ConversionThread | null = null
  let last: Promise<unknown> = Promise.resolve()
  let batches = 0
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const end = async () => {
    const ended = thread
    thread = null
    await ended?.end()
  }
  async function convertOne(conversion: Conversion, signal?: AbortSignal): Promise<ConvertedFile> {
    if (isClosed) throw unavailable('is closed')
    const current = (thread ??= await startConversionThread(options))
    // No one would get the outcome, and other batches wait.
    if (hasEnded(signal)) throw requestEnded()
    const stop = () => void end()
    signal?.addEventListener('abort', stop, { once: true })
    const outcome = await current
      .convert(conversion)
      .catch(async (error: unknown) => {
        await end()
        throw error
      })
      .finally(() => signal?.removeEventListener('abort', stop))
    if (outcome !== 'exhausted') return outcome
    await end()
    if (hasEnded(signal)) throw requestEnded()
    if (isClosed) throw unavailable('is closed')
    return { kind: 'invalid', reason: 'too_complex', detail: tooComplex }
  }
  async function convertAll(conversions: readonly Conversion[], signal?: AbortSignal) {
    clearTimeout(idle)
    const outcomes: ConvertedFile[] = []
    try {
      for (const conversion of conversions) outcomes.push(await convertOne(conversion, signal))
    } finally {
      idle = setTimeout(() => void end(), options.idleMs).unref()
    }
    return outcomes
  }
  async function convertInTurn(conversions: readonly Conversion[], signal?: AbortSignal) {
    if (hasEnded(signal)) throw requestEnded()
    if (batches >= options.batchesMax) throw unavailable('is overloaded: try again later')
    batches += 1
    let waiting = conversions
    const { promise: left, reject } = Promise.withResolvers<never>()
    // No one waits for this batch: until its turn, it takes neither a place nor memory.
    const leave = () => {
      waiting = []
      reject(requestEnded())
    }
    signal?.addEventListener('abort', leave, { once: true })
    const converted = last.then(() => convertAll(waiting, signal))
    last = converted.catch(() => {})
    try {
      return await Promise.race([converted, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      batches -= 1
    }
  }
  return {
    convert: (files, upload, signal) =>
      convertInTurn(
        files.map((file) => ({ file, options: upload })),
        signal,
      ),
    async convertPage({ source, externalId, fingerprint, file }) {
      const [outcome] = await convertInTurn([{ page: { source, externalId, fingerprint, file } }])
      return outcome! // One per conversion.
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
    },
  }
}

const tooComplex = 'takes too much time or memory to convert: divide it into several files'

const hasEnded = (signal?: AbortSignal): boolean => signal?.aborted === true

const requestEnded = () =>
  new Unavailable('request', 'The request ended before its files were converted.')

const unavailable = (why: string) =>
  new Unavailable('file conversion', `file conversion ${why}`, { retryAfterSeconds: 5 })

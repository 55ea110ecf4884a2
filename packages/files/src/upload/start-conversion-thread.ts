import type { ConvertedFile } from '@ken/core/ports'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Conversion } from './conversion-thread.ts'

/** A thread that converts one file at a time. */
export type ConversionThread = {
  /** `exhausted` if the file took too much time or memory. The thread is of no use then. */
  convert(conversion: Conversion): Promise<ConvertedFile | 'exhausted'>
  end(): Promise<void>
}

type ThreadLimits = {
  readonly threadUrl: URL
  readonly fileCpuMs: number
  readonly fileMs: number
  readonly heapMb: number
  readonly buffersMb: number
}

const checkMsMin = 50
/** Unpacking fills some 100 MiB meanwhile. */
const checkMsMax = 250

/** Starts a thread and waits until it has loaded. Keeps the process alive only while it works. */
export async function startConversionThread({
  threadUrl,
  fileCpuMs,
  fileMs,
  heapMb,
  buffersMb,
}: ThreadLimits): Promise<ConversionThread> {
  // It must not inherit the flags of the process: with `--input-type` it would not start.
  const worker = new Worker(threadUrl, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // Without a listener, an error between two files would end the process.
  worker.on('error', () => {})
  await once(worker, 'message')
  worker.unref()
  const buffersMax = buffersMb * 1_024 * 1_024
  let hasEnded = false
  worker.once('exit', () => (hasEnded = true))
  return {
    async convert(conversion) {
      if (hasEnded) throw new Error('the thread ended between two files')
      const over = new AbortController()
      const { signal } = over
      worker.ref()
      try {
        worker.postMessage(conversion)
        return await Promise.race([
          once(worker, 'message', { signal }).then(([outcome]) => outcome as ConvertedFile), // Its only message.
          once(worker, 'exit', { signal }).then(() => 'exhausted' as const),
          overspent(worker, { fileCpuMs, buffersMax: buffersMax + bytesOf(conversion) }, signal),
          // A parser may wait for something that never comes, which takes no processor time.
          sleep(fileMs, 'exhausted' as const, { signal }),
        ])
      } catch (error) {
        if (isOutOfMemory(error)) return 'exhausted'
        throw error
      } finally {
        over.abort()
        worker.unref()
      }
    },
    end: async () => void (await worker.terminate()),
  }
}

/** The thread has a copy of the file, whose size is bounded elsewhere. */
const bytesOf = (conversion: Conversion): number =>
  ('page' in conversion ? conversion.page.file : conversion.file).content.length

/**
 * Resolves once the thread has used this much processor time from now, or has this many bytes beside its heap; never if
 * the watch ends first.
 */
async function overspent(
  worker: Worker,
  { fileCpuMs, buffersMax }: { readonly fileCpuMs: number; readonly buffersMax: number },
  signal: AbortSignal,
): Promise<'exhausted'> {
  try {
    const before = await cpuMs(worker)
    for (let spentMs = 0; spentMs < fileCpuMs; spentMs = (await cpuMs(worker)) - before) {
      const pauseMs = Math.max(Math.min(fileCpuMs - spentMs, checkMsMax), checkMsMin)
      await sleep(pauseMs, null, { signal })
      if ((await buffersBytes(worker)) > buffersMax) break
    }
    return 'exhausted'
  } catch {
    // The file is converted or the thread has ended: another promise of the race settles.
    return new Promise(() => {})
  }
}

const cpuMs = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

/** The limits of a thread count its heap alone, and buffers are outside of it. */
const buffersBytes = async (worker: Worker): Promise<number> =>
  (await worker.getHeapStatistics()).external_memory

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

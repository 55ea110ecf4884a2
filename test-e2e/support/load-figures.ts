import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What a process has used since it started. */
export type LoadFigures = {
  /** Processor time of the thread that serves requests, and of the whole process. */
  readonly mainMs: number
  readonly allMs: number
  /** Memory that is still referenced after a garbage collection. */
  readonly heldBytes: number
}

export const figuresMark = 'load figures '

// Preloaded into a measured process: writes its figures to standard error at each SIGUSR2.
if (isMainThread && process.env['KEN_TEST_LOAD_FIGURES'] === '1') {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    const [main, all] = [process.threadCpuUsage(), process.cpuUsage()]
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    const figures: LoadFigures = {
      mainMs: (main.user + main.system) / 1e3,
      allMs: (all.user + all.system) / 1e3,
      heldBytes: heapUsed + external,
    }
    process.stderr.write(`${figuresMark}${JSON.stringify(figures)}\n`)
  })
}

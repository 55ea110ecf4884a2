import type { CommonOptions, World } from '../world.ts'
import { startProgress, type Progress } from './progress.ts'

/** Shows the progress of work that is mostly short, once it has taken a second. */
export type SlowProgress = {
  readonly report: (done: number, total: number) => void
  /** Idempotent. */
  readonly stop: () => Promise<void>
}

const everyMilliseconds = 1_000

/** Shows nothing before the first report, and then also while no other one comes. */
export function slowProgress(
  world: World,
  options: CommonOptions,
  work: { readonly verb: string; readonly noun: string },
): SlowProgress {
  let [done, total] = [0, 0]
  let started: Promise<Progress> | null = null
  let timer: NodeJS.Timeout | undefined
  const show = async () => {
    started ??= startProgress(world, options, { ...work, total })
    const progress = await started
    progress.report(done, Math.min(done / Math.max(total, 1), 1))
  }
  return {
    report: (doneNow, totalNow) => {
      done = doneNow
      total = totalNow
      timer ??= setInterval(() => void show(), everyMilliseconds)
    },
    stop: async () => {
      clearInterval(timer)
      const ended = started
      started = null
      const progress = await ended
      progress?.stop()
    },
  }
}

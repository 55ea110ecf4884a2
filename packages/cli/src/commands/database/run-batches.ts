import { CommandFailed } from '../../command-failed.ts'
import { withKen } from '../../connect.ts'
import { finishingText, untilInterrupted } from '../../process/until-interrupted.ts'
import { startProgress, type Progress } from '../../terminal/progress.ts'
import type { CommonOptions, Connection, World } from '../../world.ts'

/** Work that is done in batches, each of which lasts. */
export type Batches = {
  readonly verb: string
  readonly noun: string
  /** Does a batch, and returns whether it was the last one. */
  readonly runBatch: (run: Connection['run'], report: Progress['report']) => Promise<boolean>
  /** What was done, as JSON and in words. */
  readonly result: () => readonly [json: object, text: string]
  /** What another run does after an interruption. */
  readonly nextRun: string
}

/** Runs batches until the last one, with progress. After Ctrl-C the batch that has begun is finished, and the command fails. */
export const runBatches = (
  world: World,
  options: CommonOptions,
  { verb, noun, runBatch, result, nextRun }: Batches,
): Promise<void> =>
  withKen(world, options, async ({ run }, out) => {
    using interrupted = untilInterrupted(world, () => out.note(finishingText))
    const progress = await startProgress(world, options, { verb, noun })
    let whole = false
    try {
      do whole = await runBatch(run, progress.report)
      while (!whole && !interrupted.signal.aborted)
    } finally {
      progress.stop()
    }
    const [json, text] = result()
    out.result({ ...json, whole }, [text])
    if (whole) return
    out.note(`Run the command again to ${nextRun}.`)
    throw new CommandFailed('Interrupted.', { code: 'interrupted' })
  })

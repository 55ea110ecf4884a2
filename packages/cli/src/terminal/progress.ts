import { isAwaited } from '../process/until-interrupted.ts'
import { grouped, printable } from './output.ts'
import type { CommonOptions, World } from '../world.ts'

/**
 * Shows the progress of long work on standard error: a bar on a terminal, a line every few seconds
 * elsewhere, nothing with `--json`.
 */
export type Progress = {
  readonly isBar: boolean
  /** `done` items so far, whose rate counts from the last report of none; `share` of all work from 0 to 1, or null if unknown. */
  readonly report: (done: number, share: number | null) => void
  /** Prints a permanent line above the bar. */
  readonly say: (line: string) => void
  readonly stop: () => void
}

type Work = {
  readonly verb: string
  readonly noun: string
  /** How many items there are. If it is known, it is shown in place of the rate. */
  readonly total?: number
}

const lineEveryMilliseconds = 5_000

/** Starts to show progress. */
export async function startProgress(
  world: World,
  { json = false }: CommonOptions,
  work: Work,
): Promise<Progress> {
  const say = (line: string) => void world.stderr.write(`${printable(line)}\n`)
  if (json) return { isBar: false, report: () => {}, say, stop: () => {} }
  if (world.stderr.isTTY === true) return barProgress(world, work)

  let begun = world.elapsed()
  let next = begun + lineEveryMilliseconds
  const report = (done: number, share: number | null) => {
    const now = world.elapsed()
    if (done === 0) begun = now
    if (now < next) return
    next = now + lineEveryMilliseconds
    const percent = share === null || work.total !== undefined ? '' : ` ${Math.floor(share * 100)}%`
    say(`${work.verb}:${percent} ${countText(work, done, now - begun)}`)
  }
  return { isBar: false, report, say, stop: () => {} }
}

async function barProgress({ stderr, elapsed, process }: World, work: Work): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress')
  let begun = elapsed()
  const bars = new cliProgress.MultiBar({
    stream: stderr,
    clearOnComplete: true,
    gracefulExit: false,
    hideCursor: true,
    format: (
      options,
      { progress },
      { done, isMeasured }: { done: number; isMeasured: boolean },
    ) => {
      const count = countText(work, done, elapsed() - begun)
      if (!isMeasured) return `${work.verb}: ${count}`
      const filled = Math.round(progress * barLength)
      const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
      return `${work.verb} ${bar} ${Math.floor(progress * 100)}%  ${count}`
    },
  })
  const bar = bars.create(1, 0, { done: 0, isMeasured: false })
  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    process.off('SIGINT', interrupt).off('exit', stop)
    // Without this, lines since the last update would be lost.
    bars.update()
    bars.stop()
  }
  // The bar hides the cursor, and a command that Ctrl-C ends does not stop it; a second Ctrl-C ends any command.
  const interrupt = () => {
    if (!isAwaited(process)) stop()
  }
  process.on('SIGINT', interrupt).on('exit', stop)
  return {
    isBar: true,
    report: (done, share) => {
      if (done === 0) begun = elapsed()
      bar.update(share ?? 0, { done, isMeasured: share !== null })
    },
    say: (line) => bars.log(`${printable(line)}\n`),
    stop,
  }
}

const barLength = 30

const countText = ({ noun, total }: Work, done: number, milliseconds: number): string =>
  total === undefined
    ? `${grouped(done)} ${noun}, ${rate(done, milliseconds)}`
    : `${grouped(done)} of ${grouped(total)} ${noun}`

const rate = (done: number, milliseconds: number): string =>
  `${grouped(Math.round((done / Math.max(milliseconds, 1)) * 1_000))}/s`

import { printable } from './output.ts'
import type { CommonOptions, World } from './world.ts'

/** Shows on standard error that long work goes on: a bar on a terminal, a line now and then elsewhere, nothing with `--json`. */
export type Progress = {
  readonly isBar: boolean
  /** `done` things so far; `share` of all the work from 0 to 1, null while that is not known. */
  readonly report: (done: number, share: number | null) => void
  /** A line that stays, above the bar. */
  readonly say: (line: string) => void
  readonly stop: () => void
}

type Work = { readonly verb: string; readonly noun: string }

const lineEveryMilliseconds = 5_000

/** Begins to show work under way. */
export async function startProgress(world: World, { json = false }: CommonOptions, work: Work): Promise<Progress> {
  const say = (line: string) => void world.stderr.write(`${printable(line)}\n`)
  if (json) return { isBar: false, report: () => {}, say, stop: () => {} }
  if (world.stderr.isTTY === true) return barProgress(world, work)

  const begun = world.elapsed()
  let next = begun + lineEveryMilliseconds
  const report = (done: number) => {
    const now = world.elapsed()
    if (now < next) return
    next = now + lineEveryMilliseconds
    say(`${work.verb}: ${done} ${work.noun}, ${rate(done, now - begun)}`)
  }
  return { isBar: false, report, say, stop: () => {} }
}

async function barProgress({ stderr, elapsed }: World, { verb, noun }: Work): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress')
  const begun = elapsed()
  const bars = new cliProgress.MultiBar({
    stream: stderr,
    clearOnComplete: true,
    gracefulExit: false,
    hideCursor: true,
    format: (options, { progress }, { done, isMeasured }: { done: number; isMeasured: boolean }) => {
      const count = `${done} ${noun}, ${rate(done, elapsed() - begun)}`
      if (!isMeasured) return `${verb}: ${count}`
      const filled = Math.round(progress * barLength)
      const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
      return `${verb} ${bar} ${Math.floor(progress * 100)}%  ${count}`
    },
  })
  const bar = bars.create(1, 0, { done: 0, isMeasured: false })
  return {
    isBar: true,
    report: (done, share) => bar.update(share ?? 0, { done, isMeasured: share !== null }),
    say: (line) => bars.log(`${printable(line)}\n`),
    stop: () => {
      // Lines that were said since the last drawing would be lost.
      bars.update()
      bars.stop()
    },
  }
}

const barLength = 30

const rate = (done: number, milliseconds: number): string => `${Math.round((done / Math.max(milliseconds, 1)) * 1_000)}/s`

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { spawnKen, type RunOptions } from '../support/ken-program.ts'
import { cpuMicroseconds, endedChildrenMicroseconds, peakMegabytes } from './process-figures.ts'

/** The processes to watch, by id. */
export type Watch = () => Promise<readonly number[]>

/** What the program, `importer`, and the watched processes used: milliseconds on the processor, and the most memory. */
export type Figures = {
  readonly seconds: number
  readonly cpuMs: { readonly [name: string]: number }
  readonly peakMb: { readonly [name: string]: number }
}

const sampleMs = 20

/** Runs a command of the program that must succeed, and measures it and the watched processes meanwhile. */
export async function watchedRun(
  args: readonly string[],
  { env = {}, cwd = '.' }: RunOptions,
  watches: { readonly [name: string]: Watch },
): Promise<Figures> {
  const before = endedChildrenMicroseconds()
  const watched = Object.entries(watches).map(([name, watch]) => ({ name, watch, ...processes() }))
  for (const { watch, sample } of watched) await sample(watch)
  const started = performance.now()
  const child = spawnKen(args, env, cwd)
  child.stdin!.end()
  const errors = text(child.stderr!)
  child.stdout!.resume()
  let peakMb = 0
  const ended = once(child, 'close') as Promise<[number | null]>
  while (child.exitCode === null && child.signalCode === null) {
    peakMb = Math.max(peakMb, peakMegabytes(child.pid!))
    for (const { watch, sample } of watched) await sample(watch)
    await Promise.race([ended, setTimeout(sampleMs)])
  }
  const seconds = (performance.now() - started) / 1_000
  if ((await ended)[0] !== 0) throw new Error(`ken ${args.join(' ')} failed: ${await errors}`)
  for (const { watch, sample } of watched) await sample(watch)
  const own = (endedChildrenMicroseconds() - before) / 1_000
  return {
    seconds,
    cpuMs: { importer: own, ...Object.fromEntries(watched.map((one) => [one.name, one.cpuMs()])) },
    peakMb: {
      importer: peakMb,
      ...Object.fromEntries(watched.map((one) => [one.name, one.peakMb()])),
    },
  }
}

/** Adds up processes that come and go. */
function processes() {
  const seen = new Map<number, { first: number; last: number }>()
  let [peak, isFirst] = [0, true]
  return {
    sample: async (watch: Watch) => {
      for (const pid of await watch()) {
        const used = cpuMicroseconds(pid)
        // A process that started later counts whole.
        const known = seen.get(pid) ?? { first: isFirst ? used : 0, last: used }
        seen.set(pid, { ...known, last: Math.max(used, known.last) })
        peak = Math.max(peak, peakMegabytes(pid))
      }
      isFirst = false
    },
    cpuMs: () => [...seen.values()].reduce((sum, { first, last }) => sum + last - first, 0) / 1_000,
    peakMb: () => peak,
  }
}

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testWorld } from '../test-world.ts'
import { slowProgress } from './slow-progress.ts'

const work = { verb: 'Migrating', noun: 'migrations' }

function open(options: Parameters<typeof testWorld>[0] = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const world = testWorld(options)
  return { ...world, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000) }
}

describe('slowProgress', () => {
  it('writes a line every five seconds, also while nothing is done, and none after its end', async () => {
    const { written, pass, ...world } = open()
    const progress = slowProgress(world, {}, work)
    await pass(60)
    progress.report(0, 7)
    await pass(8)
    progress.report(3, 7)
    await pass(10)
    await progress.stop()
    await pass(60)
    expect(written.stderr).toBe(
      'Migrating: 0 of 7 migrations\nMigrating: 3 of 7 migrations\nMigrating: 3 of 7 migrations\n',
    )
  })

  it.for([{ stderrIsTerminal: true }, { stderrIsTerminal: false }])(
    'shows nothing for work of less than a second: %j',
    async (options) => {
      const { written, pass, ...world } = open(options)
      const progress = slowProgress(world, {}, work)
      progress.report(1, 7)
      await pass(0.9)
      progress.report(7, 7)
      await progress.stop()
      expect(written.stderr).toBe('')
    },
  )

  it('draws a bar on a terminal, and clears it at the end', async () => {
    const { written, pass, ...world } = open({ stderrIsTerminal: true })
    Object.assign(world.stderr, { columns: 100, rows: 30 })
    const progress = slowProgress(world, {}, work)
    progress.report(1, 2)
    await pass(2)
    await progress.stop()
    expect(written.stderr).toMatch(/Migrating █{15}░{15} 50% {2}1 of 2 migrations/)
  })
})

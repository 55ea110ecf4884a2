import { describe, expect, it } from 'vitest'
import { untilInterrupted } from '../process/until-interrupted.ts'
import { startProgress } from './progress.ts'
import { testWorld } from '../test-world.ts'

const work = { verb: 'Importing', noun: 'documents' }

describe('startProgress', () => {
  it('writes a line every five seconds without a terminal', async () => {
    const { written, ...world } = testWorld()
    let now = 0
    const progress = await startProgress({ ...world, elapsed: () => now }, {}, work)
    for (const second of [1, 4, 5, 7, 12]) {
      now = second * 1_000
      progress.report(second * 100, null)
    }
    progress.stop()
    expect(written.stderr).toBe(
      'Importing: 500 documents, 100/s\nImporting: 1,200 documents, 100/s\n',
    )
  })

  it('says the share of the work, and counts the rate from its begin', async () => {
    const { written, ...world } = testWorld()
    let now = 0
    const progress = await startProgress({ ...world, elapsed: () => now }, {}, work)
    now = 60_000
    progress.report(0, 0)
    now = 65_000
    progress.report(500, 0.25)
    expect(written.stderr).toBe(
      'Importing: 0% 0 documents, 0/s\nImporting: 25% 500 documents, 100/s\n',
    )
  })

  it('shows no progress with --json, but reports failures', async () => {
    const { written, ...world } = testWorld({ stderrIsTerminal: true })
    const progress = await startProgress(
      { ...world, elapsed: () => Date.now() },
      { json: true },
      work,
    )
    progress.report(1, 0.5)
    progress.say('a.md: no permission to read it')
    progress.stop()
    expect(written.stderr).toBe('a.md: no permission to read it\n')
  })

  it('draws a bar with share, count and rate on a terminal, keeps messages and clears the bar at the end', async () => {
    const { written, ...world } = testWorld({ stderrIsTerminal: true })
    // Properties of a terminal that a stream lacks.
    Object.assign(world.stderr, { columns: 100, rows: 30 })
    let now = 0
    const progress = await startProgress({ ...world, elapsed: () => now }, {}, work)
    now = 2_000
    progress.report(100, 0.5)
    progress.say('a.md: no permission to read it')
    progress.stop()
    expect(written.stderr).toContain('a.md: no permission to read it\n')
    expect(written.stderr).toMatch(/Importing █{15}░{15} 50% {2}100 documents, 50\/s/)
  })

  it.each([
    { event: 'SIGINT', how: 'Ctrl-C ends the command' },
    { event: 'exit', how: 'the program ends' },
  ])('clears the bar and shows the cursor once $how', async ({ event }) => {
    const { written, ...world } = testWorld({ stderrIsTerminal: true })
    Object.assign(world.stderr, { columns: 100, rows: 30 })
    const progress = await startProgress({ ...world, elapsed: () => 0 }, {}, work)
    const counts = () => [hidden, shown].map((code) => written.stderr.split(code).length - 1)
    {
      using _ = untilInterrupted(world, () => {})
      world.process.emit('SIGINT')
      expect(counts(), 'a command that finishes its batch').toEqual([1, 0])
    }
    world.process.emit(event)
    expect(counts()).toEqual([1, 1])
    progress.stop()
    expect(counts()).toEqual([1, 1])
    expect(world.process.eventNames()).toEqual([])
  })
})

const [hidden, shown] = ['\u001B[?25l', '\u001B[?25h']

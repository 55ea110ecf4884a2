import type { Run } from '@ken/composition'
import { importDocuments, operator } from '@ken/core'
import { aDocument, memoryPorts } from '@ken/core/testing'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionTo, testWorld, type TestWorld } from '../test-world.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ken-prune-'))
  await writeFile(join(folder, 'kept.md'), '# Kept\n\nWords.')
})
afterAll(() => rm(folder, { recursive: true }))

const stored = 1_100

/** A prune of 1,100 documents. When the first part of them is removed, `onPart` runs. */
async function pruneWith(
  onPart: (world: TestWorld) => void,
  { stderrIsTerminal = false, isAtServer = false } = {},
) {
  const ports = memoryPorts()
  const left = () => ports.database.tables.documents.size
  for (let first = 0; first < stored; first += 100)
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await importDocuments(ports, {
      actor: operator,
      documents: Array.from({ length: 100 }, (_, position) =>
        aDocument({ externalId: `gone-${first + position}` }),
      ),
    })
  let isReached = false
  const world: TestWorld = testWorld({
    stderrIsTerminal,
    connect: async () => {
      const connection = connectionTo({
        ...ports,
        transact: (work) => {
          if (!isReached && left() < stored) {
            isReached = true
            onPart(world)
          }
          return ports.transact(work)
        },
      })
      // A running server gets a copy of each command.
      const run: Run = (useCase, command) => connection.run(useCase, structuredClone(command))
      return isAtServer ? { ...connection, run, own: null } : connection
    },
  })
  const prune = (...more: readonly string[]) =>
    world.ken('import', folder, '--source=wiki', '--allow=everyone', '--prune-all', ...more)
  return { prune, left, world }
}

describe('ken import --prune', () => {
  it('counts what was removed before a failure, and does not say that it was whole', async () => {
    const { prune, left } = await pruneWith(() => {
      throw new Error('The database has gone.')
    })
    const { exitCode, stdout } = await prune('--json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ created: 1, removed: 500, whole: false })
    expect(left()).toBe(601)
    const { stdout: rest } = await prune()
    expect([rest, left()]).toEqual([expect.stringContaining('600 removed'), 1])
  })

  it('shows on a terminal how many are removed, and leaves the cursor visible', async () => {
    const { prune, world } = await pruneWith(() => {}, { stderrIsTerminal: true })
    const { exitCode, stderr } = await prune()
    expect([exitCode, world.process.listenerCount('exit')]).toEqual([0, 0])
    expect(stderr).toMatch(/Removing █{30} 100% {2}1,100 documents/)
    expect(stderr.lastIndexOf('\u001B[?25h')).toBeGreaterThan(stderr.lastIndexOf('Removing'))
  })

  it('counts what a running server removed', async () => {
    const { prune, left } = await pruneWith(() => {}, { isAtServer: true })
    expect(await prune()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('1,100 removed'),
    })
    expect(left()).toBe(1)
  })

  it('ends at Ctrl-C after the part that is being removed', async () => {
    const { prune, left } = await pruneWith(({ process }) => void process.emit('SIGINT'))
    const { exitCode, stdout, stderr } = await prune()
    expect([exitCode, left()]).toEqual([130, 101])
    expect(stdout).toMatch(/ before it ended early: 1 created, .*, 1,000 removed\.\n$/)
    expect(stderr).toContain('Run the command again to continue.')
  })
})

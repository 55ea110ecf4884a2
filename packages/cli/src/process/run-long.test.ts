import { recordingLog } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { openServer } from '@ken/postgres'
import { freshDatabase } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { loggedMigrations } from '../terminal/migration-progress.ts'
import { testConfig, testWorld } from '../test-world.ts'
import { runLong } from './run-long.ts'

it('ends at once on Ctrl-C while it waits for the migration of another process', async () => {
  const { url, close } = await freshDatabase()
  const log = recordingLog()
  const other = await openServer({ url, poolMax: 1, log })
  onTestFinished(async () => {
    await other.close()
    await close()
  })
  const world = testWorld()
  const events = () => log.lines.map(({ event }) => event)
  await other.withoutTimeout.transaction().execute(async (transaction) => {
    await transaction
      .selectNoFrom((of) =>
        of
          .fn('pg_advisory_xact_lock', [
            of.fn('hashtextextended', [of.val('ken:migrations:public'), of.val(0)]),
          ])
          .as('held'),
      )
      .execute()
    const run = runLong(world, {
      config: { ...testConfig, databaseUrl: url, secrets: generateSecrets() },
      log,
      role: 'worker',
      migrations: loggedMigrations(log),
      work: () => expect.unreachable('started'),
      stopping: () => log.info('stopping'),
    })
    await expect.poll(events).toEqual(['database.migration_awaited'])
    world.process.emit('SIGINT')
    await run
  })
  expect(events()).toEqual(['database.migration_awaited', 'stopping'])
  expect(world.process.eventNames()).toEqual([])
})

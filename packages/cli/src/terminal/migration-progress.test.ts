import { recordingLog } from '@ken/core/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { testWorld } from '../test-world.ts'
import { loggedMigrations, shownMigrations } from './migration-progress.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  })
  return () => void vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
const note = 'Waiting for another process that migrates the database.\n'

it('tells people once that another process migrates, also with --json', async () => {
  for (const options of [{}, { json: true }]) {
    const world = testWorld()
    const migrations = shownMigrations(world, options)
    migrations.waiting()
    await pass(60)
    await migrations.stop()
    expect(world.written).toEqual({ stdout: '', stderr: note })
  }
})

it('tells people at once that a database is created', () => {
  const world = testWorld()
  shownMigrations(world, {}).creating?.()
  expect(world.written).toEqual({ stdout: '', stderr: 'Creating the embedded database.\n' })
})

it('tells people nothing about a short wait', async () => {
  const world = testWorld()
  const migrations = shownMigrations(world, {})
  migrations.waiting()
  await pass(0.9)
  migrations.migrating(0, 0)
  await pass(60)
  await migrations.stop()
  expect(world.written).toEqual({ stdout: '', stderr: '' })
})

it('logs the wait, the progress every five seconds, and the end', async () => {
  const log = recordingLog()
  const migrations = loggedMigrations(log)
  migrations.waiting()
  migrations.migrating(0, 2)
  await pass(6)
  migrations.migrating(1, 2)
  await pass(5)
  migrations.migrating(2, 2)
  // The rest of the start may take longer.
  await pass(60)
  await migrations.stop()
  expect(log.lines.map(({ event, fields }) => [event, fields])).toEqual([
    ['database.migration_awaited', {}],
    ['database.migrating', { done: 0, total: 2 }],
    ['database.migrating', { done: 1, total: 2 }],
    ['database.migrated', { migrations: 2 }],
  ])
})

it('logs no migration if another process has run them all', async () => {
  const log = recordingLog()
  const migrations = loggedMigrations(log)
  migrations.waiting()
  migrations.migrating(0, 0)
  await pass(60)
  await migrations.stop()
  expect(log.lines.map(({ event }) => event)).toEqual(['database.migration_awaited'])
})

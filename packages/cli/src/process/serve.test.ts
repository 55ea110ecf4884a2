import { importDocuments, operator } from '@ken/core'
import { aDocument, recordingLog } from '@ken/core/testing'
import { generateSecrets } from '@ken/crypto'
import { migratedDirectory } from '@ken/postgres/testing'
import { embedderDouble } from '@ken/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testConfig, testWorld } from '../test-world.ts'
import { loggedMigrations } from '../terminal/migration-progress.ts'
import { serve } from './serve.ts'

it('embeds passages also without a worker in the process, until it is stopped', async () => {
  using home = await migratedDirectory()
  const { url, close } = await embedderDouble()
  onTestFinished(close)
  const log = recordingLog()
  const isEmbedded = () => log.lines.some(({ event }) => event === 'embedding.done')
  const world = testWorld()
  const stop = () => void world.process.emit('SIGTERM')
  await serve(world, {
    config: {
      ...testConfig,
      dataDirectory: home.path,
      databaseUrl: null,
      secrets: generateSecrets(),
      embedder: { url, model: 'double', key: null, budgetMs: 800 },
    },
    log,
    roles: [],
    migrations: loggedMigrations(log),
    prepare: async ({ ports }) =>
      void (await importDocuments(ports, { actor: operator, documents: [aDocument({})] })),
    ready: async () => void vi.waitUntil(isEmbedded, { timeout: 30_000 }).then(stop, stop),
    stopping: () => {},
  })
  expect(log.lines).toContainEqual({
    level: 'info',
    event: 'embedding.done',
    fields: { passages: 1 },
  })
})

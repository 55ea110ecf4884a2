import { importDocuments, operator } from '@ken/core'
import { aDocument } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

async function withDocuments(count: number) {
  const world = testWorld()
  await importDocuments(world.ports, {
    actor: operator,
    documents: Array.from({ length: count }, (_, number) => aDocument({ externalId: `${number}` })),
  })
  return world
}

it('ken database reindex analyzes all documents again, and says how many', async () => {
  const { ken } = await withDocuments(60)
  expect(await ken('database', 'reindex')).toMatchObject({
    exitCode: 0,
    stdout: 'Analyzed 60 documents again.\n',
  })
  const { stdout } = await ken('database', 'reindex', '--json')
  expect(JSON.parse(stdout)).toEqual({ documents: 60, whole: true })
})

it('ken database reindex stops after the current batch on Ctrl-C, and continues when it runs again', async () => {
  const world = await withDocuments(120)
  const { searchIndex } = world.ports
  const interrupting = testWorld({
    ports: {
      ...world.ports,
      searchIndex: {
        ...searchIndex,
        reindex: (limit) => {
          interrupting.process.emit('SIGINT')
          return searchIndex.reindex(limit)
        },
      },
    },
  })
  const { exitCode, stdout, stderr } = await interrupting.ken('database', 'reindex')
  expect([exitCode, stdout]).toEqual([130, 'Analyzed 50 documents again.\n'])
  expect(stderr).toContain('Run the command again to continue.')
  expect(await searchIndex.indexProgress()).toMatchObject({ reindexed: 50 })
  expect((await world.ken('database', 'reindex')).stdout).toBe('Analyzed 120 documents again.\n')
})

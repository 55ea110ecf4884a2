import { embedPending, importDocuments, operator } from '@ken/core'
import { aDocument, memoryEmbedder } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

async function withVectors(count: number) {
  const world = testWorld()
  const ports = { ...world.ports, embedder: memoryEmbedder() }
  for (let start = 0; start < count; start += 500)
    await importDocuments(ports, {
      actor: operator,
      documents: Array.from({ length: 500 }, (_, number) =>
        aDocument({ externalId: `${start + number}` }),
      ),
    })
  await embedPending(ports)
  return ports
}

it('ken database reembed deletes all vectors, says how many, and that they are made again', async () => {
  const ports = await withVectors(1_500)
  const { ken } = testWorld({ ports })
  expect(await ken('database', 'reembed')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Deleted 1,?500 vectors\. A running Ken embeds/),
  })
  expect(await embedPending(ports)).toEqual({ embedded: 1_500, refused: 0 })
  const { stdout } = await ken('database', 'reembed', '--json')
  expect(JSON.parse(stdout)).toEqual({ vectors: 1_500, whole: true })
})

it('ken database reembed stops after the current batch on Ctrl-C', async () => {
  const ports = await withVectors(1_500)
  const { searchIndex } = ports
  const world = testWorld({
    ports: {
      ...ports,
      searchIndex: {
        ...searchIndex,
        deleteVectors: (...call) => {
          world.process.emit('SIGINT')
          return searchIndex.deleteVectors(...call)
        },
      },
    },
  })
  const { exitCode, stdout, stderr } = await world.ken('database', 'reembed')
  expect([exitCode, stdout]).toEqual([130, expect.stringMatching(/^Deleted 1,?000 vectors\./)])
  expect(stderr).toContain('Run the command again to delete the rest.')
})

it('ken database reembed says that there are no vectors', async () => {
  const { ken } = testWorld({ ports: { ...testWorld().ports, embedder: memoryEmbedder() } })
  expect(await ken('database', 'reembed')).toMatchObject({
    exitCode: 0,
    stdout: 'The configured embedder has no vectors.\n',
  })
})

it('ken database reembed fails without an embedder', async () => {
  const { exitCode, stderr } = await testWorld().ken('database', 'reembed')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('No embedder is set')])
})

import { expect, it } from 'vitest'
import { pairsOf } from './pairs-of.ts'
import type { CopiedTable } from './tables-of.ts'

const table = (key: string, ...columns: string[]): CopiedTable => ({
  key,
  schema: key.split('.')[0]!,
  name: key.split('.')[1]!,
  columns: columns.map((name) => ({ name, isText: true })),
  ownReferences: [],
  numbered: null,
  hasTriggers: false,
})
const users = table('ken.users', 'id', 'email')

it('leaves out what each database has of its own, and keeps the order of the target', () => {
  const source = [table('ken.ken_migrations', 'name'), users, table('ken.groups', 'slug')]
  const target = source.toReversed()
  const { pairs } = pairsOf([...source, table('queue.version', 'version')], target, [
    'queue.version',
  ])
  expect(pairs.map(({ to }) => to.name)).toEqual(['groups', 'users'])
})

it('refuses a target that lacks a table or a column, whose rows would be lost', () => {
  expect(() => pairsOf([users], [], [])).toThrow('no table users')
  expect(() => pairsOf([users], [table('ken.users', 'id')], [])).toThrow('has other columns')
})

it('leaves vectors to a target that can store none', () => {
  const vectors = table('ken.chunk_embeddings', 'embedding')
  expect(pairsOf([users, vectors], [users], [])).toMatchObject({
    pairs: [{ from: users }],
    vectorsLeft: vectors,
  })
})

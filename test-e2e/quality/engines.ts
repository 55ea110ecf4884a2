import {
  importDocuments,
  operator,
  parseSynonyms,
  search,
  withStandardSynonyms,
  withSynonyms,
} from '@ken/core'
import type { AccountId, Ports, Principal } from '@ken/core/ports'
import { memoryDatabase, memoryPorts, memorySearchIndex, newId, testClock } from '@ken/core/testing'
import { migrate, openServer, postgresPorts } from '@ken/postgres'
import { freshSchema } from '@ken/testing'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from './collection.ts'

/** The external ids that a person who sees what everyone sees finds, best first. */
export type Engine = {
  readonly find: (query: string) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

const userId = newId() as AccountId
const everyone = 'everyone' as Principal
const depth = 10

/** BM25 of the same words under the same permissions, without the second stage. */
const bm25 = async (): Promise<Engine> => {
  const database = memoryDatabase(testClock())
  const searchIndex = memorySearchIndex(database, { isReranked: false })
  return { find: await filled(memoryPorts({ database, searchIndex })), close: async () => {} }
}

/** With the abbreviations that Ken knows by itself. */
const standard = async (): Promise<Engine> => {
  const { find, close } = await memory()
  const sets = withStandardSynonyms(null)
  return { find: (query) => find(withSynonyms(query, sets)), close }
}

/** With the synonyms that an organization would write. */
const synonyms = async (): Promise<Engine> => {
  const { find, close } = await memory()
  const own = parseSynonyms(readFileSync(join(import.meta.dirname, 'synonyms.txt'), 'utf8'))
  if (own === null) throw new Error('synonyms.txt is invalid')
  const sets = withStandardSynonyms(own)
  return { find: (query) => find(withSynonyms(query, sets)), close }
}

const memory = async (): Promise<Engine> => {
  const ports = memoryPorts()
  return { find: await filled(ports), close: async () => {} }
}

const postgres = async (): Promise<Engine> => {
  const schema = await freshSchema()
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const database = await openServer({ url: schema.url, poolMax: 2, log: silent })
  await migrate(database.withoutTimeout)
  const ports = postgresPorts(database, () => ({
    enqueue: async () => {},
    retryDead: async () => [],
    dropWaiting: async () => ({ dropped: [], kept: [] }),
  }))
  return {
    find: await filled({ ...memoryPorts(), ...ports }),
    close: async () => {
      await database.close()
      await schema.close()
    },
  }
}

async function filled(ports: Ports): Promise<Engine['find']> {
  await importDocuments(ports, {
    actor: operator,
    documents: pages.map((page) => ({
      ...page,
      url: `https://handbook.example/${page.externalId}`,
      updatedAt: null,
    })),
  })
  return async (query) => {
    const visibility = { principals: [everyone], sources: null }
    const found = await search(ports, { userId, visibility, query, limit: depth })
    if (!found.ok) throw new Error(`the query ${query} is invalid`)
    return found.value.results.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
  }
}

export const engines = { bm25, memory, standard, synonyms, postgres }

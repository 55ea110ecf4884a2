import { importDocuments, operator, parseSynonyms, search } from '@ken/core'
import type { AccountId, Principal } from '@ken/core/ports'
import { memoryPorts, newId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { searchWithSynonyms } from './search-with-synonyms.ts'

it('finds documents that mean the same, with the permissions of the person', async () => {
  const ports = memoryPorts()
  const page = { source: 'wiki', url: null, body: 'Ask a team lead.', updatedAt: null }
  await importDocuments(ports, {
    actor: operator,
    documents: [
      { ...page, externalId: 'a', title: 'Vacation', allowed: ['everyone'] },
      { ...page, externalId: 'b', title: 'Vacation of the board', allowed: ['group:board'] },
    ],
  })
  const titlesOf = async (text: string, synonyms: string | null) => {
    const found = await search(
      {
        ...ports,
        searchIndex: searchWithSynonyms(
          ports.searchIndex,
          synonyms === null ? null : parseSynonyms(synonyms),
        ),
      },
      {
        userId: newId() as AccountId,
        visibility: { principals: ['everyone' as Principal], sources: null },
        query: text,
      },
    )
    return found.ok ? found.value.results.map(({ title }) => title) : found.error
  }
  expect(await titlesOf('holidays', null)).toEqual([])
  expect(await titlesOf('holidays', 'holiday, vacation')).toEqual(['Vacation'])
  expect(await titlesOf('vacation', 'holiday, vacation')).toEqual(['Vacation'])
})

import { describe, expect } from 'vitest'
import { parseSource, type DocumentId } from '../../../model/knowledge/document.ts'
import type { DocumentReader } from '../../../ports/knowledge/document-reader.ts'
import type { Visibility } from '../../../ports/knowledge/search-index.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aDate, newId } from '../../builders/builders.ts'
import { all, indexAll, visibleTo, type Indexable } from '../../builders/search-world.ts'
import { committed, concurrently, testIn, type Closable } from '../contract-suite.ts'
import { removeAllBut } from '../stores/knowledge/remove-all-but.ts'

const numbered = (number: number) => ({
  externalId: 'a',
  source: 'wiki',
  title: `Version ${number}`,
  body: `Text ${number}`,
})

const within = (view: Visibility, ...sources: readonly string[]): Visibility => ({
  ...view,
  sources: sources.map((source) => parseSource(source)!),
})

type World = Closable & {
  readonly documentReader: DocumentReader
  readonly transact: Transact
}

/** What every `DocumentReader` must do. `open` returns a fresh, empty world for each test. */
export function documentReaderContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`DocumentReader contract: ${name}`, () => {
    test('returns a visible document as it was stored', async ({ documentReader, transact }) => {
      const page = { title: 'Page', source: 'wiki', body: '# One\n\n🙂 two\n', updatedAt: aDate }
      const [id, withoutUrl] = await indexAll(transact, [
        { ...page, url: 'https://wiki.example.com/a' },
        { ...page, url: null, body: '', updatedAt: null },
      ])
      expect(await documentReader.findVisible(id!, all)).toEqual({
        id,
        ...page,
        url: 'https://wiki.example.com/a',
        version: expect.stringMatching(/^.{1,64}$/),
      })
      expect(await documentReader.findVisible(withoutUrl!, all)).toEqual({
        id: withoutUrl,
        ...page,
        body: '',
        updatedAt: null,
        url: `urn:uuid:${withoutUrl}`,
        version: expect.any(String),
      })
    })

    test('R7 returns a document only to people with one of its principals, and from their sources', async ({
      documentReader,
      transact,
    }) => {
      const [id] = await indexAll(transact, [
        { source: 'wiki', allowed: ['group:it', 'role:Owner'] },
      ])
      const it = visibleTo('everyone', 'group:it')
      const found = [it, visibleTo('role:Owner'), within(it, 'ticket', 'wiki')]
      const hidden = [all, visibleTo(), visibleTo('group:i'), within(it, 'ticket'), within(it)]
      const isFound = async (view: Visibility) =>
        (await documentReader.findVisible(id!, view)) !== null
      expect(await Promise.all(found.map(isFound))).toEqual(found.map(() => true))
      expect(await Promise.all(hidden.map(isFound))).toEqual(hidden.map(() => false))
    })

    test('returns null for a document that does not exist or was removed', async ({
      documentReader,
      transact,
    }) => {
      const [id] = await indexAll(transact, [{ source: 'wiki' }])
      await committed(transact, removeAllBut(parseSource('wiki')!, []))
      for (const missing of [id!, newId() as DocumentId])
        expect(await documentReader.findVisible(missing, all)).toBeNull()
    })

    test('R6 applies a changed access-control list to the next call', async ({
      documentReader,
      transact,
    }) => {
      const page = { externalId: 'a', source: 'wiki', title: 'Salaries', body: 'Who earns what.' }
      const [id] = await indexAll(transact, [page])
      expect(await documentReader.findVisible(id!, all)).not.toBeNull()
      await indexAll(transact, [{ ...page, allowed: ['group:hr'] }])
      expect(await documentReader.findVisible(id!, all)).toBeNull()
    })

    test('changes the version with everything that readers see, and not with the permissions', async ({
      documentReader,
      transact,
    }) => {
      const page = { ...numbered(0), updatedAt: aDate, url: 'https://wiki.example.com/a' }
      const versionAfter = async (changed: Indexable) => {
        const [id] = await indexAll(transact, [{ ...page, ...changed }])
        return (await documentReader.findVisible(id!, all))!.version
      }
      const first = await versionAfter({})
      expect(await versionAfter({ allowed: ['everyone', 'group:hr'] })).toBe(first)
      const versions = [first]
      for (const changed of [{ title: 'B' }, { url: null }, { body: 'B' }, { updatedAt: null }])
        versions.push(await versionAfter(changed))
      expect(new Set(versions).size).toBe(versions.length)
      expect(await versionAfter({})).toBe(first)
    })

    test('returns one version while a document is replaced', async ({
      documentReader,
      transact,
    }) => {
      const [id] = await indexAll(transact, [numbered(0)])
      const [read] = await Promise.all([
        concurrently(20, () => documentReader.findVisible(id!, all)),
        concurrently(10, (number) => indexAll(transact, [numbered(number)])),
      ])
      expect(read.map((document) => document?.title.replace('Version', 'Text'))).toEqual(
        read.map((document) => document?.body),
      )
    })
  })
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles, type Role } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import type { ExternalId, IdentitySource } from '../model/identities/identity.ts'
import { authenticateKey, type AuthenticateKey } from '../keys/authentication/authenticate-key.ts'
import { ok } from '../model/result.ts'
import {
  aDocument,
  aGroup,
  aKey,
  anAccount,
  anIdentity,
  anOrigin,
  aServiceKey,
  memoryEmbedder,
  memoryPorts,
  newId,
  type MemoryPorts,
} from '../testing/index.ts'
import type { DocumentId, Source } from '../model/knowledge/document.ts'
import { embedPending } from './indexing/embed-pending.ts'
import { importDocuments } from './imports/import-documents.ts'
import { search } from './search.ts'

const groups = ['it', 'hr']
const sources = ['wiki', 'ticket']
const words = ['alpha', 'beta', 'gamma']
const people = [anAccount(), anAccount(), anAccount()]
const principals = [
  'everyone',
  ...roles.map((role) => `role:${role}`),
  ...groups.map((slug) => `group:${slug}`),
  ...people.map(({ id }) => `user:${id}`),
]

/** A person who searches with their own key or through a service key. */
type Person = {
  readonly role: Role
  readonly memberOf: readonly string[]
  readonly keySources: readonly string[] | null
  readonly keyKind: 'personal' | 'service'
}
type Page = {
  readonly allowed: readonly string[]
  readonly source: string
  readonly words: readonly string[]
  readonly updatedAt: Date | null
}

const persons: fc.Arbitrary<Person> = fc.record({
  role: fc.constantFrom(...roles),
  memberOf: fc.subarray(groups),
  keySources: fc.option(fc.subarray(sources, { minLength: 1 })),
  keyKind: fc.constantFrom('personal', 'service'),
})
const pages: fc.Arbitrary<Page> = fc.record({
  allowed: fc.subarray(principals, { minLength: 1, maxLength: 3 }),
  source: fc.constantFrom(...sources),
  words: fc.subarray(words),
  updatedAt: fc.option(
    fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    }),
  ),
})
const worlds = fc.record({
  persons: fc.array(persons, { minLength: people.length, maxLength: people.length }),
  pages: fc.array(pages, { maxLength: 10 }),
  query: fc.subarray(words, { minLength: 1 }),
  /** The sources that the request names. */
  named: fc.option(fc.subarray([...sources, 'nowhere'], { minLength: 1 }), { nil: undefined }),
  embedder: fc.constantFrom('none', 'available', 'unavailable'),
})

type SearchedWorld = {
  readonly pages: readonly Page[]
  readonly query: readonly string[]
  readonly named: readonly string[] | undefined
  readonly embedder: string
}

/** The oracle: the pages that a person may see, and those of them that match a query. */
function expectedOf(person: Person, position: number, world: SearchedWorld) {
  const isNamed = (principal: string) => {
    const [kind, name] = principal.split(':')
    if (kind === 'role') return name === person.role
    if (kind === 'group') return person.memberOf.includes(name!)
    if (kind === 'user') return name === people[position]!.id
    return true
  }
  const visible = world.pages.filter(
    ({ allowed, source }) =>
      allowed.some(isNamed) && (person.keySources === null || person.keySources.includes(source)),
  )
  // Semantic search returns every page.
  const found = visible.filter(
    (page) =>
      (world.named?.includes(page.source) ?? true) &&
      (world.embedder === 'available' || page.words.some((word) => world.query.includes(word))),
  )
  return { visible, found }
}

/** Stores these people and pages. A page has the same id in every world. */
async function build(
  presentPages: readonly Page[],
  owners: readonly Person[],
  ids: ReadonlyMap<Page, DocumentId>,
) {
  const ports = memoryPorts({ embedder: memoryEmbedder() })
  const keys = people.map(() => ports.apiKeys.newApiKey())
  await ports.transact(async (stores) => {
    for (const slug of groups) await stores.groups.insert(aGroup(slug))
    for (const [position, { role, memberOf, keySources, keyKind }] of owners.entries()) {
      const account = { ...people[position]!, role }
      await stores.accounts.insert(account)
      for (const slug of memberOf) await stores.groups.addMember(aGroup(slug).slug, account.id)
      const narrowing = { sources: keySources as Source[] | null }
      const key = keyKind === 'personal' ? aKey(account, narrowing) : aServiceKey(narrowing)
      await stores.keys.insert(key, keys[position]!.digest)
      await stores.identities.insert(
        anIdentity(account, { externalId: externalIdOf(position), source: surfaceSource }),
      )
    }
    return ok(null)
  })
  for (const page of presentPages) await put(ports, page, ids.get(page)!)
  await embedPending(ports)
  const requests = owners.map(({ keyKind }, position) => ({
    presented: keys[position]!.plain,
    ...(keyKind === 'service' && { onBehalfOf: externalIdOf(position) }),
  }))
  return { ports, requests }
}

const surfaceSource = 'bot_gateway' as IdentitySource
const externalIdOf = (position: number) => `U${position}` as ExternalId

const put = (ports: MemoryPorts, { words: body, ...rights }: Page, id: DocumentId) =>
  importDocuments(
    { ...ports, ids: { newId: () => id } },
    {
      actor: operator,
      documents: [aDocument({ ...rights, externalId: id, title: 'Page', body: body.join(' ') })],
    },
  )

/** Searches with a key. */
async function searchWith(
  ports: MemoryPorts,
  requests: Pick<AuthenticateKey, 'presented' | 'onBehalfOf'>,
  { query, named, embedder }: Omit<SearchedWorld, 'pages'>,
) {
  const authenticated = await authenticateKey(ports, { ...requests, origin: anOrigin })
  if (!authenticated.ok) throw new Error(authenticated.error.code)
  const model = memoryEmbedder()
  model.setUnavailable(embedder === 'unavailable')
  const { actor, visibility } = authenticated.value
  const searched = await search(
    { ...ports, embedder: embedder === 'none' ? null : model },
    { userId: actor.userId, visibility, query: query.join(' '), limit: 50, sources: named },
  )
  if (!searched.ok) throw new Error(searched.error.code)
  return searched.value
}

const idsOf = (presentPages: readonly Page[]) =>
  new Map(presentPages.map((page) => [page, newId() as DocumentId]))

describe('search with the permissions of a key', () => {
  it('R7 returns exactly what the person may see, as if nothing else existed, even when degraded and with interleaved keys', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.nat(people.length - 1), async (world, compared) => {
        const ids = idsOf(world.pages)
        const { ports, requests } = await build(world.pages, world.persons, ids)
        const outcomes = await Promise.all(
          requests.map((request) => searchWith(ports, request, world)),
        )
        for (const [position, person] of world.persons.entries()) {
          const { visible, found } = expectedOf(person, position, world)
          const { results, degraded } = outcomes[position]!
          expect(results.map(({ documentId }) => documentId).toSorted()).toEqual(
            found.map((page) => ids.get(page)!).toSorted(),
          )
          for (const result of results) {
            const page = found.find((candidate) => ids.get(candidate) === result.documentId)!
            expect(result.updatedAt).toEqual(page.updatedAt)
            const marked = result.marks.map(({ start, end }) => result.snippet.slice(start, end))
            expect(marked).toEqual(page.words.filter((word) => world.query.includes(word)))
          }
          expect(degraded).toBe(world.embedder === 'unavailable')

          if (position !== compared) continue
          const alone = await build(visible, world.persons, ids)
          const outcomeAlone = await searchWith(alone.ports, alone.requests[position]!, world)
          expect(JSON.stringify(outcomes[position])).toBe(JSON.stringify(outcomeAlone))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('R6 applies a changed role, group and access-control list to the next search with the same key', async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        persons,
        fc.subarray(principals, { minLength: 1 }),
        async (world, changed, allowed) => {
          const { ports, requests } = await build(world.pages, world.persons, idsOf(world.pages))
          await searchWith(ports, requests[0]!, world)

          const { accounts, documents, groups: members } = ports.database.tables
          const { keySources, keyKind } = world.persons[0]!
          const person = { ...changed, keySources, keyKind }
          accounts.set(people[0]!.id, { ...people[0]!, role: person.role })
          for (const [slug, row] of members) {
            const others = [...row.members].filter((id) => id !== people[0]!.id)
            members.set(slug, {
              ...row,
              members: new Set(
                person.memberOf.includes(slug) ? [...others, people[0]!.id] : others,
              ),
            })
          }
          const changedPages = world.pages.map((page, position) =>
            position === 0 ? { ...page, allowed } : page,
          )
          const documentIds = [...documents.keys()]
          if (changedPages[0] !== undefined) await put(ports, changedPages[0], documentIds[0]!)
          await embedPending(ports)

          const { results } = await searchWith(ports, requests[0]!, world)
          const { found } = expectedOf(person, 0, { ...world, pages: changedPages })
          const expected = found.map((page) => documentIds[changedPages.indexOf(page)]!)
          expect(results.map(({ documentId }) => documentId).toSorted()).toEqual(
            expected.toSorted(),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

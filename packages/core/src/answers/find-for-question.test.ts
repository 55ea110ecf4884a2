import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { SearchTimeout } from '../ports/platform/unavailable.ts'
import { all, indexAll, titlesOf } from '../testing/builders/search-world.ts'
import { memoryPorts, newId, valueOf, type MemoryPorts } from '../testing/index.ts'
import { err } from '../model/result.ts'
import { findForQuestion } from './find-for-question.ts'

it('searches a follow-up together with the question before it, within the named sources', async () => {
  const ports = memoryPorts()
  await indexAll(ports.transact, [
    { externalId: '1', title: 'Annual leave', body: 'Thirty days.' },
    { externalId: '2', title: 'Leave', source: 'ticket', body: 'Refused.' },
  ])
  const asked = { userId: newId() as AccountId, visibility: all, question: 'And later?' }
  const before = { role: 'person', text: 'How much leave?', basedOn: [] } as const
  const titles = async (more: object) =>
    titlesOf(
      valueOf(await findForQuestion(ports, { ...asked, earlier: [before], ...more })).results,
    )
  expect(await titles({ earlier: [] })).toEqual([])
  expect((await titles({})).toSorted()).toEqual(['Annual leave', 'Leave'])
  expect(await titles({ sources: ['ticket'] })).toEqual(['Leave'])
  const isFollowUp = async (question: string) =>
    valueOf(await findForQuestion(ports, { ...asked, question, earlier: [before] })).isFollowUp
  expect(await isFollowUp('And later?')).toBe(true)
  expect(await isFollowUp('Leave?')).toBe(false)
})

/** Knows one document, which the word Budget finds. */
async function aWorld() {
  const ports = memoryPorts()
  await indexAll(ports.transact, [{ externalId: '1', title: 'Budget', body: 'Ten days.' }])
  return ports
}

/** The same ports, in which the searches for these texts time out. */
function timingOut(ports: MemoryPorts, isLate: (query: string) => boolean): MemoryPorts {
  const searchText: MemoryPorts['searchIndex']['searchText'] = (query, ...rest) =>
    isLate(query)
      ? Promise.reject(new SearchTimeout(5_000))
      : ports.searchIndex.searchText(query, ...rest)
  return { ...ports, searchIndex: { ...ports.searchIndex, searchText } }
}

describe('a follow-up whose search together with the question before it fails', () => {
  const before = { role: 'person', text: 'How much leave?', basedOn: [] } as const
  const asked = { userId: newId() as AccountId, visibility: all, earlier: [before] }

  const failure = { ok: false, error: { code: 'search.timed_out' } }
  const isTogether = (query: string) => query.includes(before.text)

  it('has the results of its own search after a timeout', async () => {
    const ports = timingOut(await aWorld(), isTogether)
    const found = valueOf(await findForQuestion(ports, { ...asked, question: 'Budget?' }))
    expect(titlesOf(found.results)).toEqual(['Budget'])
  })

  it('has the results of its own search when the limit of the person refuses the other', async () => {
    const ports = await aWorld()
    let searches = 0
    const run: MemoryPorts['searchLimiter']['run'] = async (userId, work) => {
      searches += 1
      return searches === 2
        ? err({ code: 'search.too_many', runningMax: 1, retryAfterSeconds: 1 })
        : ports.searchLimiter.run(userId, work)
    }
    const found = await findForQuestion(
      { ...ports, searchLimiter: { run } },
      { ...asked, question: 'Budget?' },
    )
    expect(titlesOf(valueOf(found).results)).toEqual(['Budget'])
  })

  it('fails without results of its own, so that it is not said that there are none', async () => {
    const ports = timingOut(await aWorld(), isTogether)
    expect(await findForQuestion(ports, { ...asked, question: 'And later?' })).toMatchObject(
      failure,
    )
  })

  it('fails if its own search fails', async () => {
    const ports = timingOut(await aWorld(), (query) => !isTogether(query))
    expect(await findForQuestion(ports, { ...asked, question: 'Budget?' })).toMatchObject(failure)
  })
})

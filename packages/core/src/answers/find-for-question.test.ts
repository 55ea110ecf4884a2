import { expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { all, indexAll, titlesOf } from '../testing/builders/search-world.ts'
import { memoryPorts, newId, valueOf } from '../testing/index.ts'
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
})

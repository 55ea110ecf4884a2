import { ask, type AnswerReader, type Ask } from '../../answers/ask.ts'
import type { SearchAnswer } from '../../model/knowledge/search-result.ts'
import { memoryAnswerModel } from '../memory/knowledge/memory-answer-model.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import { aPersonIn } from './people.ts'
import { all, indexAll } from './search-world.ts'

/** The documents that a question is asked about. */
export const askedDocuments = [
  { externalId: 'leave', title: 'Annual leave', body: 'Everybody has thirty days of leave.' },
  {
    externalId: 'salary',
    title: 'Salaries of the board',
    body: 'The board earns leave and millions.',
    allowed: ['role:Owner'],
  },
  { externalId: 'ticket', source: 'ticket', title: 'Ticket', body: 'Leave was refused.' },
]

/** A person who asks, a model, and documents. */
export async function openAsk(overrides: Partial<MemoryPorts> = {}) {
  const answerModel = memoryAnswerModel()
  const ports = memoryPorts({ answerModel, ...overrides })
  await indexAll(ports.transact, askedDocuments)
  const { account, actor } = await aPersonIn(ports)
  const askAs =
    (caller: typeof actor) =>
    (question: string, more: Partial<Ask> = {}, reader?: AnswerReader) => {
      const visibility = more.visibility ?? all
      const readVisibility = async () => ({ userId: caller.userId, visibility })
      const { signal } = new AbortController()
      const request = { actor: caller, visibility, question, readVisibility, signal, ...more }
      return ask(ports, request, reader)
    }
  return { ports, account, actor, answerModel, askAs, ask: askAs(actor) }
}

/** Records what a reader received. */
export function recordingReader() {
  const [found, deltas]: [SearchAnswer[], string[]] = [[], []]
  const reader: AnswerReader = {
    async sources(answer) {
      if (deltas.length > 0) throw new Error('The sources come before any text.')
      found.push(answer)
    },
    text: async (delta) => void deltas.push(delta),
  }
  return { found, deltas, reader }
}

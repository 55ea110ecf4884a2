import { ask, importDocuments, operator, type AskAnswer } from '@ken/core'
import type { AnswerModel, Principal } from '@ken/core/ports'
import { aPersonIn, memoryPorts } from '@ken/core/testing'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages, pagesIn, type Page } from './collection.ts'
import { orderedPages } from './orders.ts'

export type AskedQuestion = {
  readonly kind: 'answerable' | 'unanswerable' | 'hidden'
  readonly language: string
  readonly text: string
  /** The document that answers it. */
  readonly gold: string
  /** Words that every right answer has. */
  readonly fact: string
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

/** The questions of `questions.txt`: `kind | language | question | document | fact`. */
export const askedQuestions: readonly AskedQuestion[] = read('questions.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind = '', language = '', text = '', gold = '', fact = ''] = line.split(' | ')
    return { kind: kind as AskedQuestion['kind'], language, text, gold, fact }
  })

/** Documents that the person who asks may not see, each with a canary. */
export const hiddenPages = pagesIn(read('hidden.txt'))

const idOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/** The collection in memory, and a person who asks it and sees what everyone sees. */
export async function openQuality(
  answerModel: AnswerModel | null,
  hidden: readonly Page[] = hiddenPages,
  open: readonly Page[] = pages,
) {
  const ports = memoryPorts({ answerModel })
  const plenty = { allowed: true, limit: 1_000, remaining: 1_000, resetSeconds: 60 }
  const askLimiter = { take: async () => ({ key: plenty, person: plenty }) }
  const all = [...open, ...hidden, ...orderedPages]
  await importDocuments(ports, {
    actor: operator,
    documents: all.map(({ externalId, source, title, allowed, body }) => ({
      externalId,
      source,
      title,
      allowed,
      body,
      updatedAt: null,
      url: `https://pages.example.com/${externalId}`,
    })),
  })
  const { actor } = await aPersonIn(ports)
  const visibility = { principals: ['everyone' as Principal], sources: null }
  return async (question: string) => {
    const shown: string[] = []
    const outcome = await ask(
      { ...ports, askLimiter },
      {
        actor,
        visibility,
        question,
        signal: new AbortController().signal,
        readVisibility: async () => ({ userId: actor.userId, visibility }),
      },
      { sources: async () => {}, text: async (delta) => void shown.push(delta) },
    )
    if (!outcome.ok) throw new Error(outcome.error.code)
    const answer: AskAnswer = outcome.value
    return { ...answer, shown, gold: answer.sources.map(({ url }) => idOf(url)) }
  }
}

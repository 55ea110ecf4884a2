import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import type { Source } from '../model/knowledge/document.ts'
import { indexAll, visibleTo } from '../testing/builders/search-world.ts'
import { aPersonIn, memoryAnswerModel, memoryPorts } from '../testing/index.ts'
import type { AnswerModel, Visibility } from '../ports/index.ts'
import { ask } from './ask.ts'

const principals = ['everyone', ...roles.map((role) => `role:${role}`), 'group:it', 'group:hr']
const sources = ['wiki', 'ticket'] as const
const topics = ['alpha', 'beta']

/** What a person may see with one of their keys, at one time. */
const callers = fc.record({
  principals: fc.subarray(principals, { minLength: 1 }),
  sources: fc.option(fc.subarray([...sources], { minLength: 1 })),
})
const pages = fc.record({
  allowed: fc.subarray(principals, { minLength: 1, maxLength: 2 }),
  source: fc.constantFrom(...sources),
  topics: fc.subarray(topics, { minLength: 1 }),
})
const questions = fc.record({
  caller: callers,
  topic: fc.constantFrom(...topics),
  /** Continues the conversation, if there is one. */
  continues: fc.boolean(),
})
const worlds = fc.record({
  pages: fc.array(pages, { minLength: 1, maxLength: 6 }),
  questions: fc.array(questions, { minLength: 2, maxLength: 4 }),
})

/** The word that only one page has. */
const wordOf = (page: number) => `canary${page}x`

/** A model whose answers are its prompts, so that a conversation keeps all that a prompt contained. */
function repeatingModel() {
  const prompts: string[] = []
  const model: AnswerModel = {
    ...memoryAnswerModel(),
    async *write(prompt) {
      const text = JSON.stringify(prompt)
      prompts.push(text)
      yield text
    },
  }
  return { model, prompts }
}

const visibilityOf = (caller: typeof callers extends fc.Arbitrary<infer Each> ? Each : never) =>
  ({ ...visibleTo(...caller.principals), sources: caller.sources as Source[] | null }) as Visibility

it('R230 gives a model that repeats its prompt no word of a document that this caller may not see, in 400 worlds', async () => {
  let shown = 0
  let continued = 0
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { model, prompts } = repeatingModel()
      const ports = memoryPorts({ answerModel: model })
      const documents = world.pages.map((page, position) => ({
        externalId: `${position}`,
        source: page.source,
        title: `About ${page.topics.join(' ')}`,
        body: `${wordOf(position)} is ${page.topics.join(' and ')}.`,
        allowed: page.allowed,
      }))
      await indexAll(ports.transact, documents)
      const { account, actor } = await aPersonIn(ports)
      let conversationId: string | undefined
      for (const { caller, topic, continues } of world.questions) {
        const visibility = visibilityOf(caller)
        const mayStillSee = async () => ({ userId: account.id, visibility })
        const before = prompts.length
        const asked = await ask(ports, {
          actor,
          visibility,
          question: `What is ${topic}?`,
          ...(continues && conversationId !== undefined ? { conversationId } : { remember: true }),
          readVisibility: mayStillSee,
          signal: new AbortController().signal,
        })
        const prompt = prompts.slice(before).join('\n')
        world.pages.forEach((page, position) => {
          const isVisible =
            page.allowed.some((principal) => caller.principals.includes(principal)) &&
            (caller.sources?.includes(page.source) ?? true)
          const isShown = prompt.includes(wordOf(position))
          if (isShown) shown += 1
          expect(isShown && !isVisible).toBe(false)
        })
        if (asked.ok && asked.value.conversationId !== null) {
          if (continues && conversationId !== undefined) continued += 1
          conversationId = asked.value.conversationId
        }
      }
    }),
    { numRuns: 400 },
  )
  // The property would hold of a model that receives nothing.
  expect(shown).toBeGreaterThan(400)
  expect(continued).toBeGreaterThan(40)
})

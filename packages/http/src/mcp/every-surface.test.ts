import { answerChatPost, createKey, importDocuments, operator } from '@ken/core'
import { aDocument, anIdentityIn, answersIn, jobFor, setUpBot, valueOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { signedIn } from '../testing/browser.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'
import { mcpClients } from '../testing/mcp-clients.ts'
import { aSurfaceIn } from '../testing/surface.ts'

const query = 'lighthouse'
const path = '/public/v1/search'

type Person = Awaited<ReturnType<typeof aPersonWith>>

/** A person who has signed in, with a key and an identity on two platforms. */
async function aPersonWith(world: HttpWorld) {
  const { account, browser } = await signedIn(world)
  const { plain } = valueOf(
    await createKey(world.ports, {
      actor: operator,
      ownerId: account.id,
      name: 'agent',
      lifetimeDays: 30,
      sources: null,
    }),
  )
  const { externalId } = await anIdentityIn(world.ports, account, { source: 'bot_gateway' })
  return { account, plain, token: browser.token!, externalId }
}

const titlesOf = (body: unknown) =>
  (body as { results: { title: string }[] }).results.map(({ title }) => title).toSorted()

/** The titles that each surface shows to a person. */
async function titlesIn(world: HttpWorld, serviceKey: string, person: Person) {
  const { app, ports } = world
  const byHttp = async (credential: string, headers = {}) =>
    titlesOf(await (await app.request(path, postJson({ query }, credential, headers))).json())
  const byAssistant = async (generation: keyof typeof mcpClients) => {
    const client = await mcpClients[generation](app, person.plain)
    return titlesOf((await client.call('search', { query })).structuredContent)
  }
  const post = ports.teamChat.say(query)
  await anIdentityIn(ports, person.account, { externalId: post.authorId })
  await answerChatPost(ports, await jobFor(ports, post))
  const answer = answersIn(ports, post).join('\n')
  return {
    web: await byHttp(person.token),
    key: await byHttp(person.plain),
    serviceKey: await byHttp(serviceKey, { 'Ken-On-Behalf-Of': person.externalId }),
    assistant: await byAssistant('current'),
    earlierAssistant: await byAssistant('earlier'),
    chat: [...answer.matchAll(/\[(Document \d)\]\(/g)].map(([, title = '']) => title).toSorted(),
  }
}

it('R7 S1 every surface shows a person the same documents: those that a list names them for', async () => {
  const world = await httpWorld()
  await setUpBot(world.ports)
  const people = [await aPersonWith(world), await aPersonWith(world)]
  const { plain: serviceKey } = await aSurfaceIn(world)
  const principals = [
    'everyone',
    'role:Owner',
    ...people.map(({ account }) => `user:${account.id}`),
  ]
  const lists = fc.array(fc.subarray(principals, { minLength: 1 }), { minLength: 5, maxLength: 5 })
  for (const allowed of fc.sample(lists, { numRuns: 8, seed: 7 })) {
    await importDocuments(world.ports, {
      actor: operator,
      documents: allowed.map((list, number) =>
        aDocument({
          externalId: `document-${number}`,
          title: `Document ${number}`,
          body: 'The lighthouse.',
          allowed: list,
        }),
      ),
    })
    for (const person of people) {
      const own = ['everyone', `user:${person.account.id}`]
      const visible = allowed.flatMap((list, number) =>
        list.some((principal) => own.includes(principal)) ? [`Document ${number}`] : [],
      )
      const titles = await titlesIn(world, serviceKey, person)
      for (const shown of Object.values(titles)) expect(shown).toEqual(visible)
    }
  }
})

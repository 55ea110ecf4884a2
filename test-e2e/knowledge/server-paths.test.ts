import { answerModelDouble } from '@ken/testing'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answeringWorld } from '../support/chats/answering.ts'
import { kenHere, kenJsonHere, startInBackgroundHere } from '../support/ken-here.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { search } from '../support/surface.ts'

/** Ends in letters that no identifier has: they are hexadecimal. */
const canary = 'canary-qxzv'
const aDocument = {
  source: 'wiki',
  external_id: 'leave',
  title: 'Annual leave',
  body: 'Thirty days.',
  allowed: ['everyone'],
}

it(
  'R155 shows no path of the server on any surface after a folder is imported',
  { timeout: 120_000 },
  async () => {
    await using started = new AsyncDisposableStack()
    const model = started.adopt(await answerModelDouble(), ({ close }) => close())
    const env = { KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
    const world = started.use(await answeringWorld([aDocument], env))
    started.use(await startInBackgroundHere('worker', world))
    started.use(await startInBackgroundHere('scheduler', world))
    await addMemberWithPassword(world)
    const folder = join(world.cwd, canary)
    mkdirSync(folder)
    writeFileSync(join(folder, 'README.md'), 'The xylophone is in the cellar.')
    writeFileSync(join(folder, 'earlier.md'), '# Earlier\n\nThe old xylophone is in the attic.')
    const imported = await kenHere(
      ['import', folder, '--source', 'handbook', '--allow', 'everyone'],
      world,
    )
    expect(imported.code).toBe(0)
    // As earlier versions have left it, and a version may that still runs during an upgrade.
    await world.sql(
      `update documents set url = 'file:///srv/${canary}/earlier.md', fingerprint = null where external_id = 'earlier.md'`,
    )

    const { key } = await world.createKey(member.email)
    const found = await search(world.server.url, key, 'xylophone')
    expect(found.results.map(({ title }) => title).toSorted()).toEqual(['Earlier', 'Handbook'])
    for (const { url } of found.results) expect(url).toMatch(/^urn:uuid:[\da-f-]{36}$/)

    const options = { ...world, env: { ...world.env, KEN_API_KEY: key } }
    const words = ['search', 'xylophone', '--url', world.server.url]
    const shown = [await kenHere(words, options), await kenHere([...words, '--json'], options)]
    expect(shown.map(({ code }) => code)).toEqual([0, 0])
    expect(shown[0]!.stdout).not.toContain('urn:')

    const person = await world.addLinked('ana')
    const asked = world.chat.say(person, 'Where is the xylophone?')
    await world.outcomeOf(asked)
    const said = world.answersTo(asked).map(({ message }) => message)
    expect(said.join()).toContain('Handbook (handbook)')
    expect(model.requests).not.toEqual([])

    const again = await kenJsonHere(
      ['import', folder, '--source', 'handbook', '--allow', 'everyone'],
      world,
    )
    expect(again).toMatchObject({ updated: 1, unchanged: 1, failed: 0 })
    const everything = JSON.stringify([
      imported,
      found,
      shown,
      said,
      model.requests,
      again,
      world.server.output,
    ])
    expect(everything).not.toContain('qxzv')
    expect(everything).not.toContain('file:')
  },
)

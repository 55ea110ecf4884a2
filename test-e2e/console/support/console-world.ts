import { smtpSink, type SmtpSink } from '@ken/testing'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { kenHere, startKenHere } from '../../support/ken-here.ts'
import type { Environment, Server } from '../../support/ken-program.ts'
import { mailSettings } from '../../support/mail.ts'

/** A running Ken with PostgreSQL, Redis and email. */
export type ConsoleWorld = AsyncDisposable & {
  readonly world: World
  readonly server: Server
  readonly sink: SmtpSink
  readonly url: string
}

/** Starts everything in the process of the test, on a database with an Owner, or without anyone, with email or without. */
export async function consoleWorld({
  owner = true,
  mail = true,
  env: settings = {},
}: {
  readonly owner?: boolean
  readonly mail?: boolean
  readonly env?: Environment
} = {}): Promise<ConsoleWorld> {
  await using opened = new AsyncDisposableStack()
  const sink = opened.adopt(await smtpSink(), ({ close }) => close())
  const base = opened.use(await distributedWorld({ redis: true, owner }))
  const env = { ...base.env, ...(mail && mailSettings(sink)), ...settings }
  const world = { ...base, env }
  const server = opened.use(await startKenHere(['start'], world))
  const kept = opened.move()
  return {
    world,
    server,
    sink,
    url: server.url,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** A document as `ken import` reads it. */
export type Document = {
  readonly title: string
  readonly body: string
  readonly source?: string
  readonly url?: string
  readonly allowed?: readonly string[]
}

/** Imports documents, visible to everyone unless they say otherwise. */
export async function importDocuments(
  { env }: Pick<World, 'env'>,
  documents: readonly Document[],
): Promise<void> {
  const lines = documents.map((document, number) =>
    JSON.stringify({
      external_id: `${document.source ?? 'wiki'}-${number}`,
      source: 'wiki',
      url: `https://wiki.example.com/${number}`,
      allowed: ['everyone'],
      ...document,
    }),
  )
  const { code, stderr } = await kenHere(['import', '-'], { env, input: lines.join('\n') })
  if (code !== 0) throw new Error(stderr)
}

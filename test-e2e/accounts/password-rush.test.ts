import { smtpSink } from '@ken/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Worker } from 'node:worker_threads'
import { distributedWorld, type World } from '../support/distributed.ts'
import { invited, inviter } from '../support/invitations.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { mailSettings, tokenIn } from '../support/mail.ts'
import { realPasswordCost } from '../support/password-cost.ts'
import { enrolOwner } from '../support/session.ts'

const people = 20
const started = new AsyncDisposableStack()
let world: World
let server: Server
let tokens: readonly string[]

beforeAll(async () => {
  const sink = started.adopt(await smtpSink(), ({ close }) => close())
  world = started.use(await distributedWorld())
  server = started.use(
    await startKen(['start'], {
      ...world,
      env: { ...world.env, ...mailSettings(sink), ...realPasswordCost },
    }),
  )
  const { invite } = inviter(server, (await enrolOwner(world, server)).step.access_token)
  const emails = Array.from({ length: people }, (_, position) => `person-${position}@example.com`)
  for (const email of emails) await invite(email)
  tokens = await Promise.all(
    emails.map(async (email) => tokenIn(await sink.nextEmailTo(email, 30_000))),
  )
})
afterAll(() => started.disposeAsync())

it('R153 accepts twenty valid passwords at once while a core is busy', async () => {
  const busy = new Worker('for (;;);', { eval: true })
  try {
    const { accept } = invited(server)
    const accepted = await Promise.all(
      tokens.map((token, position) =>
        accept(token, `seven quiet herons ${position} over the harbour`),
      ),
    )
    expect(accepted.map(({ status }) => status)).toEqual(Array(people).fill(201))
  } finally {
    await busy.terminate()
  }
})

import { smtpSink, type SmtpSink } from '@ken/testing'
import { codeOf } from '../support/authenticator.ts'
import { distributedWorld, ownerEmail, ownerPassword } from '../support/distributed.ts'
import { emptyHome, startKen, type Environment, type Server } from '../support/ken-program.ts'
import { inviter } from '../support/invitations.ts'
import { mailSettings } from '../support/mail.ts'
import { stepOf } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { cpuMicroseconds } from './process-figures.ts'

const people = 400
const perSecond = 200
const patienceMilliseconds = 120_000

/** Invitations of one list per second at a set pace of 200, on the embedded database and on a server. */
export async function mailRate(): Promise<unknown> {
  using home = emptyHome()
  const embedded = await rateOf({ KEN_DATA_DIR: `${home.path}/data` }, home.path)
  await using world = await distributedWorld({ owner: false })
  return { people, perSecond, embedded, server: await rateOf(world.env, world.cwd) }
}

async function rateOf(database: Environment, cwd: string): Promise<unknown> {
  const sink = await smtpSink()
  const env = {
    ...database,
    ...mailSettings(sink),
    KEN_MAIL_PER_SECOND: String(perSecond),
    KEN_LOG_LEVEL: 'warn',
  }
  await using server = await startKen(['start'], { cwd, env })
  const { upload } = inviter(server, await ownerToken(server))
  const rows = Array.from(
    { length: people },
    (_, position) => `person-${position}@example.com,Member`,
  )
  const response = await upload(`email,role\n${rows.join('\n')}\n`)
  if (response.status !== 200)
    throw new Error(`the import answered ${response.status}: ${await response.text()}`)
  const [cpuBefore, started] = [cpuMicroseconds(server.child.pid!), performance.now()]
  await received(sink, people)
  const seconds = (performance.now() - started) / 1_000
  const serverCpuMicroseconds = Math.round(
    (cpuMicroseconds(server.child.pid!) - cpuBefore) / people,
  )
  const twice =
    sink.emails.length - new Set(sink.emails.flatMap(({ recipients }) => recipients)).size
  const result = {
    emailsPerSecond: Math.round((people / seconds) * 10) / 10,
    serverCpuMicroseconds,
    twice,
  }
  await server.stop()
  await sink.close()
  return result
}

async function ownerToken({ url }: Pick<Server, 'url'>): Promise<string> {
  const { challenge } = await stepOf(
    await post(`${url}/setup`, { email: ownerEmail, password: ownerPassword }),
  )
  const { secret } = await stepOf(await post(`${url}/login/mfa/enrol`, { challenge }))
  return (await stepOf(await post(`${url}/login/mfa/confirm`, { challenge, code: codeOf(secret) })))
    .access_token
}

async function received({ emails }: SmtpSink, wanted: number): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds
  while (emails.length < wanted) {
    if (performance.now() > deadline)
      throw new Error(`only ${emails.length} of ${wanted} emails came`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

import { setTimeout } from 'node:timers/promises'
import { distributedWorld } from '../../support/distributed.ts'
import { startKen } from '../../support/ken-program.ts'
import { bearer, enrolOwner } from '../../support/session.ts'
import { cpuMicroseconds, residentMegabytes } from '../process-figures.ts'

const lines = 10_000
const sampleMilliseconds = 20
const settleMilliseconds = 2_000

/**
 * A list of people in one upload to a real server: seconds to the answer and on the
 * processor of the server, and the most memory that it took beyond before.
 */
export async function csvImport(): Promise<unknown> {
  const world = await distributedWorld()
  // Nothing is sent here: the emails wait in the queue.
  const mail = { KEN_SMTP_URL: 'smtp://127.0.0.1:1', KEN_MAIL_FROM: 'ken@example.com' }
  const server = await startKen(['http'], {
    ...world,
    env: { ...world.env, ...mail, KEN_LOG_LEVEL: 'warn' },
  })
  const { step } = await enrolOwner(world, server)
  const rows = Array.from(
    { length: lines },
    (_, position) => `person-${position}@example.com,Member`,
  )
  const body = `email,role\n${rows.join('\n')}\n`
  const upload = async (): Promise<Figures> => {
    const headers = { 'content-type': 'text/csv', ...bearer(step.access_token) }
    const pid = server.child.pid!
    const [memory, cpuBefore, started] = [peakMemory(pid), cpuMicroseconds(pid), performance.now()]
    const response = await fetch(`${server.url}/api/v1/admin/invitations/import`, {
      method: 'POST',
      headers,
      body,
    })
    const answer = (await response.json()) as { counts: object }
    if (response.status !== 200)
      throw new Error(`the import answered ${response.status}: ${JSON.stringify(answer)}`)
    const seconds = Math.round(performance.now() - started) / 1_000
    const cpuSeconds = (cpuMicroseconds(pid) - cpuBefore) / 1_000_000
    return { seconds, cpuSeconds, extraMb: memory.stop(), counts: answer.counts }
  }
  await setTimeout(settleMilliseconds)
  const result = { lines, first: await upload(), again: await upload() }
  await server.stop()
  await world.close()
  return result
}

type Figures = {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly extraMb: number
  readonly counts: object
}

/** Watches the resident memory of a process until it is stopped, and tells how far it rose. */
function peakMemory(pid: number): { readonly stop: () => number } {
  const before = residentMegabytes(pid)
  let peak = before
  const timer = setInterval(
    () => (peak = Math.max(peak, residentMegabytes(pid))),
    sampleMilliseconds,
  )
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(peak, residentMegabytes(pid)) - before
    },
  }
}

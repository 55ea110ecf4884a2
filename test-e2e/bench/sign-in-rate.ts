import { argon2PasswordHasher } from '@ken/crypto'
import { fileURLToPath } from 'node:url'
import { distributedWorld } from '../support/distributed.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { post } from '../support/surface.ts'
import { median, perSecond, residentMegabytes } from './process-figures.ts'

const perRound = 100
const rounds = 2
const inFlight = 16
const signInsForMemory = Number(process.env['KEN_BENCH_SIGN_INS'] ?? 2_000)

/**
 * Sign-ins per second beside raw hashes of the same parameters, in alternating rounds; the delay of the
 * server's event loop with 16 in flight; and its memory over many sign-ins.
 */
export async function signInRate(): Promise<unknown> {
  const world = await distributedWorld()
  await addMemberWithPassword(world)
  const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))
  const server = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${monitor}` },
  })
  const hasher = argon2PasswordHasher()
  const hash = await hasher.hash(member.password)
  const signIns: number[] = []
  const raw: number[] = []
  await perSecond(perRound, inFlight, () => signIn(server))
  for (let round = 0; round < rounds; round += 1) {
    raw.push(await perSecond(perRound, inFlight, () => hasher.verify(member.password, hash)))
    signIns.push(await perSecond(perRound, inFlight, () => signIn(server)))
  }
  const delays = [...server.output.stderr.matchAll(/loop_p99_ms=([\d.]+)/g)].map((match) => Number(match[1]))
  const before = residentMegabytes(server.child.pid!)
  await perSecond(signInsForMemory, inFlight, () => signIn(server))
  const after = residentMegabytes(server.child.pid!)
  await server.stop()
  await world.close()
  const [rate, limit] = [median(signIns), median(raw)]
  return {
    signInsPerSecond: Math.round(rate),
    rawHashesPerSecond: Math.round(limit),
    ratio: Number((rate / limit).toFixed(2)),
    loopP99Ms: median(delays.slice(1)),
    residentMb: { before, after, signIns: signInsForMemory },
  }
}

async function signIn({ url }: Server): Promise<void> {
  const response = await post(`${url}/login`, member)
  const { status } = (await response.json()) as { status: string }
  if (status !== 'signed_in') throw new Error(`sign-in answered ${response.status} ${status}`)
}

import { argon2PasswordHasher } from '@ken/crypto'
import { fileURLToPath } from 'node:url'
import { distributedWorld } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'
import { addMembersWithPassword, member } from '../support/member.ts'
import { keepAliveClient, type KeepAliveClient } from './keep-alive-client.ts'
import { cpuMicroseconds, median, perSecond, residentMegabytes } from './process-figures.ts'

const people = 64
const perRound = 400
const rounds = 7
const inFlight = 16
const signInsForMemory = Number(process.env['KEN_BENCH_SIGN_INS'] ?? 2_000)

/**
 * Memory of the server over many sign-ins of many people, and the delay of its event loop with 16 in flight; then,
 * once it is warm, sign-ins per second, and its CPU, beside raw hashes of the same parameters, in alternating rounds.
 */
export async function signInRate(): Promise<unknown> {
  const world = await distributedWorld()
  const members = await addMembersWithPassword(world, people)
  const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))
  const server = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${monitor}` },
  })
  const signIns = async (count: number) => {
    // The server ends connections that were idle while others were measured.
    const client = keepAliveClient(server.url, inFlight)
    let next = 0
    const rate = await perSecond(count, inFlight, () =>
      signIn(client, members[(next += 1) % people]!),
    )
    client.close()
    return rate
  }
  const hasher = argon2PasswordHasher()
  const hash = await hasher.hash(member.password)
  await signIns(perRound)
  const residentMb = [residentMegabytes(server.child.pid!)]
  for (const _ of ['first half', 'second half']) {
    await signIns(signInsForMemory / 2)
    residentMb.push(residentMegabytes(server.child.pid!))
  }
  const delays = [...server.output.stderr.matchAll(/loop_p99_ms=([\d.]+)/g)].map((match) =>
    Number(match[1]),
  )
  const raw: Round[] = []
  const whole: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    raw.push(
      await measured(process.pid, () =>
        perSecond(perRound, inFlight, () => hasher.verify(member.password, hash)),
      ),
    )
    whole.push(await measured(server.child.pid!, () => signIns(perRound)))
  }
  await server.stop()
  await world.close()
  return {
    signInsPerSecond: Math.round(median(whole.map(({ rate }) => rate))),
    rawHashesPerSecond: Math.round(median(raw.map(({ rate }) => rate))),
    ratio: Number(median(whole.map(({ rate }, round) => rate / raw[round]!.rate)).toFixed(2)),
    serverCpuOverRaw: Number(
      median(whole.map(({ cpu }, round) => cpu / raw[round]!.cpu)).toFixed(2),
    ),
    loopP99Ms: median(delays.slice(1)),
    memory: { signIns: signInsForMemory, residentMb },
  }
}

/** Works per second, and the CPU that a process spent on them. */
type Round = { readonly rate: number; readonly cpu: number }

async function measured(pid: number, work: () => Promise<number>): Promise<Round> {
  const before = cpuMicroseconds(pid)
  return { rate: await work(), cpu: cpuMicroseconds(pid) - before }
}

async function signIn(client: KeepAliveClient, credentials: object): Promise<void> {
  const { status, body } = await client.post('/login', {}, JSON.stringify(credentials))
  if (!body.includes('"status":"signed_in"')) throw new Error(`sign-in answered ${status} ${body}`)
}

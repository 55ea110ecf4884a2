import { Agent, request } from 'node:http'
import { distributedWorld } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { post } from '../support/surface.ts'
import { cpuMicroseconds } from './process-figures.ts'

const sessions = 32
const rotationsPerSession = 300

/** Rotations of refresh tokens per second, many sessions side by side, with Postgres on the same cores. */
export async function refreshRate(): Promise<unknown> {
  const world = await distributedWorld()
  await addMemberWithPassword(world)
  const server = await startKen(['http'], { ...world, env: { ...world.env, KEN_LOG_LEVEL: 'warn' } })
  const cookies: string[] = []
  for (let session = 0; session < sessions; session += 1) {
    cookies.push(cookieOf((await post(`${server.url}/login`, member)).headers.getSetCookie()))
  }
  const agent = new Agent({ keepAlive: true, maxSockets: sessions })
  const rotate = async (cookie: string) => {
    let current = cookie
    for (let count = 0; count < rotationsPerSession; count += 1) current = await refresh(`${server.url}/refresh`, agent, current)
    return current
  }
  const warm = await Promise.all(cookies.map(rotate))
  const [cpuBefore, started] = [cpuMicroseconds(server.child.pid!), performance.now()]
  await Promise.all(warm.map(rotate))
  const rotations = sessions * rotationsPerSession
  const result = {
    refreshesPerSecond: Math.round((rotations / (performance.now() - started)) * 1_000),
    serverCpuMicroseconds: Math.round((cpuMicroseconds(server.child.pid!) - cpuBefore) / rotations),
  }
  agent.destroy()
  await server.stop()
  await world.close()
  return result
}

const cookieOf = (setCookies: readonly string[]): string => {
  const [cookie] = setCookies
  if (cookie === undefined) throw new Error('no cookie was set')
  return cookie.slice(0, cookie.indexOf(';'))
}

const refresh = (url: string, agent: Agent, cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: 'POST', headers: { cookie } }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`refresh answered ${incoming.statusCode}`))
      else incoming.resume().once('end', () => resolve(cookieOf(incoming.headers['set-cookie'] ?? [])))
    })
    outgoing.once('error', reject).end()
  })

import { distributedWorld } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { cpuMicroseconds } from './process-figures.ts'

const sessions = 32
const rotationsPerSession = 300

/** Rotations of refresh tokens per second, many sessions side by side, with Postgres on the same cores. */
export async function refreshRate(): Promise<unknown> {
  const world = await distributedWorld()
  await addMemberWithPassword(world)
  const server = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_LOG_LEVEL: 'warn' },
  })
  const client = keepAliveClient(server.url, sessions)
  /** Posts, and answers the cookie that is set. */
  const cookieOf = async (...[path, headers, body]: Parameters<typeof client.post>) => {
    const response = await client.post(path, headers, body)
    const [cookie] = response.headers['set-cookie'] ?? []
    if (cookie === undefined)
      throw new Error(`${path} answered ${response.status} ${response.body}`)
    return cookie.slice(0, cookie.indexOf(';'))
  }
  const cookies: string[] = []
  while (cookies.length < sessions)
    cookies.push(await cookieOf('/login', {}, JSON.stringify(member)))
  const rotate = async (cookie: string) => {
    let current = cookie
    for (let count = 0; count < rotationsPerSession; count += 1)
      current = await cookieOf('/refresh', { cookie: current })
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
  client.close()
  await server.stop()
  await world.close()
  return result
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections, and to servers that name none: from 32768 or 49152 on. */
const ports = { first: 20_000, end: 32_768 }

/**
 * A port on 127.0.0.1 for a program that starts to listen later, perhaps after half a minute. In the meantime the system
 * gives it to no other server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.end)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AbsentService, TestService } from './test-service.ts'

const answerWithinMs = 1_000
const startWithinMs = 120_000

/** Runs a container through testcontainers, when a Docker engine answers quickly and has or gets the image. */
export async function startInDocker(
  image: string,
  start: () => Promise<TestService>,
): Promise<TestService | AbsentService> {
  const answers = await Promise.all(engineAddresses().map(engineAnswers))
  if (!answers.includes(true)) return { url: null, reason: 'no Docker engine answers' }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not ready within ${startWithinMs / 1_000} s`)),
      startWithinMs,
    )
  })
  try {
    return await Promise.race([start(), late])
  } catch (error) {
    return {
      url: null,
      reason: `Docker cannot run ${image}: ${error instanceof Error ? error.message : String(error)}`,
    }
  } finally {
    clearTimeout(timer)
  }
}

type EngineAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number }

function engineAddresses(): EngineAddress[] {
  const named = process.env['DOCKER_HOST']
  if (!named) {
    const folders = [
      '/var/run',
      join(homedir(), '.docker/run'),
      process.env['XDG_RUNTIME_DIR'] ?? '/run',
    ]
    return folders.map((folder) => ({ socketPath: join(folder, 'docker.sock') }))
  }
  const { protocol, pathname, hostname, port } = new URL(named)
  return protocol === 'unix:'
    ? [{ socketPath: pathname }]
    : [{ host: hostname, port: Number(port || 2375) }]
}

function engineAnswers(address: EngineAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ ...address, path: '/_ping', timeout: answerWithinMs }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    ping.on('timeout', () => ping.destroy())
    ping.on('error', () => resolve(false))
    ping.on('close', () => resolve(false))
    ping.end()
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** One kind of request, sent with each credential in turn. */
export type Load = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly body: string | null
  /** One per line. */
  readonly credentialsFile: string
}
export type Loaded = { readonly requests: number; readonly seconds: number }

const connections = 16

/** Starts with a random credential, so that rounds do not use up the limits of the first ones. */
const script = `
local authorizations, position = {}, 0
function init(arguments)
  for line in io.lines(arguments[3]) do authorizations[#authorizations + 1] = 'Bearer ' .. line end
  position = tonumber(arguments[4])
  wrk.method = arguments[1]
  if arguments[2] ~= '' then
    wrk.body = arguments[2]
    wrk.headers['content-type'] = 'application/json'
  end
end
function request()
  position = position % #authorizations + 1
  wrk.headers['authorization'] = authorizations[position]
  return wrk.format()
end
function done(summary)
  local e = summary.errors
  print(string.format('FIGURES {"requests":%d,"microseconds":%d,"faults":%d}',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout))
end
`

/**
 * Sends one load for a while from a process of its own: wrk, which is fast enough to fill the bare framework. A client
 * that is the bottleneck would make everything behind it look alike.
 */
export async function sendLoad(
  { url, method, body, credentialsFile }: Load,
  { seconds, folder }: { readonly seconds: number; readonly folder: string },
): Promise<Loaded> {
  const file = join(folder, 'load.lua')
  writeFileSync(file, script)
  const start = String(Math.floor(Math.random() * 1_000_000))
  const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`]
  const wrk = spawn(
    'wrk',
    [...options, '--script', file, url, '--', method, body ?? '', credentialsFile, start],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = await Promise.all([
    text(wrk.stdout),
    once(wrk, 'close').catch((error: unknown) => {
      throw new Error('Install wrk (Debian and Homebrew package wrk) to measure requests.', {
        cause: error,
      })
    }),
  ])
  const figures = /^FIGURES (.*)$/m.exec(output)?.[1]
  if (figures === undefined) throw new Error(`wrk measured nothing: ${output}`)
  const { requests, microseconds, faults } = JSON.parse(figures) as Record<string, number>
  if (faults !== 0) throw new Error(`${faults} of ${requests} requests to ${url} failed.`)
  return { requests: requests!, seconds: microseconds! / 1_000_000 }
}

import { readFile } from 'node:fs/promises'
import { CommandFailed } from './command-failed.ts'
import type { Output } from './terminal/output.ts'
import { readSecret } from './terminal/read-secret.ts'
import type { World } from './world.ts'

/** The API key of a command: given, in the environment or the file that it names, or asked for. */
export async function keyOf(
  world: World,
  { key }: { readonly key?: string },
  out: Output,
): Promise<string> {
  if (key !== undefined)
    out.warn(
      '--key is visible in the list of processes. Set KEN_API_KEY instead, or omit --key to be asked for it.',
    )
  const given =
    key ??
    (await keyOfEnvironment(world.env)) ??
    (await readSecret(world, { name: 'API key', variable: 'KEN_API_KEY' }))
  // An invalid header value would fail with a message that repeats it.
  if (/^[\x21-\x7e]+$/.test(given.trim())) return given.trim()
  throw new CommandFailed(
    'This is not an API key. Keys begin with ken_; create one with: ken keys create',
    { code: 'key.refused' },
  )
}

/** An empty value counts as unset, as it does for settings. */
async function keyOfEnvironment({
  KEN_API_KEY: key = '',
  KEN_API_KEY_FILE: file = '',
}: World['env']): Promise<string | null> {
  if (file === '') return key === '' ? null : key
  if (key !== '')
    throw new CommandFailed('KEN_API_KEY and KEN_API_KEY_FILE are both set. Remove one of them.')
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`KEN_API_KEY_FILE names a file that cannot be read (${error.code}).`)
  })
}

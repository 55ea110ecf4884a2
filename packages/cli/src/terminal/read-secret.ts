import { wrongUsage } from '../command-failed.ts'
import type { World } from '../world.ts'

const secretLengthMax = 4_096
/** Of as many characters in UTF-8, with a byte-order mark and the end of the line. */
const secretBytesMax = 3 * secretLengthMax + 5

/**
 * Reads a secret without the command line: a hidden prompt on a terminal, otherwise the first line
 * of standard input.
 */
export async function readSecret(
  { stdin, stderr }: Pick<World, 'stdin' | 'stderr'>,
  {
    name,
    variable = null,
    confirmed = false,
  }: {
    readonly name: string
    /** The environment variable that can have the secret. */
    readonly variable?: string | null
    readonly confirmed?: boolean
  },
): Promise<string> {
  if (stdin.isTTY !== true) return firstLine(stdin, { name, variable })
  const { default: password } = await import('@inquirer/password')
  const ask = async (message: string, validate: (input: string) => true | string) => {
    // Ctrl-D closes the prompt without an answer, and pauses the input.
    const closed = new AbortController()
    const close = () => closed.abort()
    stdin.once('pause', close)
    try {
      return await password(
        { message, toggleMask: false, validate },
        { input: stdin, output: stderr, signal: closed.signal },
      )
    } finally {
      stdin.off('pause', close)
    }
  }
  const secret = await ask(`The ${name}:`, (input) => input !== '' || 'Type it and press Enter.')
  if (confirmed)
    await ask(
      'Once more:',
      (input) => input === secret || 'Not the same. Try again, or press Ctrl-C.',
    )
  return secret
}

/** A secret in another encoding would be stored as one that no keyboard can type; so would a byte-order mark. */
async function firstLine(
  stdin: World['stdin'],
  { name, variable }: { readonly name: string; readonly variable: string | null },
): Promise<string> {
  let bytes = Buffer.alloc(0)
  for await (const part of stdin) {
    bytes = Buffer.concat([bytes, Buffer.from(part)])
    if (bytes.includes('\n') || bytes.length > secretBytesMax) break
  }
  const end = bytes.indexOf('\n')
  const first = end === -1 ? bytes : bytes.subarray(0, end)
  const tooLong = `The ${name} on standard input is too long.`
  // Perhaps cut within a character.
  if (first.length > secretBytesMax) throw wrongUsage(tooLong)
  const line = textOf(first, name).replace(/\r$/, '')
  if (line === '')
    throw wrongUsage(
      `No ${name} was given. ${variable === null ? 'Type' : `Set ${variable}, type`} it at the prompt, or write it as the first line of standard input.`,
    )
  if (line.length > secretLengthMax) throw wrongUsage(tooLong)
  return line
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrongUsage(`The ${name} on standard input must be in UTF-8.`)
  }
}

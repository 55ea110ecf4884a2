import { wrongUsage } from '../command-failed.ts'
import type { World } from '../world.ts'

const secretLengthMax = 4_096

/**
 * Reads a secret without the command line: a hidden prompt on a terminal, otherwise the first line
 * of standard input.
 */
export async function readSecret(
  { stdin, stderr }: Pick<World, 'stdin' | 'stderr'>,
  { name, confirmed = false }: { readonly name: string; readonly confirmed?: boolean },
): Promise<string> {
  if (stdin.isTTY !== true) return firstLine(stdin, name)
  const { default: ask } = await import('@inquirer/password')
  const terminal = { input: stdin, output: stderr }
  const secret = await ask(
    {
      message: `The ${name}:`,
      toggleMask: false,
      validate: (input) => input !== '' || 'Type it and press Enter.',
    },
    terminal,
  )
  if (confirmed) {
    const isSame = (input: string) =>
      input === secret || 'Not the same. Try again, or press Ctrl-C.'
    await ask({ message: 'Once more:', toggleMask: false, validate: isSame }, terminal)
  }
  return secret
}

async function firstLine(stdin: World['stdin'], name: string): Promise<string> {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const part of stdin) {
    text += String(part)
    if (text.includes('\n') || text.length > secretLengthMax) break
  }
  const line = text.split(/\r?\n/, 1)[0] ?? ''
  if (line === '')
    throw wrongUsage(
      `No ${name} was given. Type it at the prompt, or write it as the first line of standard input.`,
    )
  if (line.length > secretLengthMax) throw wrongUsage(`The ${name} on standard input is too long.`)
  return line
}

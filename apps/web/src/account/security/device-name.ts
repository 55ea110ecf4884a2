import type { Messages } from '../messages.en.ts'

/** A device as the server calls it, such as "Firefox on Linux", in the words of the console. */
export function deviceName(
  label: string,
  messages: Pick<Messages, 'programOn' | 'noDevice'>,
): string {
  if (label === 'Unknown device') return messages.noDevice
  const [, program, system] = /^(.+) on (.+)$/.exec(label) ?? []
  return program === undefined || system === undefined ? label : messages.programOn(program, system)
}

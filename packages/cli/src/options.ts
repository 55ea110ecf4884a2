import { canonicalEmail, isFolderAddress, uuidForm, type Email } from '@ken/core'
import { InvalidArgumentError } from 'commander'

/** Entries separated by commas; ignores spaces around them. */
export function parseList(input: string): readonly string[] {
  const entries = input.split(',').map((entry) => entry.trim())
  if (entries.includes(''))
    throw new InvalidArgumentError('It must be one or more entries separated by commas.')
  return entries
}

/** An email address, in the form that Ken stores. */
export const parseEmail = (input: string): Email => {
  const email = canonicalEmail(input)
  if (email === null)
    throw new InvalidArgumentError('It must be an address such as you@example.com.')
  return email
}

/** The id of a conversation. */
export function parseConversationId(input: string): string {
  if (uuidForm.test(input.toLowerCase())) return input
  throw new InvalidArgumentError('It must be the id that `ken ask --remember` prints.')
}

/** A whole number within bounds. */
export const parseWhole =
  (min: number, max: number) =>
  (input: string): number => {
    if (/^\d{1,9}$/.test(input) && Number(input) >= min && Number(input) <= max)
      return Number(input)
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** The web address of a Ken or of a folder, without trailing slashes; null if paths cannot be appended to it. */
export const webAddressOf = (input: string): string | null =>
  isFolderAddress(input) ? input.replace(/\/+$/, '') : null

/** An option with such an address. The message names an example of what it is for. */
const addressLike =
  (example: string) =>
  (input: string): string => {
    const url = webAddressOf(input)
    if (url !== null) return url
    throw new InvalidArgumentError(
      `It must be an address such as ${example}, without query, fragment, name or password.`,
    )
  }

/** The address of a Ken. */
export const parseUrl = addressLike('http://localhost:8080')

/** The address of a folder. */
export const parseFolderUrl = addressLike('https://wiki.example.com/docs')

import { canonicalEmail, isFolderAddress, type Email } from '@ken/core'
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

/** A whole number within bounds. */
export const parseWhole =
  (min: number, max: number) =>
  (input: string): number => {
    if (/^\d{1,9}$/.test(input) && Number(input) >= min && Number(input) <= max)
      return Number(input)
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** An http or https address, without trailing slashes; null if it is none. */
export const webAddressOf = (input: string): string | null => {
  const url = URL.canParse(input) ? new URL(input) : null
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb ? input.replace(/\/+$/, '') : null
}

/** An http or https address, without trailing slashes. */
export const parseUrl = (input: string): string => {
  const url = webAddressOf(input)
  if (url !== null) return url
  throw new InvalidArgumentError('It must be an address such as http://localhost:8080.')
}

/** The address of a folder, without trailing slashes. */
export const parseFolderUrl = (input: string): string => {
  if (isFolderAddress(input)) return parseUrl(input)
  throw new InvalidArgumentError(
    'It must be an address such as https://wiki.example.com/docs, without query, fragment, name or password.',
  )
}

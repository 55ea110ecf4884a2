import { displayName, invalidSynonymsLine, newEmail, parseSynonyms } from '@ken/core'
import { parseSmtpUrl } from '@ken/smtp'
import { isIP } from 'node:net'
import { z } from 'zod'

// The description of a schema says what a value must be. Errors and the page use it; it quotes no
// value.

export const text = (description: string) => z.string().describe(description)

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .describe(`a whole number from ${min} to ${max}`)

export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values).describe(`one of ${values.join(', ')}`)

export const hostName = z
  .string()
  .refine((input) => isIP(input) !== 0 || isHostName(input))
  .describe('an IP address or a host name')

/** The URL of a database, with credentials and options. A fragment is the rest of a password with `#`. */
export const databaseUrl = z
  .string()
  .refine((input) => {
    const url = /^postgres(?:ql)?:\/\//.test(input) ? URL.parse(input) : null
    return url !== null && url.hash === '' && !url.hostname.includes(',')
  })
  .describe(
    'a URL of one host that starts with postgres:// or postgresql://, with special characters percent-encoded',
  )

const redisOptions: ReadonlyMap<string, RegExp> = new Map([
  ['db', /^\d+$/],
  ['family', /^[046]$/],
])

/** The URL of a Redis. Any other option would override one of Ken, or end the process in the library. */
export const redisUrl = z
  .string()
  .refine((input) => {
    const url = /^rediss?:\/\//.test(input) ? URL.parse(input) : null
    if (url === null || url.hash !== '') return false
    const { username, password, pathname, searchParams } = url
    return (
      isPercentEncoded(username) &&
      isPercentEncoded(password) &&
      /^(?:\/?|\/\d+\/?)$/.test(pathname) &&
      [...searchParams].every(([name, value]) => redisOptions.get(name)?.test(value) === true)
    )
  })
  .describe(
    'a URL that starts with redis:// or rediss://, with special characters percent-encoded, at most the number of a database as its path, and at most ?family=0, ?family=4 or ?family=6 after it',
  )

/** A URL to which paths are appended, without a trailing slash. */
export const baseUrl = readBy((input) => {
  const url = /^https?:\/\//i.test(input) ? URL.parse(input) : null
  if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '') return null
  return url.href.replace(/\/+$/, '')
}).describe('a URL that starts with http:// or https://, without user, query or fragment')

/** A base URL, or null for an empty value. */
export const baseUrlOrNone = baseUrl
  .or(z.literal('').transform(() => null))
  .describe(baseUrl.description ?? '')

export const smtpUrl = z
  .string()
  .refine((input) => parseSmtpUrl(input) !== null)
  .describe(
    'smtp:// or smtps://, user:password@ if the server wants them, host and port, and at most ?tls=required or ?tls=none after smtp://',
  )

export const sender = readBy((input) => {
  const [, name = 'Ken', named, bare] = /^(?:([^<>]+?) *<([^<>]*)>|([^<> ]+))$/.exec(input) ?? []
  const address = newEmail(named ?? bare ?? '')
  const shown = displayName(unquoted(name))
  return address === null || shown === null ? null : { name: shown, address }
}).describe('an address such as ken@example.com or Ken <ken@example.com>')

/** The value of a quoted string (RFC 5322); any other name as it is. */
const unquoted = (name: string): string =>
  /^"(?:[^"\\]|\\.)*"$/.test(name) ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name

export const networks = listOf(isNetwork).describe(
  'IP addresses or CIDR ranges, separated by commas',
)

export const origins = listOf(isOrigin).describe(
  'origins such as https://portal.example.com, separated by commas',
)

export const synonyms = readBy(parseSynonyms, invalidSynonymsLine).describe(
  'sets of 2 to 20 words or phrases, separated by commas, one set per line, at most 1,000 sets',
)

/** Text that `read` parses; null refuses it. The path of the issue is the number of the invalid line, if there is one. */
function readBy<Value>(
  read: (input: string) => Value | null,
  invalidLine: (input: string) => number | null = () => null,
) {
  return z.string().transform((input, { issues }) => {
    const value = read(input)
    if (value !== null) return value
    const line = invalidLine(input)
    issues.push({ code: 'custom', input, path: line === null ? [] : [line] })
    return z.NEVER
  })
}

function listOf(isEntry: (entry: string) => boolean) {
  return z
    .string()
    .transform((input): readonly string[] => input.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isEntry))
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const width = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
  )
}

/** A URL can contain it, unlike 10.0.0.5.7, which looks like an IP address. */
const isHostName = (input: string): boolean =>
  /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(input) && URL.canParse(`http://${input}`)

function isPercentEncoded(input: string): boolean {
  try {
    decodeURIComponent(input)
    return true
  } catch {
    return false
  }
}

function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry
}

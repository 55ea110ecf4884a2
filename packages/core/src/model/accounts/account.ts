import type { Email } from './email.ts'

declare const accountIdBrand: unique symbol

/** UUID version 7: ids sort by creation. Never reused. */
export type AccountId = string & { readonly [accountIdBrand]: true }

export const roles = ['Owner', 'Admin', 'Member'] as const
export type Role = (typeof roles)[number]

/** Parses a role in any case and with white space around it; null if there is no such role. */
export function parseRole(input: string): Role | null {
  const name = input.trim().toLowerCase()
  return roles.find((role) => role.toLowerCase() === name) ?? null
}

export type AccountStatus = 'active' | 'deactivated'

/** A person's account. Only setup and invitations create one. */
export type Account = {
  readonly id: AccountId
  readonly email: Email
  readonly name: string
  /** As returned by the password hasher; null if the person signs in through another provider. */
  readonly passwordHash: string | null
  readonly signInProvider: 'local'
  readonly role: Role
  readonly status: AccountStatus
  readonly mustChangePassword: boolean
  /** Incremented with each new password. Everything proven under an earlier epoch is void. */
  readonly passwordEpoch: number
  /** When a temporary password stops working; null for a password that the person chose. */
  readonly temporaryPasswordExpiresAt: Date | null
  /** Encrypted. Set but not enabled until the enrolment is confirmed with a first code. */
  readonly mfaSecret: string | null
  readonly mfaEnabledAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastSignInAt: Date | null
}

/** An account as use cases return it: without the hash of its password and the secret of its second factor. */
export type AccountProfile = Omit<Account, 'passwordHash' | 'mfaSecret'>

/** Whose id it is. */
export type NamedAccount = Pick<Account, 'id' | 'email' | 'name'>

/** Leaves out the secrets of an account. */
export function profileOf({
  passwordHash: _passwordHash,
  mfaSecret: _mfaSecret,
  ...profile
}: Account): AccountProfile {
  return profile
}

export const nameLengthMax = 200
/** A name with what is removed from it, in UTF-16 units. */
const nameInputLengthMax = 4_000

/** A letter, digit, punctuation mark or symbol that is seen: no filler of Hangul, and no blank of Braille. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** The marks that join two consonants in scripts of India and Sri Lanka. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`
/** A character of a script whose letters are joined, such as in Arabic. */
const cursive = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Adlm}]`

/**
 * A joiner (U+200C, U+200D) where it changes what is seen: in Persian and Indian names, and in emoji. Anywhere else it would
 * be a difference that no one sees.
 */
const joiner = [
  String.raw`(?<=${virama})[\u200c\u200d]`,
  String.raw`(?<=\p{L})[\u200c\u200d](?=${virama})`,
  String.raw`(?<=${cursive})\u200c(?=${cursive})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
].join('|')
/** The flags of England, Scotland and Wales: a black flag and tag characters, of which no others are seen. */
const flag = ['eng', 'sct', 'wls']
  .map((part) => `\u{1f3f4}${tagsOf(`gb${part}`)}\u{e007f}`)
  .join('|')
const separators = new RegExp(String.raw`(?<flag>${flag})|(?:(?!${joiner})[\p{Cc}\p{Cf}\s])+`, 'gu')

function tagsOf(letters: string): string {
  return letters.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
}

/**
 * The display name: without control characters, white space collapsed; null if nothing of it is visible, or if it is
 * too long.
 */
export function displayName(input: string): string | null {
  // First, because unauthenticated callers reach this and the rest takes time in proportion to the length.
  if (input.length > nameInputLengthMax) return null
  const name = input.replaceAll(separators, (_, kept?: string) => kept ?? ' ').trim()
  return visible.test(name) && isNameUpTo(nameLengthMax, name) && name.isWellFormed() ? name : null
}

/** Whether a name has at most `lengthMax` characters: code points, as JSON Schema counts them, so that an emoji is one. */
export const isNameUpTo = (lengthMax: number, name: string): boolean =>
  Array.from(name).length <= lengthMax

/** A new account: active, with a password that the person chose, and without a second factor. */
export const newAccount = (
  person: Pick<Account, 'id' | 'email' | 'name' | 'role'> & { readonly passwordHash: string },
  now: Date,
): Account => ({
  ...person,
  signInProvider: 'local',
  status: 'active',
  mustChangePassword: false,
  passwordEpoch: 1,
  temporaryPasswordExpiresAt: null,
  mfaSecret: null,
  mfaEnabledAt: null,
  createdAt: now,
  updatedAt: now,
  lastSignInAt: null,
})

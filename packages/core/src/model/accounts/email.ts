declare const emailBrand: unique symbol

/** A canonical address: an ASCII addr-spec in lower case, at most 254 characters. */
export type Email = string & { readonly [emailBrand]: true }

const emailLengthMax = 254
const localPartLengthMax = 64
/** An address with blanks around it. */
const inputLengthMax = 1_000

// RFC 5322 dot-atom on the left, RFC 1035 labels on the right. Quoted local parts and address
// literals are legal in mail and useless for people, and they are how header injection travels.
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const addrSpec = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)*${label}$`)

/**
 * What mail programs decode in a header (RFC 2047): an address with this in it is shown as another, and some programs send
 * to that one.
 */
const encodedWord = /=\?.*\?=/

/** An address that an account or an invitation may get: canonical, and the same to every program that reads it. */
export function newEmail(input: string): Email | null {
  const email = canonicalEmail(input)
  return email === null || encodedWord.test(email) ? null : email
}

/**
 * The one canonicaliser of addresses: trims blanks, folds ASCII case, and answers null for anything
 * that is not an ASCII addr-spec. Never folds Unicode: U+0130 or U+212A must not become somebody else.
 * Takes every address that may be stored, also those that `newEmail` no longer takes.
 */
export function canonicalEmail(input: string): Email | null {
  // Before anything that takes longer the longer the text is: this is asked by anybody.
  if (input.length > inputLengthMax) return null
  const folded = input.replaceAll(/^ +| +$/g, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (folded.length > emailLengthMax || folded.indexOf('@') > localPartLengthMax) return null
  return addrSpec.test(folded) ? (folded as Email) : null
}

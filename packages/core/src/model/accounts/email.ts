declare const emailBrand: unique symbol

/** A canonical address: an ASCII addr-spec in lower case, at most 254 characters. */
export type Email = string & { readonly [emailBrand]: true }

const emailLengthMax = 254
const localPartLengthMax = 64
/** An address with spaces around it. */
const inputLengthMax = 1_000

// RFC 5322 dot-atom on the left, RFC 1035 labels on the right. Quoted local parts and address
// literals are legal but useless, and they enable header injection.
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const addrSpec = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)*${label}$`)

/**
 * An encoded word (RFC 2047). Email programs decode it: they show another address, and some send to
 * it.
 */
const encodedWord = /=\?.*\?=/

/** Parses the address of a new account or invitation: canonical, and without encoded words. */
export function newEmail(input: string): Email | null {
  const email = canonicalEmail(input)
  return email === null || encodedWord.test(email) ? null : email
}

/**
 * The only function that canonicalises addresses. Trims spaces, folds ASCII case, and returns null
 * for anything but an ASCII addr-spec. Never folds Unicode: U+0130 or U+212A must not turn into
 * another person's address. Also accepts stored addresses that `newEmail` now refuses.
 */
export function canonicalEmail(input: string): Email | null {
  // First, because unauthenticated callers reach this and the rest takes time in proportion to the
  // length.
  if (input.length > inputLengthMax) return null
  const folded = input
    .replaceAll(/^ +| +$/g, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (folded.length > emailLengthMax || folded.indexOf('@') > localPartLengthMax) return null
  return addrSpec.test(folded) ? (folded as Email) : null
}

import type { Cipher, CipherContext } from '../ports/credentials/cipher.ts'

type Decrypted = { readonly encrypted: string; readonly ownerId: string; readonly token: string }

const lastOf = new WeakMap<Cipher, Map<CipherContext['purpose'], Decrypted>>()

/**
 * Decrypts a token of a bot, as `decrypt` of the cipher does. Keeps the last one of each purpose: every message needs the
 * same ones. Only the same ciphertext in the same context gets it.
 */
export function decryptToken(
  cipher: Cipher,
  encrypted: string,
  { purpose, ownerId }: CipherContext,
): string | null {
  const tokens = lastOf.get(cipher) ?? new Map<CipherContext['purpose'], Decrypted>()
  const last = tokens.get(purpose)
  if (last !== undefined && last.encrypted === encrypted && last.ownerId === ownerId)
    return last.token
  const token = cipher.decrypt(encrypted, { purpose, ownerId })
  if (token === null) tokens.delete(purpose)
  else tokens.set(purpose, { encrypted, ownerId, token })
  lastOf.set(cipher, tokens)
  return token
}

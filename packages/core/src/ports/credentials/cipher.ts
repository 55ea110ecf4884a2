/** What a ciphertext belongs to. It decrypts for nothing else. */
export type CipherContext = {
  readonly purpose: 'chat_text' | 'mfa_secret' | 'teamchat_bot_token'
  readonly ownerId: string
}

/** Authenticated encryption at rest: AES-256-GCM, fresh nonce, key id inside, context as additional data. */
export interface Cipher {
  encrypt(plaintext: string, context: CipherContext): string

  /** Null when the text was altered, belongs to another context, or its key is gone: refuse and raise an alarm. */
  decrypt(ciphertext: string, context: CipherContext): string | null

  /** Whether the ciphertext was made with an older key than today's. */
  isOutdated(ciphertext: string): boolean
}

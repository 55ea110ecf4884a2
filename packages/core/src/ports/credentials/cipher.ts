/** The context of a ciphertext. It decrypts in no other. */
export type CipherContext = {
  readonly purpose:
    | 'chat_text'
    | 'bot_messenger_token'
    | 'bot_messenger_webhook'
    | 'mfa_secret'
    | 'teamchat_bot_token'
    | 'workspace_chat_app_token'
    | 'workspace_chat_bot_token'
    | 'workspace_chat_signing_secret'
  readonly ownerId: string
}

/**
 * Authenticated encryption at rest, bound to a context. Encrypting the same text twice gives
 * different ciphertexts.
 */
export interface Cipher {
  /** Encrypts with the current key. */
  encrypt(plaintext: string, context: CipherContext): string

  /**
   * Null if the text was altered, belongs to another context, or its key is gone: refuse and raise
   * an alarm.
   */
  decrypt(ciphertext: string, context: CipherContext): string | null

  /** Whether the ciphertext was encrypted with an older key. */
  isOutdated(ciphertext: string): boolean
}

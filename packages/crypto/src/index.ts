export { aesGcmCipher } from './aes-gcm-cipher.ts'
export {
  argon2Concurrency,
  argon2Hashers,
  argon2ParametersMax,
  argon2ParametersMin,
  argon2PasswordHasher,
} from './passwords/argon2-password-hasher.ts'
export type {
  Argon2Hashers,
  Argon2Parameters,
  Argon2PasswordHasherOptions,
} from './passwords/argon2-password-hasher.ts'
export { hibpBreachedPasswords } from './passwords/hibp-breached-passwords.ts'
export type { HibpBreachedPasswordsOptions } from './passwords/hibp-breached-passwords.ts'
export { hmacDeviceTokens } from './tokens/hmac-device-tokens.ts'
export { hmacEmailDigests } from './tokens/hmac-email-digests.ts'
export { hmacLinkCodeSource } from './tokens/hmac-link-code-source.ts'
export { hmacRefreshTokens } from './tokens/hmac-refresh-tokens.ts'
export { hmacAccessTokens } from './tokens/hmac-access-tokens.ts'
export {
  generateSecrets,
  generateUnusedSecret,
  KeyRingError,
  keyPurposes,
  parseKeyRing,
} from './key-ring.ts'
export type { KeyPurpose, KeyRing, RingKey } from './key-ring.ts'
export { randomApiKeySource } from './tokens/random-api-key-source.ts'
export { randomRecoveryCodeSource } from './tokens/random-recovery-code-source.ts'
export { randomSecretSource } from './tokens/random-secret-source.ts'
export { totpOneTimeCodes } from './totp-one-time-codes.ts'
export { uuidIdSource } from './uuid-id-source.ts'
export { zxcvbnPasswordStrength } from './passwords/zxcvbn-password-strength.ts'
export type {
  ZxcvbnPasswordStrength,
  ZxcvbnPasswordStrengthOptions,
} from './passwords/zxcvbn-password-strength.ts'

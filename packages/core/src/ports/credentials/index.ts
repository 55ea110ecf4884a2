export type { AccessClaims, AccessTokens } from './access-tokens.ts'
export type { AccountHolder, AccountHolders, Profile } from './account-holders.ts'
export type { ApiKeySource, NewApiKey } from './api-key-source.ts'
export {
  deviceAttemptDays,
  type AttemptDecision,
  type AttemptBucket,
  type LimitedBucket,
  type AttemptLimits,
  type AttemptLimit,
} from './attempt-limits.ts'
export type { BreachedPasswords } from './breached-passwords.ts'
export type { Cipher, CipherContext } from './cipher.ts'
export type { DeviceTokens, KnownDevice } from './device-tokens.ts'
export type { EmailDigests } from './email-digests.ts'
export type { IdentityHolder, IdentityHolders } from './identity-holders.ts'
export type { KeyHolders } from './key-holders.ts'
export type { Allowances, CountedCall, KeyLimiter } from './key-limiter.ts'
export type { KeyUsage } from './key-usage.ts'
export type { LinkCodeSource } from './link-code-source.ts'
export type { OneTimeCodes } from './one-time-codes.ts'
export type { PasswordHasher } from './password-hasher.ts'
export type { PasswordStrength, StrengthScore } from './password-strength.ts'
export type { RecoveryCodeSource } from './recovery-code-source.ts'
export type { RefreshTokens, SecretIds } from './refresh-tokens.ts'
export type { RefusalCounter } from './refusal-counter.ts'
export type { SecretSource } from './secret-source.ts'
export type { ReuseEntry, RotationResult, Rotation, SessionRotation } from './session-rotation.ts'
export type {
  StartedAttempt,
  LimitedDevice,
  PasswordHolder,
  SessionOpening,
  SignInAttempt,
  SignInAttempts,
} from './sign-in-attempts.ts'

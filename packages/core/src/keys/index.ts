export {
  authenticateKey,
  type AuthenticatedKey,
  type AuthenticateKey,
} from './authentication/authenticate-key.ts'
export {
  authenticateSurface,
  type AuthenticatedSurface,
  type AuthenticateSurface,
} from './authentication/authenticate-surface.ts'
export { countKeyMessage } from './authentication/count-key-message.ts'
export { readKeyVisibility } from './authentication/read-key-visibility.ts'
export { verifyPersonalKey } from './authentication/verify-personal-key.ts'
export { createKey, type CreatedKey, type CreateKey } from './create-key.ts'
export { createServiceKey, type CreateServiceKey } from './create-service-key.ts'
export type { KeyScope } from './find-managed-key.ts'
export { listKeys, type ListedKey, type ListKeys } from './list-keys.ts'
export { listOwnKeys, type ListOwnKeys, type OwnKeys } from './list-own-keys.ts'
export { remindOfKeyExpiry } from './remind-of-key-expiry.ts'
export { revokeKey, type RevokeKey } from './revoke-key.ts'
export { keyActs, showKey, type KeyAct, type ShowKey, type ShownKey } from './show-key.ts'
export { takeOverKey, type TakeOverKey } from './take-over-key.ts'
export { pruneKeyUsage } from './usage/prune-key-usage.ts'
export { recordKeyUse, type RecordKeyUse } from './usage/record-key-use.ts'
export { showKeyUsage, type KeyUsageReport, type ShowKeyUsage } from './usage/show-key-usage.ts'

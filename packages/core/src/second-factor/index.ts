export { confirmSecondFactor, type ConfirmSecondFactor } from './confirm-second-factor.ts'
export { countUnreadableFactors, type CountUnreadableFactors } from './count-unreadable-factors.ts'
export { disableSecondFactor, type DisableSecondFactor } from './disable-second-factor.ts'
export { enrolSecondFactor, type EnrolSecondFactor } from './enrol-second-factor.ts'
export { reencryptSecrets, type ReencryptSecrets } from './reencrypt-secrets.ts'
export { renewRecoveryCodes, type RenewRecoveryCodes } from './renew-recovery-codes.ts'
export {
  reportUnreadableSecrets,
  type ReportUnreadableSecrets,
} from './report-unreadable-secrets.ts'
export { resetSecondFactor, type ResetSecondFactor } from './reset-second-factor.ts'
export {
  showSecretRotation,
  type SecretRotation,
  type ShowSecretRotation,
} from './show-secret-rotation.ts'

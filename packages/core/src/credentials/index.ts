export { passwordExample, passwordLengthMax, passwordLengthMin } from './password-policy.ts'
export type { Enrolment, SecondFactorProof } from './second-factor.ts'

export type { SignedIn, SignInStep } from './sign-in-flow.ts'

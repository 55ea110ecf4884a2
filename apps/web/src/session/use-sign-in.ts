import { useState } from 'react'
import type { SignInProgress } from './kept/sign-in-memory.ts'
import { useSession } from './use-session.ts'

/** How far the sign-in is, and how to keep what changed. */
export function useSignIn(): readonly [SignInProgress, (changed: Partial<SignInProgress>) => void] {
  const { signIn } = useSession()
  const [progress, setProgress] = useState(signIn.read)
  const keep = (changed: Partial<SignInProgress>) => {
    // What happened while another screen was shown is in the memory alone.
    signIn.keep({ ...signIn.read(), ...changed })
    setProgress(signIn.read())
  }
  return [progress, keep]
}

import type { ReactNode } from 'react'
import { Problem } from '../ui/refusals/problem.tsx'

/** Why the form as a whole failed, if it did. */
export const FormProblem = ({ error }: { readonly error: unknown }): ReactNode =>
  error !== null && <Problem error={error} />

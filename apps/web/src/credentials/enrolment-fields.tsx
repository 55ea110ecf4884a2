import type { Enrolment } from '@ken/client'
import { useEffect, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { CodeField } from '../ui/fields/code-field.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import type { Act } from '../ui/acts/use-act.ts'
import { useHoldPage } from '../ui/acts/use-hold-page.ts'
import { useReadOnce } from '../ui/acts/use-read-once.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { EnrolmentSecret } from './enrolment-secret.tsx'
import { credentialMessages } from './messages.ts'

type EnrolmentFieldsProps = {
  readonly start: () => Promise<Enrolment>
  /** Confirms the first code. */
  readonly act: Act<string>
  readonly isRefused: boolean
  readonly code: string
  readonly onCode: (code: string) => void
}

/** The secret for an authenticator, then its first code. */
export function EnrolmentFields({
  start,
  act,
  isRefused,
  code,
  onCode,
}: EnrolmentFieldsProps): ReactNode {
  const messages = useMessages(credentialMessages)
  const { outcome: enrolment, error, tryAgain } = useReadOnce(start)
  useHoldPage(act.isBusy)
  const input = useFocus<HTMLInputElement>(enrolment)
  useEffect(() => {
    if (isRefused) input.current?.select()
  }, [isRefused, input])
  return (
    <>
      {error !== null && <Problem error={error} onTryAgain={tryAgain} />}
      <EnrolmentSecret enrolment={enrolment} />
      {!isRefused && act.error !== null && <Problem error={act.error} />}
      <CodeField
        label={messages.enterCode}
        value={code}
        inputRef={input}
        fault={isRefused ? messages.codeRefused : undefined}
        onChange={onCode}
        onComplete={act.run}
      />
      <SubmitButton act={act}>{messages.enable}</SubmitButton>
    </>
  )
}

import { useState, type ReactNode } from 'react'
import { EnrolmentFields } from '../../credentials/enrolment-fields.tsx'
import { isCodeRefused } from '../../credentials/proof-field.tsx'
import { useUnstoredCodes } from '../../credentials/use-unstored-codes.ts'
import { useMessages } from '../../language/use-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'
import { useForgetProfile } from '../../session/use-profile.ts'
import './enrol-factor.css'

type EnrolFactorProps = {
  readonly onCodes: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Sets up an authenticator. Nothing changes before its first code is confirmed. */
export function EnrolFactor({ onCodes, onCancel }: EnrolFactorProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const forgetProfile = useForgetProfile()
  const [code, setCode] = useState('')
  const { receive } = useUnstoredCodes()
  const act = useAct(
    (text: string) => receive(client.mfa.confirm({ code: text })),
    ({ recovery_codes: codes }) => {
      forgetProfile()
      onCodes(codes)
    },
  )
  return (
    <AccountPage title={messages.setUpFactor} lead={messages.setUpLead}>
      <form
        className="enrol-factor"
        method="post"
        aria-label={messages.setUpFactor}
        onSubmit={(event) => {
          event.preventDefault()
          act.run(code)
        }}
      >
        <EnrolmentFields
          start={client.mfa.enrol}
          act={act}
          isRefused={isCodeRefused(act.error)}
          code={code}
          onCode={setCode}
        />
        <Button kind="link" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </form>
    </AccountPage>
  )
}

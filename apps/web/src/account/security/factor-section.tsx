import type { Profile } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useUnstoredCodes } from '../../credentials/use-unstored-codes.ts'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { accountMessages } from '../messages.ts'
import { useForgetProfile, useProfile } from '../../session/use-profile.ts'
import { Disclosure } from './disclosure.tsx'
import { ProofForm } from './proof-form.tsx'
import { SecuritySection, type Done } from './security-section.tsx'

type FactorSectionProps = {
  readonly onEnrol: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

/** Whether two-factor authentication is on, and what can be done about it. */
export function FactorSection({ onEnrol, onCodes }: FactorSectionProps): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const [done, setDone] = useState<Done | null>(null)
  const { data, dataUpdatedAt, error, refetch } = useProfile()
  const { lostAt } = useUnstoredCodes()
  return (
    <SecuritySection title={messages.factor} done={done}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={1} label={ui.loading} />}
      {data?.mfa.enabled === false && (
        <>
          {lostAt !== null && lostAt >= dataUpdatedAt && (
            <Notice kind="caution" role="status">
              {messages.mayBeOn}
            </Notice>
          )}
          <p>{messages.factorOffText}</p>
          <div>
            <Button onClick={onEnrol}>{messages.setUpFactor}</Button>
          </div>
        </>
      )}
      {data?.mfa.enabled === true && (
        <EnabledFactor
          mfa={data.mfa}
          role={data.role}
          onCodes={onCodes}
          onDisabled={() => setDone({ text: messages.factorDisabled })}
        />
      )}
    </SecuritySection>
  )
}

type EnabledFactorProps = Pick<FactorSectionProps, 'onCodes'> &
  Pick<Profile, 'mfa' | 'role'> & { readonly onDisabled: () => void }

const fewCodes = 3

function EnabledFactor({ mfa, role, onCodes, onDisabled }: EnabledFactorProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const forgetProfile = useForgetProfile()
  const { areUnstored, receive } = useUnstoredCodes()
  const left = numberInWords(mfa.recovery_codes_left, language)
  return (
    <>
      <p>
        {messages.factorOn(mfa.recovery_codes_left, left)}
        {mfa.enabled_at !== null && (
          <>
            . {messages.factorSince}: <Moment value={mfa.enabled_at} />
          </>
        )}
      </p>
      {areUnstored && (
        <Notice kind="caution" role="status">
          {messages.unstoredCodes}
        </Notice>
      )}
      {mfa.recovery_codes_left <= fewCodes && <Notice kind="caution">{messages.fewCodes}</Notice>}
      <Disclosure label={messages.renewCodes}>
        {(close) => (
          <ProofForm
            label={messages.renewCodes}
            consequence={messages.renewConsequence(left)}
            button={messages.replaceCodes}
            send={(proof) => receive(client.mfa.renewRecoveryCodes(proof))}
            onDone={({ recovery_codes: codes }) => {
              forgetProfile()
              onCodes(codes)
            }}
            onCancel={close}
          />
        )}
      </Disclosure>
      {mfa.required ? (
        <p>{messages.factorRequired(messages.resetters[role])}</p>
      ) : (
        <Disclosure label={messages.turnOffFactor}>
          {(close) => (
            <ProofForm
              label={messages.turnOffFactor}
              consequence={messages.turnOffConsequence}
              button={messages.turnOff}
              send={client.mfa.disable}
              onDone={() => {
                forgetProfile()
                onDisabled()
              }}
              onCancel={close}
            />
          )}
        </Disclosure>
      )}
    </>
  )
}

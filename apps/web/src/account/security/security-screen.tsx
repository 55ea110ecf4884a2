import { useState, type ReactNode } from 'react'
import { useUnstoredCodes } from '../../credentials/use-unstored-codes.ts'
import { useMessages } from '../../language/use-messages.ts'
import { useProfile } from '../../session/use-profile.ts'
import { useSessionState } from '../../session/use-session.ts'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'
import { DevicesSection } from './devices-section.tsx'
import { EnrolFactor } from './enrol-factor.tsx'
import { FactorSection } from './factor-section.tsx'
import { NewCodes } from './new-codes.tsx'
import { PasswordSection } from './password-section.tsx'

type View =
  | { readonly kind: 'overview' | 'enrolment' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Password, second factor and signed-in devices of the person. */
export function SecurityScreen(): ReactNode {
  const messages = useMessages(accountMessages)
  const state = useSessionState()
  const [view, setView] = useState<View>({ kind: 'overview' })
  const email = state.kind === 'signed_in' ? state.user.email : ''
  const showOverview = () => setView({ kind: 'overview' })
  const { keepStored } = useUnstoredCodes()
  const { data: profile } = useProfile()
  const showCodes = (codes: readonly string[]) => {
    keepStored(false)
    setView({ kind: 'codes', codes })
  }
  // It is on already if the response to an earlier code was lost.
  if (view.kind === 'enrolment' && profile?.mfa.enabled === true) showOverview()
  if (view.kind === 'enrolment') return <EnrolFactor onCodes={showCodes} onCancel={showOverview} />
  if (view.kind === 'codes')
    return <NewCodes codes={view.codes} email={email} onDone={showOverview} />
  return (
    <AccountPage title={messages.security} lead={messages.securityLead}>
      <PasswordSection email={email} />
      <FactorSection onEnrol={() => setView({ kind: 'enrolment' })} onCodes={showCodes} />
      <DevicesSection />
    </AccountPage>
  )
}

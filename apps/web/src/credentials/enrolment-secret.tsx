import type { Enrolment } from '@ken/client'
import { lazy, Suspense, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Code } from '../ui/display/code.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { credentialMessages } from './messages.ts'
import './enrolment-secret.css'

/** Without its code the secret is still there as text: a screen that throws would lose the enrolment. */
const QrCode = lazy(async () => {
  try {
    return { default: (await import('../ui/display/qr-code.tsx')).QrCode }
  } catch {
    return { default: NoQrCode }
  }
})

/** The secret as a picture, as text, and as a link for an app on this device. */
export function EnrolmentSecret({
  enrolment,
}: {
  readonly enrolment: Enrolment | null
}): ReactNode {
  const messages = useMessages(credentialMessages)
  if (enrolment === null) return <div className="enrolment" aria-busy />
  const { secret, otpauth_uri: uri } = enrolment
  return (
    <div className="enrolment">
      <div className="enrolment-code">
        <Suspense>
          <QrCode text={uri} label={messages.qrLabel} />
        </Suspense>
      </div>
      <div className="enrolment-text">
        <p className="enrolment-title">{messages.scan}</p>
        <p className="enrolment-quiet">{messages.orType}</p>
        <Code className="enrolment-secret">{secret.match(/.{1,4}/g)?.join(' ')}</Code>
        <div className="enrolment-acts">
          <CopyButton text={secret} label={messages.copySecret} />
          <a href={uri}>{messages.openInApp}</a>
        </div>
      </div>
      <p className="enrolment-quiet enrolment-account">
        {messages.account} {accountOf(uri)}. {messages.replaces}
      </p>
    </div>
  )
}

/** Account and issuer, as the app will show them. */
function accountOf(uri: string): string {
  const label = decodeURIComponent(/^otpauth:\/\/totp\/([^?]*)/.exec(uri)?.[1] ?? '')
  const [issuer, ...account] = label.split(':')
  return `${account.join(':').trim()} · ${issuer}`
}

function NoQrCode(): ReactNode {
  const messages = useMessages(credentialMessages)
  return <p role="status">{messages.noQr}</p>
}

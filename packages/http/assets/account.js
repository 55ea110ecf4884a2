// Shows the steps after an account is created: two-factor enrolment, recovery codes, next steps.
import { element, onSubmit, post, reveal, show } from './form.js'

export async function goOn({ user, status, challenge }) {
  element('account-section').hidden = true
  element('person').textContent = `${user.name} (${user.email})`
  for (const place of document.querySelectorAll('[data-email]')) place.textContent = user.email
  if (status !== 'mfa_enrolment_required') return reveal('next-section')
  element('next-section').hidden = false
  reveal('enrolment-section')
  onSubmit(element('enrolment-form'), ({ code }) => confirm(challenge, code))
  const { ok, body } = await post('/login/mfa/enrol', { challenge })
  if (!ok) return show('enrolment-fault', body.detail)
  element('otpauth').href = body.otpauth_uri
  element('secret').textContent = body.secret.match(/.{1,4}/g).join(' ')
}

async function confirm(challenge, code) {
  show('enrolment-fault', '')
  const { ok, body } = await post('/login/mfa/confirm', { challenge, code })
  if (!ok) return show('enrolment-fault', body.detail)
  element('enrolment-section').hidden = true
  element('recovery-codes').textContent = body.recovery_codes.join('\n')
  reveal('recovery-codes-section')
}

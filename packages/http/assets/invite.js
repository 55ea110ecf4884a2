// The script of /invite.
import { goOn } from './account.js'
import { clearProblem, element, onSubmit, post, showProblem } from './form.js'
import { endLink, noToken, takeToken } from './link.js'

const fields = ['name', 'password']
const token = takeToken()

async function lookAt() {
  const preview = token === '' ? noToken : await post('/api/v1/auth/invitations/preview', { token })
  if (!preview.ok) return endLink('account-section', preview)
  element('role').textContent = preview.body.role
  element('email').value = preview.body.email
  element('account-section').hidden = false
}

async function accept({ name, password }) {
  clearProblem(fields)
  const accepted = await post('/api/v1/auth/invitations/accept', { token, name, password })
  if (accepted.ok) await goOn(accepted.body)
  else if (accepted.body.code === 'TOKEN_INVALID') endLink('account-section', accepted)
  else showProblem(fields, accepted.body)
}

onSubmit(element('account-form'), accept)
void lookAt()

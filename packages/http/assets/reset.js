// The script of /reset.
import { clearProblem, element, onSubmit, post, reveal, showProblem } from './form.js'
import { endLink, noToken, takeToken } from './link.js'

const fields = ['new_password']
const token = takeToken()

async function reset({ new_password }) {
  clearProblem(fields)
  const done = await post('/api/v1/auth/password/reset', { token, new_password })
  if (!done.ok && done.body.code === 'TOKEN_INVALID') endLink('password-section', done)
  else if (!done.ok) showProblem(fields, done.body)
  else {
    element('password-section').hidden = true
    reveal('next-section')
  }
}

onSubmit(element('password-form'), reset)
if (token === '') endLink('password-section', noToken)

// The script of /setup.
import { goOn } from './account.js'
import { clearProblem, element, onSubmit, post, showProblem } from './form.js'

const fields = ['name', 'email', 'password']

async function createOwner({ name, email, password }) {
  clearProblem(fields)
  const { ok, status, body } = await post('/setup', {
    email,
    password,
    ...(name.trim() !== '' && { name }),
  })
  if (status === 404)
    showProblem(fields, {
      detail: 'Ken is already set up. Another person created the first Owner.',
    })
  else if (!ok) showProblem(fields, body)
  else await goOn(body)
}

onSubmit(element('account-form'), createOwner)

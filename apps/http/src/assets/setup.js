// Sends the form of /setup as JSON and puts each fault beside its field.
const form = document.querySelector('form')
const button = form.querySelector('button')

const show = (id, text) => {
  const element = document.getElementById(id)
  element.textContent = text
  element.hidden = text === ''
}

const fields = ['name', 'email', 'password']

function showProblem({ detail, errors = [] }) {
  const named = errors.filter(({ pointer }) => fields.includes(pointer.slice(2)))
  for (const field of fields) {
    const faults = named.filter(({ pointer }) => pointer === `#/${field}`).map((fault) => fault.detail)
    show(`${field}-fault`, faults.length === 0 ? '' : `The ${field} ${faults.join('; it ')}.`)
    form.elements[field].setAttribute('aria-invalid', String(faults.length > 0))
  }
  show('fault', named.length === 0 ? detail : '')
}

function showDone({ user }) {
  document.getElementById('form-section').hidden = true
  document.getElementById('owner').textContent = `${user.name} (${user.email})`
  for (const element of document.querySelectorAll('[data-email]')) element.textContent = user.email
  document.getElementById('done-section').hidden = false
}

async function send() {
  showProblem({ detail: '' })
  button.disabled = true
  const { name, email, password } = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch('/setup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password, ...(name.trim() !== '' && { name }) }),
    })
    const answer = await response.json()
    if (response.ok) showDone(answer)
    else if (response.status === 404) showProblem({ detail: 'Ken is set up already. Somebody else was first.' })
    else showProblem(answer)
  } catch {
    showProblem({ detail: 'Ken does not answer. Check that it is running and try again.' })
  } finally {
    button.disabled = false
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})

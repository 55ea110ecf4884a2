// What the pages with a form share.
export const element = (id) => document.getElementById(id)

export const show = (id, text) => {
  element(id).textContent = text
  element(id).hidden = text === ''
}

const unanswered = { ok: false, answer: { detail: 'Ken does not answer. Check that it is running and try again.' } }

export async function post(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { ok, status } = response
    return { ok, status, answer: status === 204 ? {} : await response.json() }
  } catch {
    return unanswered
  }
}

/** Has `send` take what was typed, once at a time. What is wrong with a field is read out when the field has the focus. */
export function onSubmit(form, send) {
  const button = form.querySelector('button')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    await send(Object.fromEntries(new FormData(form)))
    button.disabled = false
    // The button lost the focus when it was disabled; a page that has gone on has put it elsewhere.
    if (form.closest('[hidden]') === null) (form.querySelector('[aria-invalid="true"]') ?? button).focus()
  })
}

/** Shows the next section, and takes people who cannot see it there. */
export function reveal(id) {
  element(id).hidden = false
  element(id).querySelector('h2').focus()
}

/** Puts each fault beside its field, and whatever else is wrong below. */
export function showProblem(fields, { detail, errors = [] }) {
  const named = errors.filter(({ pointer }) => fields.includes(pointer.slice(2)))
  for (const field of fields) {
    const faults = named.filter(({ pointer }) => pointer === `#/${field}`).map((fault) => fault.detail)
    show(`${field}-fault`, faults.length === 0 ? '' : `The ${field.replace('_', ' ')} ${faults.join('; it ')}.`)
    element(field).setAttribute('aria-invalid', String(faults.length > 0))
  }
  show('form-fault', named.length === 0 ? detail : '')
}

/** Takes away what `showProblem` put there. */
export const clearProblem = (fields) => showProblem(fields, { detail: '' })

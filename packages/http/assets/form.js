// Shared code of the pages with a form.
export const element = (id) => document.getElementById(id)

export const show = (id, text) => {
  element(id).textContent = text
  element(id).hidden = text === ''
}

const noResponse = {
  ok: false,
  body: { detail: 'Ken does not respond. Check that it is running and try again.' },
}

/** The mount path of Ken; empty at the root. */
const mountPath = document
  .querySelector('link[rel="stylesheet"]')
  .getAttribute('href')
  .replace('/assets/ken.css', '')

export async function post(path, body) {
  try {
    const response = await fetch(`${mountPath}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { ok, status } = response
    return { ok, status, body: status === 204 ? {} : await response.json() }
  } catch {
    return noResponse
  }
}

/** Calls `send` with the form's values, one call at a time. Screen readers read a field's error when it gets the focus. */
export function onSubmit(form, send) {
  const button = form.querySelector('button')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    await send(Object.fromEntries(new FormData(form)))
    button.disabled = false
    // Disabling the button removed its focus; if the page has moved on, another element has the focus.
    if (form.closest('[hidden]') === null)
      (form.querySelector('[aria-invalid="true"]') ?? button).focus()
  })
}

/** Shows a section and moves the focus to its heading, for screen readers. */
export function reveal(id) {
  element(id).hidden = false
  element(id).querySelector('h2').focus()
}

/** Shows each error next to its field, and any other error below the form. */
export function showProblem(fields, { detail, errors = [] }) {
  const named = errors.filter(({ pointer }) => fields.includes(pointer.slice(2)))
  for (const field of fields) {
    const faults = named
      .filter(({ pointer }) => pointer === `#/${field}`)
      .map((fault) => fault.detail)
    show(
      `${field}-fault`,
      faults.length === 0 ? '' : `The ${field.replace('_', ' ')} ${faults.join('; it ')}.`,
    )
    element(field).setAttribute('aria-invalid', String(faults.length > 0))
  }
  show('form-fault', named.length === 0 ? detail : '')
}

/** Removes the errors that `showProblem` showed. */
export const clearProblem = (fields) => showProblem(fields, { detail: '' })

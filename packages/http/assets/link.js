// Shared code of the pages that email links open.
import { element, show } from './form.js'

/** Returns the token of the link, and removes it from the address bar and the history. */
export function takeToken() {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  // Opening another link in this tab changes only the fragment.
  addEventListener('hashchange', () => location.reload())
  return token
}

/** Replaces a section with the notice that the link is invalid and what to do. */
export function endLink(section, { status, body }) {
  element(section).hidden = true
  element('link-section').hidden = false
  show(
    'link-fault',
    status === undefined
      ? 'Ken does not respond. Open the link in the email again in a moment.'
      : body.detail,
  )
}

export const noToken = {
  status: 400,
  body: { detail: 'The link is incomplete. Open it in the email again.' },
}

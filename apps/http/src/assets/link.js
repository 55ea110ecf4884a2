// What the pages behind the links of mails share.
import { element, show } from './form.js'

/** The token of the link. It leaves the address bar and the history at once. */
export function takeToken() {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  // Another link, opened in this tab, changes nothing but the fragment.
  addEventListener('hashchange', () => location.reload())
  return token
}

/** Says that the link leads nowhere, and shows what to do about it in place of a section. */
export function endLink(section, { status, answer }) {
  element(section).hidden = true
  element('link-section').hidden = false
  show('link-fault', status === undefined ? 'Ken does not answer. Open the link in the mail again in a moment.' : answer.detail)
}

export const noToken = { status: 400, answer: { detail: 'The link is not complete. Open it in the mail again.' } }

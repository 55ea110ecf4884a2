import { html } from 'hono/html'
import { formFault, newPasswordField } from './account-fields.ts'
import { linkSection, scriptNotice } from './link-section.ts'
import { page, type Markup } from './page.ts'

/** Behind the link of a reset: sets a new password, and then says what to do next. */
export const resetPage = (): Markup =>
  page(
    'Set a new password',
    html`<main class="narrow">
      <h1>Set a new password</h1>
      ${scriptNotice} ${linkSection('Ask an administrator for another link. Only the latest link works.')} ${passwordSection}
      ${nextSection}
    </main>`,
    '/assets/reset.js',
  )

const passwordSection = html`<section id="password-section">
  <p class="lead">It takes the place of the old one at once, and signs every device out.</p>
  <form id="password-form" method="post" action="/api/v1/auth/password/reset">
    ${newPasswordField('new_password', 'New password')} ${formFault}
    <button type="submit">Set the password</button>
  </form>
</section>`

const nextSection = html`<section id="next-section" hidden>
  <h2 tabindex="-1">The new password is set</h2>
  <p role="status">
    It is the one to sign in with from now on. If you have a second factor, it is the same as before. API keys go on working.
  </p>
  <p><a href="/">To the start page</a></p>
</section>`

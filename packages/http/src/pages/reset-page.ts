import { html } from 'hono/html'
import { formFault, newPasswordField } from './account-fields.ts'
import { linkSection, scriptNotice } from './link-section.ts'
import { page, type Markup } from './page.ts'

/** The page of a password-reset link: sets a new password and shows the next steps. */
export const resetPage = (): Markup =>
  page(
    'Set a new password',
    html`<main class="narrow">
      <h1>Set a new password</h1>
      ${scriptNotice}
      ${linkSection('Ask an administrator for another link. Only the latest link works.')}
      ${passwordSection} ${nextSection}
    </main>`,
    '/assets/reset.js',
  )

const passwordSection = html`<section id="password-section">
  <p class="lead">It replaces the old password at once and signs you out on all devices.</p>
  <form id="password-form" method="post" action="/api/v1/auth/password/reset">
    ${newPasswordField('new_password', 'New password')} ${formFault}
    <button type="submit">Set the password</button>
  </form>
</section>`

const nextSection = html`<section id="next-section" hidden>
  <h2 tabindex="-1">The new password is set</h2>
  <p role="status">
    Sign in with it from now on. Two-factor authentication is unchanged. API keys continue to work.
  </p>
  <p><a href="/">To the start page</a></p>
</section>`

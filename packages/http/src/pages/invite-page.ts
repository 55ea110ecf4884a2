import { html } from 'hono/html'
import { formFault, nameField, newPasswordField } from './account-fields.ts'
import { linkSection, scriptNotice } from './link-section.ts'
import { page, type Markup } from './page.ts'
import { secondFactorSections } from './second-factor-sections.ts'

/** The page that an invitation links to: creates the account, enrols the second factor, then shows the next steps. */
export const invitePage = (): Markup =>
  page(
    'Join Ken',
    html`<main class="narrow">
      <h1>Join Ken</h1>
      ${scriptNotice}
      ${linkSection('The person who invited you can send the invitation again, with a new link.')}
      ${accountSection} ${secondFactorSections} ${nextSection}
    </main>`,
    '/assets/invite.js',
  )

const accountSection = html`<section id="account-section" hidden>
  <p class="lead">
    You are invited, as <strong id="role"></strong>. Choose a name and a password to create your
    account.
  </p>
  <form id="account-form" method="post" action="/api/v1/auth/invitations/accept">
    <label for="email">E-mail address</label>
    <input id="email" type="email" autocomplete="username" readonly />
    ${nameField({ isRequired: true })} ${newPasswordField('password', 'Password')} ${formFault}
    <button type="submit">Accept the invitation</button>
  </form>
</section>`

const nextSection = html`<section id="next-section" hidden>
  <h2 tabindex="-1">What to do next</h2>
  <p role="status">You have an account: <strong id="person"></strong>.</p>
  <p>
    Programs search for you with an API key, which an administrator can create: the
    <a href="/public/v1/docs">reference</a> shows how.
  </p>
  <p><a href="/">To the start page</a></p>
</section>`

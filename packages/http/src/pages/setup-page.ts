import { html } from 'hono/html'
import { formFault, nameField, newPasswordField } from './account-fields.ts'
import { page, type Markup } from './page.ts'
import { secondFactorSections } from './second-factor-sections.ts'

/** The first-launch page: creates the first Owner, sets up two-factor authentication and shows the next steps. */
export const setupPage = (): Markup =>
  page(
    'Set up Ken',
    html`<main class="narrow">
      <h1>Set up Ken</h1>
      ${accountSection} ${secondFactorSections} ${nextSection}
    </main>`,
    '/assets/setup.js',
  )

const accountSection = html`<section id="account-section">
  <p class="lead">Create the account of the first Owner. You can invite others later.</p>
  <noscript>
    <p class="notice">
      This form needs JavaScript. The command line does the same:
      <code>npx --yes pnpm@12 ken init-owner --email you@example.com</code>
    </p>
  </noscript>
  <form id="account-form" method="post" action="/setup">
    ${nameField({ isRequired: false })}
    <label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      required
      aria-describedby="email-fault"
    />
    <p class="fault" id="email-fault" hidden></p>
    ${newPasswordField('password', 'Password')} ${formFault}
    <button type="submit">Create the Owner</button>
  </form>
</section>`

const nextSection = html`<section id="next-section" hidden>
  <h2 tabindex="-1">What to do next</h2>
  <p role="status"><strong id="person"></strong> is the first Owner.</p>
  <ol>
    <li>
      <p>Create an API key. It is shown once.</p>
      <pre><code>npx --yes pnpm@12 ken keys create --email <span data-email></span> --name laptop</code></pre>
    </li>
    <li>
      <p>Import documents, so that there is something to find.</p>
      <pre><code>npx --yes pnpm@12 ken import ./documents --source wiki --allow everyone</code></pre>
    </li>
    <li>
      <p>Search: the <a href="/public/v1/docs">reference</a> shows how.</p>
    </li>
  </ol>
</section>`

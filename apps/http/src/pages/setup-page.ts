import { nameLengthMax, passwordLengthMin } from '@ken/core'
import { html } from 'hono/html'
import { page, type Markup } from './page.ts'

/** First launch: makes the first Owner, and then says what to do next. */
export const setupPage = (): Markup =>
  page(
    'Set up Ken',
    html`<main class="narrow">
      <h1>Set up Ken</h1>
      <section id="form-section">
        <p class="lead">Make the account of the first Owner. Everybody else is invited later.</p>
        <noscript>
          <p class="notice">
            This form needs JavaScript. The command line does the same:
            <code>pnpm ken init-owner --email you@example.com --password …</code>
          </p>
        </noscript>
        <form method="post" action="/setup">
          <label for="name">Name</label>
          <input id="name" name="name" autocomplete="name" maxlength="${nameLengthMax}" aria-describedby="name-fault" />
          <p class="fault" id="name-fault" hidden></p>
          <label for="email">E-mail address</label>
          <input id="email" name="email" type="email" autocomplete="username" required aria-describedby="email-fault" />
          <p class="fault" id="email-fault" hidden></p>
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minlength="${passwordLengthMin}"
            aria-describedby="password-hint password-fault"
          />
          <p class="hint" id="password-hint">
            At least ${passwordLengthMin} characters that are hard to guess; several unrelated words are good. No rules about
            digits or symbols.
          </p>
          <p class="fault" id="password-fault" hidden></p>
          <p class="fault" id="fault" role="alert" hidden></p>
          <button type="submit">Create the Owner</button>
        </form>
      </section>
      <section id="done-section" hidden>
        <p class="lead" role="status">Done: <strong id="owner"></strong> is the first Owner.</p>
        <h2>What to do next</h2>
        <ol>
          <li>
            <p>Make an API key. It is shown once.</p>
            <pre><code>pnpm ken keys create --email <span data-email></span> --name laptop</code></pre>
          </li>
          <li>
            <p>Import documents, so that there is something to find.</p>
            <pre><code>pnpm ken import ./documents --source wiki --allow everyone</code></pre>
          </li>
          <li>
            <p>Search: the <a href="/public/v1/docs">reference</a> shows how.</p>
          </li>
        </ol>
      </section>
    </main>`,
    '/assets/setup.js',
  )

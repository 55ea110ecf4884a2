import { html } from 'hono/html'

/** The second factor of somebody who has just got an account, and then its recovery codes. */
export const secondFactorSections = html`<section id="enrolment-section" hidden>
    <h2 tabindex="-1">Set up a second factor</h2>
    <p class="lead">With your role, people sign in with a password and a code from an authenticator app.</p>
    <p>
      Type this secret into the app, for the account <span data-email></span>, or
      <a id="otpauth">open it in an app on this device</a>. It is time-based, with six digits.
    </p>
    <pre><code id="secret"></code></pre>
    <form id="enrolment-form" method="post" action="/login/mfa/confirm">
      <label for="code">Code that the app shows</label>
      <input
        id="code"
        name="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9]{6}"
        maxlength="6"
        required
        aria-describedby="code-hint enrolment-fault"
      />
      <p class="hint" id="code-hint">Within five minutes. Later, or on another day, your first sign-in asks for it again.</p>
      <p class="fault" id="enrolment-fault" role="alert" hidden></p>
      <button type="submit">Enable the second factor</button>
    </form>
  </section>
  <section id="recovery-codes-section" hidden>
    <h2 tabindex="-1">Keep these recovery codes</h2>
    <p class="lead">The second factor is enabled. When the authenticator is lost, each of these works once in place of a code.</p>
    <pre><code id="recovery-codes"></code></pre>
    <p>They are shown this once: put them where you keep passwords.</p>
  </section>`

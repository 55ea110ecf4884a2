import { html } from 'hono/html'

/** The enrolment of a second factor for a new account, then its recovery codes. */
export const secondFactorSections = html`<section id="enrolment-section" hidden>
    <h2 tabindex="-1">Set up two-factor authentication</h2>
    <p class="lead">Your role requires a code from an authenticator app at sign-in.</p>
    <p>
      Type this secret into the app, for the account <span data-email></span>, or
      <a id="otpauth">open it in an app on this device</a>. It is time-based, with six digits.
    </p>
    <pre><code id="secret"></code></pre>
    <form id="enrolment-form" method="post" action="/login/mfa/confirm">
      <label for="code">Code from the app</label>
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
      <p class="hint" id="code-hint">
        Enter it within five minutes. If you are too late, your next sign-in asks for it again.
      </p>
      <p class="fault" id="enrolment-fault" role="alert" hidden></p>
      <button type="submit">Enable two-factor authentication</button>
    </form>
  </section>
  <section id="recovery-codes-section" hidden>
    <h2 tabindex="-1">Keep these recovery codes</h2>
    <p class="lead">
      Two-factor authentication is enabled. If you lose the authenticator, each of these codes works
      once instead.
    </p>
    <pre><code id="recovery-codes"></code></pre>
    <p>They are shown only once: store them with your passwords.</p>
  </section>`

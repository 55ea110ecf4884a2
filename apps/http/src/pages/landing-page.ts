import { html } from 'hono/html'
import { page, type Markup } from './page.ts'

/** What this service is and where to go from here. */
export const landingPage = ({ setUp }: { readonly setUp: boolean }): Markup =>
  page(
    'Ken',
    html`<main class="narrow">
      <h1>Ken</h1>
      <p class="lead">
        Answers questions over a knowledge base, with links to the sources, always under the permissions of the person asking.
      </p>
      ${
        setUp
          ? html`<p>Ken is running. Programs talk to it with an API key.</p>`
          : html`<p class="notice">Nobody has an account yet. <a href="/setup">Set up the first Owner</a>.</p>`
      }
      <ul>
        <li><a href="/public/v1/docs">Reference of the public contract</a></li>
        <li><a href="/public/v1/openapi.json">The same for programs (OpenAPI 3.1)</a></li>
      </ul>
    </main>`,
  )

import { html } from 'hono/html'
import { page, type Markup } from './page.ts'

/** The start page: what Ken is, and where to go next. */
export const landingPage = ({ setUp }: { readonly setUp: boolean }): Markup =>
  page(
    'Ken',
    html`<main class="narrow">
      <h1>Ken</h1>
      <p class="lead">
        Answers questions over a knowledge base, with links to the sources, always under the
        permissions of the person asking.
      </p>
      ${
        setUp
          ? html`<p>Ken is running. Programs use it with an API key.</p>`
          : html`<p class="notice">
              No account exists yet. <a href="/setup">Create the first Owner</a>.
            </p>`
      }
      <ul>
        <li><a href="/public/v1/docs">Reference of the public contract</a></li>
        <li><a href="/public/v1/openapi.json">The same for programs (OpenAPI 3.1)</a></li>
      </ul>
    </main>`,
  )

import { html } from 'hono/html'
import { page, type Markup } from '../pages/page.ts'

/** The start page of a checkout whose console was not built. */
export const missingConsolePage = (): Markup =>
  page(
    'Ken',
    html`<main class="narrow">
      <h1>Ken</h1>
      <p class="notice">
        The console is not built. Build it with <code>npx --yes pnpm@12 build</code>, then start Ken
        again. The API works without it: see the <a href="/public/v1/docs">reference</a>.
      </p>
    </main>`,
  )

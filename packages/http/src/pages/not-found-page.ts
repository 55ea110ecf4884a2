import { html } from 'hono/html'
import { page, type Markup } from './page.ts'

/** The page for unknown and for forbidden addresses. */
export const notFoundPage = (): Markup =>
  page(
    'Not found',
    html`<main class="narrow">
      <h1>Not found</h1>
      <p class="lead">There is nothing at this address, or nothing that you may see.</p>
      <p><a href="/">To the start page</a></p>
    </main>`,
  )

import { html } from 'hono/html'
import type { Markup } from './page.ts'

/** What stands in place of a page whose link leads nowhere; `advice` says what to do about it. */
export const linkSection = (advice: string): Markup =>
  html`<section id="link-section" hidden>
    <p class="notice fault" id="link-fault" role="alert"></p>
    <p>${advice}</p>
  </section>`

/** For who would see nothing else. */
export const scriptNotice = html`<noscript
  ><p class="notice">This page needs JavaScript. Allow it, and open the link again.</p></noscript
>`

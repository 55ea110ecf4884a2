import { html } from 'hono/html'
import type { Markup } from './page.ts'

/** Replaces the content of a page whose link is invalid; `advice` says what to do. */
export const linkSection = (advice: string): Markup =>
  html`<section id="link-section" hidden>
    <p class="notice fault" id="link-fault" role="alert"></p>
    <p>${advice}</p>
  </section>`

/** The notice for browsers without JavaScript. */
export const scriptNotice = html`<noscript
  ><p class="notice">This page needs JavaScript. Allow it, and open the link again.</p></noscript
>`

import { html } from 'hono/html'
import type { Markup } from '../page.ts'

/** Text in which backticks mark code. */
export const inline = (text: string): readonly (Markup | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

export const paragraphs = (text: string): readonly Markup[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Code that can be copied; `name` says to people which one it is. */
export const codeBlock = (name: string, text: string): Markup =>
  html`<div class="code" data-name="${name}">
    <pre><code>${text}</code></pre>
  </div>`

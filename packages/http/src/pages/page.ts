import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** A complete page. It works without its script, if it has one. */
export const page = (
  title: string,
  content: Markup,
  { script }: { readonly script?: string } = {},
): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="/assets/ken.svg" />
        <link rel="stylesheet" href="/assets/ken.css" />
        <link rel="stylesheet" href="/assets/tokens.css" />
        ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        ${content}
      </body>
    </html>`

import { html } from 'hono/html'
import type { Markup } from '../page.ts'
import { inline } from './inline-text.ts'
import type { Reference } from './reference-model.ts'

const names: { readonly [credential: string]: string } = {
  apiKey: 'API key',
  serviceKey: 'Service key',
  accessToken: 'Access token',
}

/** The name of a credential for people. */
export const credentialName = (credential: string): string => names[credential] ?? credential

/** The credentials that operations accept, and how to send one. */
export const credentialList = ({ credentials }: Reference): Markup =>
  html`<p>
      Send one credential with each call, in the header <code>Authorization: Bearer …</code>:
    </p>
    <dl class="fields">
      ${credentials.map(
        ([credential, description]) =>
          html`<div id="credential-${credential}">
            <dt>${credentialName(credential)}</dt>
            <dd><p>${inline(description)}</p></dd>
          </div>`,
      )}
    </dl>`

import { nameLengthMax, passwordLengthMin } from '@ken/core'
import { html } from 'hono/html'
import type { Markup } from './page.ts'

/** Where somebody says how they are called. */
export const nameField = ({ isRequired }: { readonly isRequired: boolean }): Markup =>
  html`<label for="name">Name</label>
    <input
      id="name"
      name="name"
      autocomplete="name"
      ${isRequired ? 'required' : ''}
      maxlength="${nameLengthMax}"
      aria-describedby="name-fault"
    />
    <p class="fault" id="name-fault" hidden></p>`

/** Where somebody chooses a password, with what is asked of it. */
export const newPasswordField = (field: 'password' | 'new_password', label: string): Markup =>
  html`<label for="${field}">${label}</label>
    <input
      id="${field}"
      name="${field}"
      type="password"
      autocomplete="new-password"
      required
      minlength="${passwordLengthMin}"
      aria-describedby="password-hint ${field}-fault"
    />
    <p class="hint" id="password-hint">
      Hard to guess: four unrelated words, or 12 random characters from a password manager. ${passwordLengthMin} characters are
      the least, and rarely enough. No rules about digits or symbols.
    </p>
    <p class="fault" id="${field}-fault" hidden></p>`

/** What is wrong with none of the fields alone. */
export const formFault = html`<p class="fault" id="form-fault" role="alert" hidden></p>`

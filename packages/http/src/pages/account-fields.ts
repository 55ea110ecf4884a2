import { nameLengthMax, passwordLengthMin } from '@ken/core'
import { html } from 'hono/html'
import type { Markup } from './page.ts'

/** The field for the name. */
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

/** The field for a new password, with its rules. */
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
      Hard to guess: four unrelated words, or 12 random characters from a password manager. The
      minimum is ${passwordLengthMin} characters, which is rarely enough. Digits and symbols are not
      required.
    </p>
    <p class="fault" id="${field}-fault" hidden></p>`

/** The error of the form as a whole. */
export const formFault = html`<p class="fault" id="form-fault" role="alert" hidden></p>`

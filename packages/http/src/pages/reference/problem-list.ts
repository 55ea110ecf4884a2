import { html } from 'hono/html'
import type { KindOfProblem } from '../../errors/kinds-of-problem.ts'
import type { Markup } from '../page.ts'
import { inline } from './inline-text.ts'
import { problemCodesOf, type ReferenceOperation } from './reference-model.ts'

/** Every problem of Ken under its code: the `type` of a problem, from any path, links to it. */
export const problemList = (
  problems: readonly KindOfProblem[],
  operations: readonly ReferenceOperation[],
): readonly Markup[] =>
  problems.map(
    ({ code, status, title, details }) =>
      html`<section class="problem" id="${code}">
        <h3>
          <a href="#${code}"><code>${code}</code></a> <span class="status">${status}</span>
        </h3>
        <p>${title}</p>
        ${advice(details)}
        <p class="quiet">
          ${origins(operations.filter((one) => problemCodesOf(one).includes(code)))}
        </p>
      </section>`,
  )

const advice = (details: readonly string[]): Markup =>
  details.length === 1
    ? html`<p>${inline(details.join())}</p>`
    : html`<ul>
        ${details.map((detail) => html`<li>${inline(detail)}</li>`)}
      </ul>`

const origins = (operations: readonly ReferenceOperation[]): Markup | string =>
  operations.length === 0
    ? 'Outside of this contract only.'
    : html`${operations.map(
        ({ operationId, summary }, index) =>
          html`${index === 0 ? '' : ', '}<a href="#${operationId}">${summary}</a>`,
      )}`

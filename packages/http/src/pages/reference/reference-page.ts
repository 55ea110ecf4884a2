import { html } from 'hono/html'
import type { KindOfProblem } from '../../errors/kinds-of-problem.ts'
import type { OpenApiDocument } from '../../openapi.ts'
import { page, type Markup } from '../page.ts'
import { assistantSection } from './assistant-section.ts'
import { credentialList } from './credential-list.ts'
import { fieldList } from './field-list.ts'
import { codeBlock, paragraphs } from './inline-text.ts'
import { operationArticle } from './operation-article.ts'
import { problemList } from './problem-list.ts'
import { referenceOf, type Reference } from './reference-model.ts'

/** The API reference: all of the OpenAPI document, and every problem of Ken. */
export function referencePage(
  document: OpenApiDocument,
  problems: readonly KindOfProblem[],
): Markup {
  const reference = referenceOf(document)
  const { title, version, description, operations, schemas } = reference
  return page(
    `${title} v${version} reference`,
    html`<a class="skip" href="#content">Skip to the content</a>
      <div class="reference">
        ${navigation(reference)}
        <main id="content">
          <h1>${title} v${version}</h1>
          ${paragraphs(description)}
          <p>The same for programs: <a href="/public/v1/openapi.json">openapi.json</a>.</p>
          <h2 id="authentication">Authentication</h2>
          ${credentialList(reference)}
          <p>The samples below read it from a variable:</p>
          ${codeBlock('the variable', 'export KEN_API_KEY=ken_…')}
          ${operations.map((operation) => operationArticle(reference, operation))}
          ${assistantSection(reference.serverUrl)}
          <h2 id="objects">Objects</h2>
          ${schemas.map(
            ([name, schema]) =>
              html`<article id="object-${name}">
                <h3>${name}</h3>
                ${fieldList(schema)}
              </article>`,
          )}
          <h2 id="problems">Problems</h2>
          <p>
            The members <code>code</code> and <code>type</code> of a problem name one of these, for
            every path of Ken. The texts have examples of numbers and names.
          </p>
          ${problemList(problems, operations)}
        </main>
      </div>`,
    { script: '/assets/reference.js' },
  )
}

const navigation = ({ operations, schemas }: Reference): Markup =>
  html`<nav aria-label="Reference">
    ${linkList('Start', [['authentication', 'Authentication']])}
    ${linkList(
      'Operations',
      operations.map(({ operationId, summary }) => [operationId, summary]),
    )}
    ${linkList('Tools', [['assistants', 'Assistants']])}
    ${linkList(
      'Objects',
      schemas.map(([name]) => [`object-${name}`, name]),
    )}
    ${linkList('Errors', [['problems', 'Problems']])}
  </nav>`

const linkList = (
  title: string,
  links: ReadonlyArray<readonly [id: string, text: string]>,
): Markup =>
  html`<p class="nav-title">${title}</p>
    <ul>
      ${links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>`

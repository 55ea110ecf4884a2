import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi.ts'
import { curlExample } from './curl-example.ts'
import { page, type Markup } from './page.ts'
import {
  referenceOf,
  type Reference,
  type ReferenceOperation,
  type ReferenceProblem,
  type ReferenceResponse,
  type SchemaNode,
} from './reference-model.ts'

/** The API reference, rendered from the OpenAPI document alone. */
export function referencePage(document: OpenApiDocument): Markup {
  const reference = referenceOf(document)
  return page(
    `${reference.title} v${reference.version} reference`,
    html`<div class="reference">
      ${navigation(reference)}
      <main>
        <h1>${reference.title} v${reference.version}</h1>
        ${paragraphs(reference.description)}
        <p>
          The same for programs: <a href="/public/v1/openapi.json">openapi.json</a>. The commands
          below read the key from a variable:
        </p>
        <pre><code>export KEN_API_KEY=ken_…</code></pre>
        ${reference.operations.map((operation) => operationArticle(reference, operation))}
        <h2 id="objects">Objects</h2>
        ${reference.schemas.map(
          ([name, schema]) =>
            html`<article id="object-${name}">
              <h3>${name}</h3>
              ${fieldsTable(schema)}
            </article>`,
        )}
        <h2 id="problems">Problems</h2>
        <p>The members <code>code</code> and <code>type</code> of a problem name one of these.</p>
        ${problemsTable(reference.problems)}
      </main>
    </div>`,
  )
}

const navigation = ({ operations, schemas }: Reference): Markup =>
  html`<nav aria-label="Reference">
    ${linkList(
      'Operations',
      operations.map(({ operationId, summary }) => [operationId, summary]),
    )}
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

const operationArticle = (
  { serverUrl, schemas }: Reference,
  operation: ReferenceOperation,
): Markup => {
  const body = operation.requestBody?.content['application/json']
  const [, fields] = schemas.find(([name]) => body?.schema?.$ref?.endsWith(`/${name}`)) ?? []
  return html`<article id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <p class="endpoint"><span class="method">${operation.method}</span> ${operation.path}</p>
    ${paragraphs(operation.description)}
    ${
      body?.schema === undefined
        ? ''
        : html`<h3>Body: ${typeName(body.schema)}</h3>
            ${fieldsTable(fields ?? body.schema)} ${codeBlock(body.example)}`
    }
    <h3>With curl</h3>
    <pre><code>${curlExample(serverUrl, operation)}</code></pre>
    <h3>Answers</h3>
    ${Object.entries(operation.responses).map(([status, response]) => responseDetails(status, response))}
  </article>`
}

const responseDetails = (
  status: string,
  { description, headers = {}, content = {} }: ReferenceResponse,
): Markup =>
  html`<details ${status === '200' ? html`open` : ''}>
    <summary><span class="status">${status}</span> ${inline(description)}</summary>
    ${Object.entries(content).map(
      ([mediaType, { schema, example, examples }]) =>
        html`<p>
            <code>${mediaType}</code>${schema === undefined ? '' : html`: ${typeName(schema)}`}
          </p>
          ${[example, ...Object.values(examples ?? {}).map(({ value }) => value)].map(codeBlock)}`,
    )}
    <ul>
      ${Object.entries(headers).map(([name, header]) => html`<li><code>${name}</code>: ${inline(header.description)}</li>`)}
    </ul>
  </details>`

const codeBlock = (example: unknown): Markup | '' => {
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return html`<pre><code>${text}</code></pre>`
}

const fieldsTable = ({ properties = {}, required = [] }: SchemaNode): Markup =>
  html`<div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(properties).map(
          ([name, schema]) =>
            html`<tr>
              <td>
                <code>${name}</code>
                ${required.includes(name) ? html`<span class="required">required</span>` : ''}
              </td>
              <td>${typeName(schema)}</td>
              <td>
                ${schema.description === undefined ? '' : html`<p>${inline(schema.description)}</p>`}
                ${boundsOf(schema).map((bound) => html`<p>${bound}</p>`)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const typeName = ({ $ref, type, items }: SchemaNode): Markup => {
  const name = $ref?.slice($ref.lastIndexOf('/') + 1)
  if (name !== undefined) return html`<a href="#object-${name}">${name}</a>`
  if (items !== undefined) return html`array of ${typeName(items)}`
  return html`${[type ?? 'any'].flat().join(' or ')}`
}

const boundsOf = ({
  minLength,
  maxLength,
  minimum,
  maximum,
  default: byDefault,
}: SchemaNode): readonly string[] => [
  ...(minLength === undefined && maxLength === undefined
    ? []
    : [`${minLength ?? 0} to ${maxLength ?? 'any number of'} characters.`]),
  ...(minimum === undefined && maximum === undefined
    ? []
    : [`${minimum ?? 'any'} to ${maximum ?? 'any'}.`]),
  ...(byDefault === undefined ? [] : [`Default ${JSON.stringify(byDefault)}.`]),
]

const problemsTable = (problems: readonly ReferenceProblem[]): Markup =>
  html`<div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${problems.map(
          ({ code, status, title, detail }) =>
            html`<tr id="${code}">
              <td><code>${code}</code></td>
              <td>${status}</td>
              <td>
                <p>${title}</p>
                <p>${inline(detail)}</p>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const paragraphs = (text: string): readonly Markup[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Text in which backticks mark code. */
const inline = (text: string): readonly (Markup | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

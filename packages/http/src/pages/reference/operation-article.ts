import { html } from 'hono/html'
import type { Markup } from '../page.ts'
import { credentialName } from './credential-list.ts'
import { fieldList, parameterList, typeName } from './field-list.ts'
import { codeBlock, inline, paragraphs } from './inline-text.ts'
import type { Reference, ReferenceOperation, ReferenceResponse } from './reference-model.ts'
import { codeSamples } from './samples/code-samples.ts'

/** An operation: what it needs, how to call it, and its responses. */
export const operationArticle = (
  { serverUrl, schemas }: Reference,
  operation: ReferenceOperation,
): Markup => {
  const { operationId, summary, method, path, description, parameters = [] } = operation
  const body = operation.requestBody?.content['application/json']
  const [, fields] = schemas.find(([name]) => body?.schema?.$ref?.endsWith(`/${name}`)) ?? []
  return html`<article id="${operationId}">
    <h2>${summary}</h2>
    <p class="endpoint"><span class="method">${method}</span> <code>${path}</code></p>
    ${description === undefined ? '' : paragraphs(description)}
    <p>${credentialsOf(operation)}</p>
    ${
      parameters.length === 0
        ? ''
        : html`<h3>Parameters</h3>
            ${parameterList(parameters)}`
    }
    ${
      body?.schema === undefined
        ? ''
        : html`<h3>Request body: ${typeName(body.schema)}</h3>
            ${fieldList(fields ?? body.schema)}`
    }
    <h3>Call it</h3>
    <div class="samples">
      ${codeSamples(serverUrl, operation).map(
        ({ language, name, code }) =>
          html`<section data-language="${language}">
            <h4>${name}</h4>
            ${codeBlock(`${summary}, ${name}`, code)}
          </section>`,
      )}
    </div>
    <h3>Responses</h3>
    ${Object.entries(operation.responses).map(([status, response]) => responseDetails(summary, status, response))}
  </article>`
}

const credentialsOf = ({ security }: ReferenceOperation): Markup => {
  const names = security.flatMap((alternative) => Object.keys(alternative))
  if (names.length === 0) return html`Needs no <a href="#authentication">authentication</a>.`
  return html`Needs one of:
  ${names.map(
    (name, index) =>
      html`${index === 0 ? '' : ', '}<a href="#credential-${name}">${credentialName(name)}</a>`,
  )}.`
}

const responseDetails = (
  summary: string,
  status: string,
  { description, headers = {}, content = {} }: ReferenceResponse,
): Markup =>
  html`<details ${status.startsWith('2') ? html`open` : ''}>
    <summary><span class="status">${status}</span> ${inline(description)}</summary>
    ${Object.entries(content).map(
      ([mediaType, { schema, example, examples }]) =>
        html`<p>
            <code>${mediaType}</code>${schema === undefined ? '' : html`: ${typeName(schema)}`}
          </p>
          ${[example, ...Object.values(examples ?? {}).map(({ value }) => value)]
            .filter((value) => value !== undefined)
            .map((value) => codeBlock(`${summary}, response ${status}`, textOf(value)))}`,
    )}
    <dl class="fields">
      ${Object.entries(headers).map(
        ([name, header]) =>
          html`<div>
            <dt><code>${name}</code> header</dt>
            <dd><p>${inline(header.description)}</p></dd>
          </div>`,
      )}
    </dl>
  </details>`

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

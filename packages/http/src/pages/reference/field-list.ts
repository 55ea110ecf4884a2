import { html } from 'hono/html'
import type { Markup } from '../page.ts'
import { inline } from './inline-text.ts'
import type { ReferenceParameter, SchemaNode } from './reference-model.ts'

type Field = {
  readonly name: string
  readonly schema: SchemaNode
  readonly isRequired: boolean
  /** Where a parameter is sent. */
  readonly place?: string
}

/** The fields of an object. */
export const fieldList = ({ properties = {}, required = [] }: SchemaNode): Markup =>
  list(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
    })),
  )

/** The parameters of an operation. */
export const parameterList = (parameters: readonly ReferenceParameter[]): Markup =>
  list(
    parameters.map(({ name, in: place, required, schema }) => ({
      name: place === 'header' ? headerName(name) : name,
      schema,
      isRequired: required,
      place,
    })),
  )

const list = (fields: readonly Field[]): Markup =>
  html`<dl class="fields">
    ${fields.map(
      ({ name, schema, isRequired, place }) =>
        html`<div>
          <dt>
            <code>${name}</code> ${place === undefined ? '' : html`${place}, `}${typeName(schema)}
            ${isRequired ? html`<span class="required">required</span>` : ''}
          </dt>
          <dd>
            ${schema.description === undefined ? '' : html`<p>${inline(schema.description)}</p>`}
            ${boundsOf(schema).map((bound) => html`<p>${inline(bound)}</p>`)} ${innerFields(schema)}
          </dd>
        </div>`,
    )}
  </dl>`

/** The fields of an object that has no name of its own. */
const innerFields = (schema: SchemaNode): Markup | '' => {
  const inner = schema.items ?? schema
  return inner.properties === undefined ? '' : fieldList(inner)
}

/** A type, with a link to it if it has a name. */
export const typeName = ({ $ref, type, items, format }: SchemaNode): Markup => {
  const name = schemaName({ $ref })
  if (name !== undefined) return html`<a href="#object-${name}">${name}</a>`
  if (items !== undefined) return html`array of ${typeName(items)}`
  const text = [type ?? 'any'].flat().join(' or ')
  return html`${format === undefined ? text : `${text} (${format})`}`
}

/** The name of a schema of the document. */
export const schemaName = ({ $ref }: { readonly $ref?: string | undefined }): string | undefined =>
  $ref?.slice($ref.lastIndexOf('/') + 1)

const boundsOf = (schema: SchemaNode): readonly string[] => {
  const { enum: values, default: byDefault } = schema
  return [
    ...(values === undefined ? [] : [`One of ${values.map(quoted).join(', ')}.`]),
    ...rangeOf(schema.minLength, schema.maxLength, ' characters'),
    ...rangeOf(schema.minItems, schema.maxItems, ' items'),
    ...rangeOf(schema.minimum, schema.maximum, ''),
    ...(byDefault === undefined ? [] : [`Default ${quoted(byDefault)}.`]),
  ]
}

const quoted = (value: unknown): string => `\`${JSON.stringify(value)}\``

function rangeOf(least: number | undefined, most: number | undefined, unit: string) {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}.`]
  if (least !== undefined) return [`At least ${least}${unit}.`]
  return most === undefined ? [] : [`At most ${most}${unit}.`]
}

/** `ken-on-behalf-of` as the documentation writes it. */
const headerName = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

import { Query, type FieldDef, type QueryResultRow } from 'pg'

/** A prepared statement of one connection, as the driver's prototypes use it; their types omit it. */
type Connection = {
  readonly bind: (options: {
    readonly statement: string
    readonly values: readonly unknown[]
    readonly valueMapper: (value: unknown) => unknown
  }) => void
  readonly execute: (options: object) => void
  readonly sync: () => void
}
type Driven = {
  name: string
  callback: (error: unknown, result: unknown) => void
  readonly hasBeenParsed: (connection: Connection) => boolean
  readonly _result: { readonly _types: { readonly getTypeParser: GetTypeParser } }
}
type GetTypeParser = (typeId: number, format: 'text') => (text: string) => unknown

/** The columns of a statement's rows. */
type Column = { readonly name: string; readonly parse: (text: string) => unknown }

const columnsByConnection = new WeakMap<Connection, Map<string, readonly Column[]>>()

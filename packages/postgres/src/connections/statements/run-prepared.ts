import type { Writable } from 'node:stream'
import { Query, type ClientBase, type QueryResultRow } from 'pg'
import { isPrepared, type Statement } from './run-statement.ts'

/** The driver's connection and query; its types omit these members. */
type Connection = {
  readonly describe: (portal: object) => void
  readonly stream: Pick<Writable, 'writable' | 'write'>
} & Record<
  'parse' | 'bind' | 'execute' | 'close',
  (message: { readonly [field: string]: string }) => void
>
type Driven = {
  readonly name: string
  readonly callback: (error: unknown, rows?: readonly QueryResultRow[]) => void
  readonly hasBeenParsed: (connection: Connection) => boolean
  readonly prepare: (connection: Connection) => void
}

type TypeId = Parameters<ClientBase['getTypeParser']>[0]
type NamedStatement = Statement & { readonly name: string }
type RunStatement = NamedStatement & {
  readonly isUnflushed?: boolean
  /** Sent before it in the same transaction, which needs that all are prepared: see `mayFollow`. Their rows are ignored. */
  readonly before?: readonly NamedStatement[]
}
type Columns = {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** A row without values. To copy it and fill it in is faster than to add one property after the other. */
  readonly emptyRow: QueryResultRow
}

/** What is known of the prepared statements of one connection. */
type Prepared = {
  readonly columns: Map<string, Columns>
  /** What a statement sends, until it is written at once. */
  readonly messages: Uint8Array[]
  /** The connection, which collects `messages`. */
  readonly collecting: Connection
  /** The same, without asking for the columns of a result. */
  readonly undescribed: Connection
  /** The same, without the end of a transaction. */
  readonly unended: Connection
  /** Whether the settings of unflushed statements are prepared. */
  hasSettings: boolean
}

const preparedOn = new WeakMap<Connection, Prepared>()

function preparedOf(connection: Connection): Prepared {
  let prepared = preparedOn.get(connection)
  if (prepared === undefined) {
    const messages: Uint8Array[] = []
    const write = (message: Uint8Array) => messages.push(message) > 0
    const derived = (base: Connection, changes: object) =>
      Object.assign(Object.create(base) as Connection, changes)
    const collecting = derived(connection, { stream: { writable: true, write } })
    const undescribed = derived(collecting, { describe: () => {} })
    const unended = derived(undescribed, { sync: () => {} })
    const columns = new Map<string, Columns>()
    prepared = { columns, messages, collecting, undescribed, unended, hasSettings: false }
    preparedOn.set(connection, prepared)
  }
  return prepared
}

/**
 * Applies to the statement after it, which is sent in the same round trip and is the same transaction. Returns no row.
 * Without the second setting, PostgreSQL plans a statement with a list of ids again each time.
 */
const unflushedSettings = {
  name: 'unflushed_settings',
  text: `
select where set_config('synchronous_commit', 'off', true) || set_config('plan_cache_mode', 'force_generic_plan', true) = ''
`,
}

/** Whether these statements and the last of them can be sent together: all of them are prepared on this connection. */
export const mayFollow = (client: ClientBase, statements: readonly { readonly name: string }[]) =>
  statements.every(({ name }) => isPrepared(client, name))

/** Sends the settings. They are prepared once per connection: PostgreSQL takes longer to plan them than to run them. */
function sendSettings(connection: Connection, arePrepared: boolean): void {
  const { name } = unflushedSettings
  if (!arePrepared) {
    // A statement that failed may have left them prepared.
    connection.close({ type: 'S', name })
    connection.parse(unflushedSettings)
  }
  connection.bind({ statement: name })
  connection.execute({})
}

/**
 * A named statement that asks for its columns only once per connection: PostgreSQL refuses to run a
 * prepared statement whose columns would differ. That saves a message, its reply, and building the
 * driver's result from it.
 */
class PreparedQuery extends Query {
  #columns: Columns = { names: [], parsers: [], emptyRow: {} }
  #known: Prepared | undefined
  #followsSettings = false
  /** How many statements are sent before it, and how many have ended. */
  #beforeCount = 0
  #endedCount = 0
  readonly #rows: QueryResultRow[] = []
  #fault: unknown

  readonly #client: ClientBase
  readonly #isUnflushed: boolean
  readonly #before: readonly NamedStatement[]

  constructor(
    client: ClientBase,
    { name, text, values, timeoutMs, isUnflushed = false, before = [] }: RunStatement,
    callback: (error: unknown, rows: unknown) => void,
  ) {
    // The driver would copy an object property by property.
    super(text, values, callback)
    Object.assign(this, { name, query_timeout: timeoutMs })
    this.#client = client
    this.#isUnflushed = isUnflushed
    this.#before = before
  }

  get #driven(): Driven {
    return this as unknown as Driven // Its types omit the members.
  }

  prepare(connection: Connection): void {
    const prepared = preparedOf(connection)
    const { name, hasBeenParsed } = this.#driven
    const columns = hasBeenParsed.call(this, connection) ? prepared.columns.get(name) : undefined
    this.#known = prepared
    if (columns !== undefined) this.#columns = columns
    prepared.messages.length = 0
    // The driver would take its success for that of preparing the statement.
    this.#followsSettings = this.#isUnflushed && columns !== undefined
    if (this.#followsSettings) sendSettings(prepared.collecting, prepared.hasSettings)
    this.#beforeCount = this.#before.length + (this.#followsSettings ? 1 : 0)
    for (const statement of this.#before) sendBefore(prepared.unended, statement)
    prepare.call(this, columns === undefined ? prepared.collecting : prepared.undescribed)
    // The stream takes longer for several messages.
    const message = Buffer.concat(prepared.messages)
    prepared.messages.length = 0
    if (connection.stream.writable) connection.stream.write(message)
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: TypeId }[]
  }): void {
    const emptyRow = Object.fromEntries(fields.map(({ name }) => [name, null]))
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
      emptyRow,
    }
    this.#known?.columns.set(this.#driven.name, this.#columns)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#fault !== undefined || this.#endedCount < this.#beforeCount) return
    const { names, parsers, emptyRow } = this.#columns
    const row = { ...emptyRow }
    try {
      for (let position = 0; position < fields.length; position += 1) {
        const text = fields[position]!
        row[names[position]!] = text === null ? null : parsers[position]!(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#fault = error // The reply must be read to its end before the connection is reused.
    }
  }

  handleCommandComplete(): void {
    this.#endedCount += 1
    // A statement without columns has no description.
    if (this.#endedCount > this.#beforeCount)
      this.#known?.columns.set(this.#driven.name, this.#columns)
  }

  handleReadyForQuery(): void {
    const { callback } = this.#driven
    if (this.#followsSettings && this.#known) this.#known.hasSettings = true
    if (this.#fault === undefined) callback(null, this.#rows)
    else callback(this.#fault)
  }
}

const { prepare } = Query.prototype as unknown as Driven // Its types omit the method.

/** Sends a prepared statement, without the message that ends a transaction. Its values can be sent as they are. */
const sendBefore = (unended: Connection, { name, text, values }: NamedStatement): void =>
  prepare.call(Object.assign(new Query(text, [...values]), { name }), unended)

/** Runs a named statement, which is prepared once per connection, and returns its rows. */
export const runPrepared = <Row extends QueryResultRow>(
  client: ClientBase,
  statement: RunStatement,
): Promise<readonly Row[]> =>
  new Promise((resolve, reject) => {
    const query = new PreparedQuery(
      client,
      statement,
      (error, rows) => (error ? reject(error) : resolve(rows as readonly Row[])), // The rows of `handleReadyForQuery`.
    )
    client.query(query)
  })

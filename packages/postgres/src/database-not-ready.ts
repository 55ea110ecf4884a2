/**
 * Thrown instead of creating or migrating anything: there is no Ken where the settings point (`missing`), or the
 * database is not that of this version (`outdated`). The message says what to run.
 */
export class DatabaseNotReady extends Error {
  readonly state: 'missing' | 'outdated'

  constructor(state: DatabaseNotReady['state'], message: string) {
    super(message)
    this.name = 'DatabaseNotReady'
    this.state = state
  }
}

/** Where an embedded database was expected. */
export const missingIn = (directory: string): DatabaseNotReady =>
  new DatabaseNotReady('missing', `There is no Ken in ${directory}. Check KEN_DATA_DIR, or create a new Ken with: ken start`)

/** Where tables of Ken were expected. */
export const missingTables = (): DatabaseNotReady =>
  new DatabaseNotReady(
    'missing',
    'The database has no tables of Ken. Check that it is the right one, or create the tables with: ken migrate',
  )

export const outdated = (): DatabaseNotReady =>
  new DatabaseNotReady('outdated', 'The database is not up to date for this version of Ken. Migrate it with: ken migrate')

/**
 * Thrown before anything is created or migrated: there is no Ken at the configured place
 * (`missing`), or its database needs a migration (`outdated`). The message says what to run.
 */
export class DatabaseNotReady extends Error {
  readonly state: 'missing' | 'outdated'

  constructor(state: DatabaseNotReady['state'], message: string) {
    super(message)
    this.name = 'DatabaseNotReady'
    this.state = state
  }
}

/** For a missing embedded database. */
export const missingIn = (directory: string): DatabaseNotReady =>
  new DatabaseNotReady(
    'missing',
    `There is no Ken in ${directory}. Check KEN_DATA_DIR, or create a new Ken with: ken start`,
  )

/** For missing tables. */
export const missingTables = (): DatabaseNotReady =>
  new DatabaseNotReady(
    'missing',
    'The database has no tables of Ken. Check that it is the right one, or create the tables with: ken migrate',
  )

export const outdated = (): DatabaseNotReady =>
  new DatabaseNotReady(
    'outdated',
    'The database is not up to date for this version of Ken. Migrate it with: ken migrate',
  )

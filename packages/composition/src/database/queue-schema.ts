/** The schema of the queue: next to Ken's own, named after it. */
export const queueSchemaNextTo = (schema: string): string =>
  schema === 'public' ? 'pgboss' : `${schema}_jobs`

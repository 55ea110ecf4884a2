import { Client } from 'pg'

/** Runs `work` while no other process of the tests runs one of the same name; `client` is connected to the server. */
export async function oneAtATime<Value>(
  url: string,
  name: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work(client)
  } finally {
    await client.end()
  }
}

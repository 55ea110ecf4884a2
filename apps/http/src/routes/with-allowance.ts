import { describedHeaders } from '../errors/problems.ts'

type Responses = { readonly [status: number]: { readonly description: string } }

/** The responses of a route for keys: all tell what is left of the key's allowance, but for the one that refuses the key. */
export function withAllowance<Declared extends Responses>(responses: Declared): Declared {
  const told = Object.entries(responses).map(([status, response]) => {
    const { headers } = response as { readonly headers?: object }
    const all = { ...headers, ...describedHeaders('RateLimit-Policy', 'RateLimit') }
    return [status, status === '401' ? response : { ...response, headers: all }]
  })
  return Object.fromEntries(told) as Declared // Statuses and bodies are the same.
}

import { isSetUp } from '@ken/core'
import type { MiddlewareHandler } from 'hono'
import type { Api } from '../api.ts'
import type { ApiEnv } from '../api-context.ts'
import { respondNotFound } from '../errors/not-found.ts'

/** The guard of every method on `/setup`: once an account exists, the path is not found. */
export const onlyBeforeSetup =
  (api: Pick<Api, 'console' | 'ken'>): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    if (await isSetUp(api.ken.ports)) return respondNotFound(context, api)
    await next()
    return undefined
  }

import type { Api } from '../api.ts'

/** The app's dependencies and the name of the route. */
export type RouteApi = Api & { readonly operationId: string }

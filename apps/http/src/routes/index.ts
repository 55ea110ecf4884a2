import type { Markup } from '../pages/page.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { mountAssets } from './assets.ts'
import { mountHealthz } from './healthz.ts'
import { mountLanding } from './landing.ts'
import { mountOpenApiDocument, openApiDocumentRoute } from './openapi-document.ts'
import { mountReadyz } from './readyz.ts'
import { mountReference, referenceRoute } from './reference.ts'
import { mountSearch, searchRoute } from './search.ts'
import { mountSetup } from './setup.ts'

/** The operations of the public contract, in the order in which the reference shows them. */
export const publicRoutes = [searchRoute, openApiDocumentRoute, referenceRoute] as const

/** The public contract, for programs and for people. */
export type Contract = { readonly document: { readonly openapi: string }; readonly reference: Markup }

/** Every route there is. */
export function mountRoutes(app: SurfaceApp, surface: Surface, { document, reference }: Contract): void {
  mountSearch(app, surface)
  mountOpenApiDocument(app, document)
  mountReference(app, reference)
  mountSetup(app, surface)
  mountLanding(app, surface)
  mountAssets(app)
  mountHealthz(app)
  mountReadyz(app, surface)
}

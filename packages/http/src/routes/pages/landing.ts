import { isSetUp } from '@ken/core'
import { landingPage } from '../../pages/landing-page.ts'
import type { Page } from '../../routing/register-pages.ts'

/** The start page. */
export const landing: Page = {
  path: '/',
  handler: async (context, { ken }) =>
    context.html(await landingPage({ setUp: await isSetUp(ken.ports) })),
}

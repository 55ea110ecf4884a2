import { setupPage } from '../../pages/setup-page.ts'
import type { Page } from '../../routing/register-pages.ts'

/** The form that creates the first Owner. */
export const setup: Page = {
  path: '/setup',
  handler: async (context) => context.html(await setupPage()),
}

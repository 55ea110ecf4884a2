import { createRoute, type AnyRootRoute, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { guarded } from './frame/guarded.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { peopleMessages } from './people/messages.ts'
import type { AreaMessages } from './language/language.ts'
import type { Capability } from './session/capability.ts'

type AdminScreen = {
  readonly path: string
  /** Others get the page for an unknown address. */
  readonly capability: Capability
  readonly messages: AreaMessages<unknown>
  readonly load: () => Promise<ComponentType>
}

const screens: readonly AdminScreen[] = [
  {
    path: '/admin/people',
    capability: 'people.read',
    messages: peopleMessages,
    load: async () => (await import('./people/people-screen.tsx')).PeopleScreen,
  },
  {
    path: '/admin/people/$id',
    capability: 'people.read',
    messages: peopleMessages,
    load: async () => (await import('./people/person/person-screen.tsx')).PersonScreen,
  },
]

/** The screens of administrators. */
export const adminRoutes = (root: AnyRootRoute): readonly AnyRoute[] =>
  screens.map(({ path, capability, messages, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyScreen(messages, async () => guarded(capability, await load())),
    }),
  )

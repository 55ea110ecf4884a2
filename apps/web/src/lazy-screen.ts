import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AreaMessages } from './language/language.ts'

/** A screen that is loaded when it is needed, with the messages of its area. */
export const lazyScreen = (messages: AreaMessages<unknown>, load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), messages.load()])
    return { Screen }
  }, 'Screen')

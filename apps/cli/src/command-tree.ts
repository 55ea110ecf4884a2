import type { Command } from 'commander'
import type { World } from './world.ts'

/** Adds description, options, example and action to a command that was named. */
export type Define = (command: Command, world: World) => void

/** A command whose code is read only when it is called: `ken --help` must answer at once. */
export type Leaf = { readonly summary: string; readonly load: () => Promise<Define> }
export type Branch = { readonly summary: string; readonly commands: Tree }
export type Tree = { readonly [name: string]: Leaf | Branch }

/** Every command of `ken`. */
export const commandTree: Tree = {
  start: {
    summary: 'start Ken on this machine',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  http: {
    summary: 'serve HTTP only, beside a PostgreSQL server and Redis',
    load: async () => (await import('./commands/http.ts')).httpCommand,
  },
  migrate: {
    summary: 'bring the database up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'init-owner': {
    summary: 'create the first Owner',
    load: async () => (await import('./commands/init-owner.ts')).initOwnerCommand,
  },
  'reset-mfa': {
    summary: "take a person's second factor away",
    load: async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactorCommand,
  },
  import: {
    summary: 'import documents from a folder, a file or standard input',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  groups: {
    summary: 'people who share what they may read',
    commands: {
      create: {
        summary: 'create an empty group',
        load: async () => (await import('./commands/create-group.ts')).createGroupCommand,
      },
      delete: {
        summary: 'delete a group that no document names',
        load: async () => (await import('./commands/delete-group.ts')).deleteGroupCommand,
      },
      add: {
        summary: 'make a person a member',
        load: async () => (await import('./commands/add-group-member.ts')).addGroupMemberCommand,
      },
      remove: {
        summary: 'end a membership',
        load: async () => (await import('./commands/remove-group-member.ts')).removeGroupMemberCommand,
      },
      list: {
        summary: 'list groups with their members',
        load: async () => (await import('./commands/list-groups.ts')).listGroupsCommand,
      },
    },
  },
  keys: {
    summary: 'API keys',
    commands: {
      create: {
        summary: 'create a key that acts as its owner',
        load: async () => (await import('./commands/create-key.ts')).createKeyCommand,
      },
      list: {
        summary: 'list keys, without their secrets',
        load: async () => (await import('./commands/list-keys.ts')).listKeysCommand,
      },
      revoke: {
        summary: 'revoke a key at once',
        load: async () => (await import('./commands/revoke-key.ts')).revokeKeyCommand,
      },
    },
  },
  search: {
    summary: 'search a running Ken with an API key',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  secrets: {
    summary: 'the secrets of the service',
    commands: {
      generate: {
        summary: 'print a new value for KEN_SECRETS',
        load: async () => (await import('./commands/generate-secrets.ts')).generateSecretsCommand,
      },
    },
  },
  doctor: {
    summary: 'check everything Ken depends on',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  openapi: {
    summary: 'print the OpenAPI document',
    load: async () => (await import('./commands/openapi.ts')).openapiCommand,
  },
}

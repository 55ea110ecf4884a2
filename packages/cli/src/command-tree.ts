import type { Command } from 'commander'
import type { World } from './world.ts'

/** Adds description, options, example and action to a command. */
export type Define = (command: Command, world: World) => void

/** A command whose code is loaded when it is called: `ken --help` must be fast. */
export type Leaf = { readonly summary: string; readonly load: () => Promise<Define> }
export type Branch = { readonly summary: string; readonly commands: Tree }
/** A command with subcommands. */
export type Fork = Leaf & Branch
export type Tree = { readonly [name: string]: Leaf | Branch | Fork }

/** Every command of `ken`. */
export const commandTree: Tree = {
  start: {
    summary: 'start Ken on this machine',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  http: {
    summary: 'serve HTTP only, with a PostgreSQL server and Redis',
    load: async () => (await import('./commands/http.ts')).httpCommand,
  },
  worker: {
    summary: 'send email and run other background jobs, next to ken http',
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
  scheduler: {
    summary: 'run scheduled jobs and listen to the chats, next to ken http',
    load: async () => (await import('./commands/scheduler.ts')).schedulerCommand,
  },
  migrate: {
    summary: 'create or migrate the database',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'init-owner': {
    summary: 'create the first Owner',
    load: async () => (await import('./commands/users/init-owner.ts')).initOwnerCommand,
  },
  'reset-password': {
    summary: 'reset the password of the only Owner',
    load: async () =>
      (await import('./commands/users/reset-owner-password.ts')).resetOwnerPasswordCommand,
  },
  'reset-mfa': {
    summary: "remove a person's two-factor authentication",
    load: async () =>
      (await import('./commands/users/reset-second-factor.ts')).resetSecondFactorCommand,
  },
  import: {
    summary: 'import documents from a folder, a file or standard input',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  users: {
    summary: 'people and their accounts',
    commands: {
      list: {
        summary: 'list people',
        load: async () => (await import('./commands/users/list-accounts.ts')).listAccountsCommand,
      },
      invite: {
        summary: 'invite a person by email',
        load: async () =>
          (await import('./commands/users/create-invitation.ts')).createInvitationCommand,
      },
      import: {
        summary: 'invite the people on a list',
        load: async () =>
          (await import('./commands/users/import-invitations.ts')).importInvitationsCommand,
      },
      deactivate: {
        summary: 'deactivate a user and end their sessions immediately',
        load: async () =>
          (await import('./commands/users/deactivate-account.ts')).deactivateAccountCommand,
      },
      reactivate: {
        summary: 'let a person sign in again',
        load: async () =>
          (await import('./commands/users/reactivate-account.ts')).reactivateAccountCommand,
      },
      'end-sessions': {
        summary: 'sign a person or everyone out',
        load: async () => (await import('./commands/users/end-sessions.ts')).endSessionsCommand,
      },
    },
  },
  groups: {
    summary: 'people with shared permissions',
    commands: {
      create: {
        summary: 'create an empty group',
        load: async () => (await import('./commands/groups/create-group.ts')).createGroupCommand,
      },
      delete: {
        summary: 'delete a group that no document names',
        load: async () => (await import('./commands/groups/delete-group.ts')).deleteGroupCommand,
      },
      add: {
        summary: 'make a person a member',
        load: async () =>
          (await import('./commands/groups/add-group-member.ts')).addGroupMemberCommand,
      },
      remove: {
        summary: 'end a membership',
        load: async () =>
          (await import('./commands/groups/remove-group-member.ts')).removeGroupMemberCommand,
      },
      list: {
        summary: 'list groups',
        load: async () => (await import('./commands/groups/list-groups.ts')).listGroupsCommand,
      },
      members: {
        summary: 'list the members of a group',
        load: async () =>
          (await import('./commands/groups/list-group-members.ts')).listGroupMembersCommand,
      },
    },
  },
  keys: {
    summary: 'API keys',
    commands: {
      create: {
        summary: 'create a key that acts as its owner',
        load: async () => (await import('./commands/keys/create-key.ts')).createKeyCommand,
      },
      'create-service': {
        summary: 'create a key for a surface that acts on behalf of many people',
        load: async () =>
          (await import('./commands/keys/create-service-key.ts')).createServiceKeyCommand,
      },
      list: {
        summary: 'list keys, without their secrets',
        load: async () => (await import('./commands/keys/list-keys.ts')).listKeysCommand,
      },
      revoke: {
        summary: 'revoke a key immediately',
        load: async () => (await import('./commands/keys/revoke-key.ts')).revokeKeyCommand,
      },
      'take-over': {
        summary: 'make another Owner responsible for a service key',
        load: async () => (await import('./commands/keys/take-over-key.ts')).takeOverKeyCommand,
      },
    },
  },
  ask: {
    summary: 'ask a running Ken a question with an API key',
    load: async () => (await import('./commands/ask.ts')).askCommand,
  },
  search: {
    summary: 'search a running Ken with an API key',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  mcp: {
    summary: 'serve the tools of an assistant, over standard input and output',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  queue: {
    summary: 'show waiting and failed jobs',
    load: async () => (await import('./commands/show-queue.ts')).showQueueCommand,
    commands: {
      drop: {
        summary: 'delete waiting emails and answers',
        load: async () => (await import('./commands/drop-jobs.ts')).dropJobsCommand,
      },
      retry: {
        summary: 'retry failed jobs',
        load: async () =>
          (await import('./commands/retry-dead-letters.ts')).retryDeadLettersCommand,
      },
    },
  },
  audit: {
    summary: 'the audit log',
    commands: {
      verify: {
        summary: 'check that no entry was changed or removed',
        load: async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand,
      },
    },
  },
  database: {
    summary: 'the database',
    commands: {
      roles: {
        summary: 'create a database role that cannot change tables or triggers',
        load: async () =>
          (await import('./commands/database/separate-roles.ts')).separateRolesCommand,
      },
      copy: {
        summary: 'copy the embedded database to a PostgreSQL server',
        load: async () =>
          (await import('./commands/database/copy-database.ts')).copyDatabaseCommand,
      },
      reindex: {
        summary: 'rebuild the index of keyword search',
        load: async () =>
          (await import('./commands/database/reindex-documents.ts')).reindexDocumentsCommand,
      },
      reembed: {
        summary: 'have all passages embedded again',
        load: async () =>
          (await import('./commands/database/reembed-documents.ts')).reembedDocumentsCommand,
      },
    },
  },
  secrets: {
    summary: 'the secrets of the service',
    commands: {
      generate: {
        summary: 'print a new value for KEN_SECRETS',
        load: async () =>
          (await import('./commands/secrets/generate-secrets.ts')).generateSecretsCommand,
      },
      reencrypt: {
        summary: 'encrypt stored secrets with the newest key',
        load: async () =>
          (await import('./commands/secrets/reencrypt-secrets.ts')).reencryptSecretsCommand,
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

/** The types of the bodies of the console's API: `vitest run generated-clients -u` writes them from the served document. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly User: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "Owner" | "Admin" | "Member";
        };
        readonly SignedIn: {
            /** @enum {string} */
            readonly status: "signed_in";
            /** @description Keep it in memory only; send it as `Authorization: Bearer`. */
            readonly access_token: string;
            /** @enum {string} */
            readonly token_type: "Bearer";
            /** @description Seconds. */
            readonly expires_in: number;
            readonly user: components["schemas"]["User"];
        };
        readonly NextStage: {
            /** @enum {string} */
            readonly status: "mfa_required" | "password_change_required" | "mfa_enrolment_required";
            /** @description Proves the completed steps. Send it with the next step; it has no other use. */
            readonly challenge: string;
            /** @description Seconds. */
            readonly expires_in: number;
        };
        readonly Problem: {
            /**
             * Format: uri-reference
             * @description Reference to the description of this kind of problem.
             */
            readonly type: string;
            /** @description The kind of problem, always with the same text. */
            readonly title: string;
            /** @description The HTTP status. */
            readonly status: number;
            /** @description What happened and what to do about it. */
            readonly detail: string;
            /** @description The kind of problem, for programs. */
            readonly code: string;
            /**
             * Format: uuid
             * @description Identifies this request in the logs of the service.
             */
            readonly request_id: string;
            /** @description The invalid fields, with the reason. */
            readonly errors?: readonly {
                /** @description JSON pointer to the field, as a URI fragment (RFC 6901). */
                readonly pointer: string;
                readonly detail: string;
            }[];
            /** @description Why the platform does not serve the bot; one of a fixed list. */
            readonly reason?: string;
            /** @description All rules that the password violates. */
            readonly reasons?: readonly string[];
            /** @description Seconds to wait before trying again, as in `Retry-After`. An event of a stream has no header. */
            readonly retry_after_seconds?: number;
        };
        readonly SetUpRequest: {
            readonly email: string;
            readonly password: string;
            readonly name?: string;
        };
        readonly SignInOptions: {
            /** @description No account exists yet: `/setup` creates the first Owner. */
            readonly setup_needed: boolean;
            /** @description Reset links can be sent by email. */
            readonly forgot_password: boolean;
            /** @description The name of the organisation; null if it is not set. */
            readonly organisation_name: string | null;
            readonly providers: readonly "local"[];
        };
        readonly PreviewedInvitation: {
            readonly email: string;
            /** @enum {string} */
            readonly role: "Owner" | "Admin" | "Member";
            /** Format: date-time */
            readonly expires_at: string;
        };
        readonly PreviewInvitationRequest: {
            readonly token: string;
        };
        readonly AcceptInvitationRequest: {
            readonly token: string;
            readonly name: string;
            readonly password: string;
        };
        readonly SignInRequest: {
            readonly email: string;
            readonly password: string;
            readonly remember_me?: boolean;
        };
        readonly SecondFactorRequest: {
            readonly challenge: string;
            /** @description The six digits that the authenticator shows. */
            readonly code?: string;
            /** @description A recovery code, instead of `code`. */
            readonly recovery_code?: string;
        };
        readonly ForcedPasswordRequest: {
            readonly challenge: string;
            readonly new_password: string;
        };
        readonly Enrolment: {
            /** @description Base32, for typing. */
            readonly secret: string;
            /** @description The same, for a QR code. */
            readonly otpauth_uri: string;
        };
        readonly EnrolmentRequest: {
            readonly challenge: string;
        };
        readonly RecoveryCodes: {
            /** @description Shown only once. Each works once, instead of a code. */
            readonly recovery_codes: readonly string[];
        };
        readonly ConfirmEnrolmentRequest: {
            readonly challenge: string;
            readonly code: string;
        };
        readonly RefreshedSession: {
            readonly access_token: string;
            /** @enum {string} */
            readonly token_type: "Bearer";
            readonly expires_in: number;
            readonly user: components["schemas"]["User"];
        };
        readonly PasswordResetRequest: {
            readonly email: string;
        };
        readonly ResetPasswordRequest: {
            readonly token: string;
            readonly new_password: string;
        };
        readonly PasswordChangeRequest: {
            readonly current_password: string;
            readonly new_password: string;
        };
        readonly Profile: components["schemas"]["User"] & {
            /** Format: date-time */
            readonly created_at: string;
            readonly groups: readonly string[];
            readonly mfa: {
                readonly enabled: boolean;
                /** Format: date-time */
                readonly enabled_at: string | null;
                /** @description Recovery codes that are not used. */
                readonly recovery_codes_left: number;
                /** @description The role requires two-factor authentication, so it cannot be disabled. */
                readonly required: boolean;
            };
            /** @description What you may do, apart from your own account and from acts on accounts. */
            readonly may: readonly ("people.read" | "groups.change" | "invitations.read" | "invite.Owner" | "invite.Admin" | "invite.Member" | "keys.read" | "service_keys.create" | "knowledge.change" | "team_chat.change" | "audit.read" | "settings.read" | "settings.change" | "system.read")[];
            readonly features: {
                /** @description Ken can send email, so people can be invited. */
                readonly mail: boolean;
                /** @description Ken writes answers to questions. */
                readonly answers: boolean;
                /**
                 * Format: uri
                 * @description Where Ken serves the Model Context Protocol; null if it does not.
                 */
                readonly mcp_url: string | null;
            };
        };
        readonly OwnSourceList: {
            readonly data: readonly {
                readonly source: string;
            }[];
            readonly next_cursor: null;
        };
        readonly ChatSurfaceList: {
            readonly data: readonly {
                /**
                 * @description Where identities come from.
                 * @example teamchat
                 */
                readonly source: string;
                /**
                 * @description The account of the bot, to send a link code to.
                 * @example ken
                 */
                readonly bot_handle: string | null;
                /**
                 * @description Where the bot is. Null for a program with a service key.
                 * @example https://chat.example.com
                 */
                readonly url: string | null;
                /** @description Whether the bot responds now. */
                readonly available: boolean;
            }[];
            readonly next_cursor: null;
        };
        readonly ConfirmSecondFactorRequest: {
            readonly code: string;
        };
        readonly SecondFactorProof: {
            /** @description The six digits that the authenticator shows. */
            readonly code?: string;
            /** @description A recovery code, instead of `code`. */
            readonly recovery_code?: string;
        };
        readonly SessionPage: {
            readonly data: readonly components["schemas"]["Session"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly Session: {
            readonly id: string;
            /**
             * @description The name that the browser or program gives itself.
             * @example Firefox on Linux
             */
            readonly device: string;
            /** @description The last network address. */
            readonly address: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly last_active_at: string;
            /** @description Whether it is the session of this request. */
            readonly current: boolean;
        };
        readonly EndedSessions: {
            readonly ended: number;
        };
        readonly OwnKeyPage: components["schemas"]["KeyPage"] & {
            /** @description The number of all your keys. */
            readonly counts: {
                readonly active: number;
                readonly ended: number;
            };
        };
        readonly Key: {
            readonly id: string;
            /**
             * @description `personal` keys act as their owner; `service` keys act on behalf of many people.
             * @enum {string}
             */
            readonly kind: "personal" | "service";
            /** @description Null for a service key, which belongs to the organisation. */
            readonly owner_id: string | null;
            readonly owner_email: string | null;
            /**
             * @description The platform of a service key.
             * @example portal
             */
            readonly source: string | null;
            readonly name: string;
            /**
             * @description The first characters of the key, to recognise it.
             * @example ken_0aB1cD2e
             */
            readonly prefix: string;
            /** @description The sources that the key can search; null for every source that the person may see. */
            readonly sources: readonly string[] | null;
            /**
             * @description `orphaned`: the person responsible for the service key is not an active Owner, so it does not work until an Owner takes it over. `built_in`: Ken serves the platform itself, so the key never works.
             * @enum {string}
             */
            readonly status: "active" | "expired" | "revoked" | "orphaned" | "built_in";
            /** Format: date-time */
            readonly created_at: string;
            /** @description The account that created it; null for the command line. */
            readonly created_by: string | null;
            /** @description The account that the key depends on: its owner, or for a service key the Owner who created it or took it over. Null for a service key that was created on the command line. */
            readonly responsible_id: string | null;
            /** @description Also null if the account was deleted. */
            readonly responsible_email: string | null;
            /**
             * Format: date-time
             * @description Null for a key that never expires.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last accepted, accurate to about a second.
             */
            readonly last_used_at: string | null;
            /** Format: date-time */
            readonly revoked_at: string | null;
            /** @description The number of calls on each of the last seven days of 24 hours, oldest first. */
            readonly week: readonly number[];
        };
        readonly KeyPage: {
            readonly data: readonly components["schemas"]["Key"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly CreatedKey: components["schemas"]["Key"] & {
            /**
             * @description The whole key, shown only once; null in the response to a repeated request.
             * @example ken_…
             */
            readonly key: string | null;
            /** @description In the response to a repeated request: what to do without the key. */
            readonly notice?: string;
        };
        readonly NewOwnKey: {
            /** @description What the key is for. */
            readonly name: string;
            /**
             * @description The lifetime; null for no expiry.
             * @enum {number|null}
             */
            readonly expires_in_days: 30 | 90 | 365 | null;
            /** @description The sources that the key can search; null or omitted for every source that its owner may see. */
            readonly sources?: readonly string[] | null;
        };
        readonly ShownKey: components["schemas"]["Key"] & {
            /** @description What the caller can do with the key. */
            readonly may: readonly ("revoke" | "replace" | "take_over")[];
        };
        readonly KeyUsage: {
            /** Format: date-time */
            readonly last_used_at: string | null;
            /**
             * Format: date-time
             * @description The counts cover the calls since then.
             */
            readonly since: string;
            readonly total: number;
            /** @description Succeeded. */
            readonly ok: number;
            /** @description Refused by a rate limit. */
            readonly rate_limited: number;
            /** @description Refused because the key or its person lacks permission. */
            readonly denied: number;
            /** @description Failed because of the request or of Ken. */
            readonly failed: number;
            /** @description The hours with calls, newest first. */
            readonly hours: readonly {
                /** Format: date-time */
                readonly hour: string;
                readonly total: number;
                /** @description Succeeded. */
                readonly ok: number;
                /** @description Refused by a rate limit. */
                readonly rate_limited: number;
                /** @description Refused because the key or its person lacks permission. */
                readonly denied: number;
                /** @description Failed because of the request or of Ken. */
                readonly failed: number;
            }[];
        };
        readonly LinkCode: {
            /**
             * @description Send this to the bot, in upper or lower case. It is shown only once.
             * @example 7Q2M-X0KD
             */
            readonly code: string;
            /** @description The only platform where it works; null for any. */
            readonly source: string | null;
            /** Format: date-time */
            readonly expires_at: string;
            /**
             * @description Seconds. Count these down where the clock may be wrong.
             * @example 600
             */
            readonly expires_in: number;
        };
        readonly NewLinkCode: {
            /**
             * @description The platform that the code is for. Without it, the code works on the first platform that it is sent to.
             * @example teamchat
             */
            readonly source?: string;
        };
        readonly IdentityList: {
            readonly data: readonly components["schemas"]["Identity"][];
            readonly next_cursor: null;
        };
        readonly Identity: {
            readonly id: string;
            /**
             * @description The platform.
             * @example teamchat
             */
            readonly source: string;
            /** @description The id of the person on the platform. */
            readonly external_id: string;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly AgentList: {
            readonly data: readonly components["schemas"]["Agent"][];
            readonly next_cursor: null;
        };
        readonly Agent: {
            readonly id: string;
            readonly name: string;
            readonly enabled: boolean;
        };
        readonly ListedPersonPage: {
            readonly data: readonly components["schemas"]["ListedPerson"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ListedPerson: components["schemas"]["Person"] & {
            /** @description The acts that the caller may perform on the account and that would change it. */
            readonly may: readonly ("deactivate" | "reactivate" | "delete" | "change_role" | "change_email" | "reset_password" | "reset_second_factor" | "end_sessions" | "issue_key" | "revoke_key" | "remove_identity")[];
        };
        readonly Person: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "Owner" | "Admin" | "Member";
            /** @enum {string} */
            readonly status: "active" | "deactivated";
            /** @description The password is temporary and must be replaced. */
            readonly must_change_password: boolean;
            /** @description Two-factor authentication is enabled. */
            readonly mfa_enabled: boolean;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly last_sign_in_at: string | null;
        };
        readonly UserSuggestions: {
            readonly data: readonly components["schemas"]["SuggestedUser"][];
        };
        readonly SuggestedUser: components["schemas"]["User"] & {
            /** @description What the caller can do with the account. */
            readonly may: readonly ("deactivate" | "reactivate" | "delete" | "change_role" | "change_email" | "reset_password" | "reset_second_factor" | "end_sessions" | "issue_key" | "revoke_key" | "remove_identity")[];
        };
        readonly PeopleSummary: {
            readonly total: number;
            readonly by_role: {
                readonly Owner?: number;
                readonly Admin?: number;
                readonly Member?: number;
            };
            readonly by_status: {
                readonly active: number;
                readonly deactivated: number;
            };
            /** @description Active people without two-factor authentication. */
            readonly without_mfa_by_role: {
                readonly Owner?: number;
                readonly Admin?: number;
                readonly Member?: number;
            };
            /** @description Only 10000 people of one role, status and state of two-factor authentication were counted: there are more. */
            readonly capped: boolean;
        };
        readonly PersonCard: components["schemas"]["Person"] & {
            readonly active_sessions: number;
            readonly active_keys: number;
            readonly groups: readonly string[];
            /** @description The acts that the caller may perform on the account and that would change it. */
            readonly may: readonly ("deactivate" | "reactivate" | "delete" | "change_role" | "change_email" | "reset_password" | "reset_second_factor" | "end_sessions" | "issue_key" | "revoke_key" | "remove_identity")[];
            /** @description Why each other act is not possible. `own_account`: not on your own account. `role`: your role does not permit it. `last_owner`: no active Owner would remain. `account_active`: the account is active already. `account_deactivated`: the account is deactivated. */
            readonly refusals: {
                /** @enum {string} */
                readonly deactivate?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly reactivate?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly delete?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly change_role?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly change_email?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly reset_password?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly reset_second_factor?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly end_sessions?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly issue_key?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly revoke_key?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
                /** @enum {string} */
                readonly remove_identity?: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated";
            };
        };
        readonly RemovalPreview: {
            /**
             * @description Why the act is not possible; null if it is.
             * @enum {string|null}
             */
            readonly refusal: "own_account" | "role" | "last_owner" | "account_active" | "account_deactivated" | null;
            /** @description Sessions that end. */
            readonly sessions: number;
            /** @description The newest of the keys that stop working, service keys that depend on the person included. */
            readonly keys: readonly {
                readonly id: string;
                /** @enum {string} */
                readonly kind: "personal" | "service";
                readonly name: string;
                readonly prefix: string;
                /** Format: date-time */
                readonly last_used_at: string | null;
            }[];
            readonly keys_total: number;
            /** @description Personal agents that stop. */
            readonly agents: number;
            /** @description Pending invitations to be an Owner or Admin that are revoked. */
            readonly owner_invitations: number;
            /** @description Linked chats: kept on deactivation, removed on deletion. */
            readonly identities: number;
            /** @description Memberships: kept on deactivation, removed on deletion. */
            readonly groups: number;
        };
        readonly TemporaryPassword: {
            /** @enum {string} */
            readonly method: "temporary_password";
            /** @description Valid for a day, and only to choose a new password. */
            readonly temporary_password: string;
            /** Format: date-time */
            readonly expires_at: string;
        };
        readonly MailedPasswordReset: {
            /** @enum {string} */
            readonly method: "mail";
        };
        readonly InvitationPage: {
            readonly data: readonly components["schemas"]["ListedInvitation"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ListedInvitation: components["schemas"]["Invitation"] & {
            readonly inviter: components["schemas"]["NamedAccount"];
        };
        /** @description Who did it; null for the command line, and if the account was deleted. */
        readonly NamedAccount: {
            readonly name: string;
            readonly email: string;
        } | null;
        readonly Invitation: {
            readonly id: string;
            readonly email: string;
            /** @enum {string} */
            readonly role: "Owner" | "Admin" | "Member";
            /** @enum {string} */
            readonly state: "queued" | "sent" | "failed" | "accepted" | "expired" | "revoked";
            /** @description The account that invited; null for the command line. */
            readonly invited_by: string | null;
            /** @description The import that created it. */
            readonly import_id: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the mail server accepted the last email.
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description When the link of the last email expires: after 48 hours.
             */
            readonly expires_at: string | null;
            /** Format: date-time */
            readonly accepted_at: string | null;
            /** Format: date-time */
            readonly revoked_at: string | null;
            /** @description How many times sending the email was attempted. */
            readonly attempts: number;
            /** @description Why the last attempt failed. */
            readonly last_error: string | null;
        };
        readonly NewInvitation: {
            readonly email: string;
            /** @enum {string} */
            readonly role: "Owner" | "Admin" | "Member";
        };
        readonly ImportedInvitations: {
            /** @description Identifies the import; null for a dry run. */
            readonly id: string | null;
            readonly dry_run: boolean;
            readonly counts: components["schemas"]["InvitationCounts"];
            /** @description How long sending all emails takes at the set pace; null for a dry run without a mail server. */
            readonly delivery_seconds: number | null;
            readonly lines: readonly {
                /** @description The line of the file; the header is line 1. */
                readonly line: number;
                /** @description Null if missing. */
                readonly email: string | null;
                /** @enum {string} */
                readonly verdict: "created" | "already_invited" | "already_a_user" | "invalid";
                /**
                 * @description Why the line is invalid.
                 * @enum {string|null}
                 */
                readonly fault: "columns" | "email" | "role" | null;
            }[];
        };
        readonly InvitationCounts: {
            readonly created: number;
            readonly already_invited: number;
            readonly already_a_user: number;
            readonly invalid: number;
        };
        readonly InvitationImportPage: {
            readonly data: readonly components["schemas"]["ListedInvitationImport"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ListedInvitationImport: {
            readonly id: string;
            /** @description Null for the command line. */
            readonly imported_by: string | null;
            readonly importer: components["schemas"]["NamedAccount"];
            /** Format: date-time */
            readonly created_at: string;
            readonly counts: components["schemas"]["InvitationCounts"];
            readonly progress: components["schemas"]["InvitationImportProgress"];
        };
        /** @description Its invitations by current state. */
        readonly InvitationImportProgress: {
            readonly queued: number;
            readonly sent: number;
            readonly failed: number;
            readonly accepted: number;
            readonly expired: number;
            readonly revoked: number;
        };
        readonly InvitationImport: {
            readonly id: string;
            /** @description Null for the command line. */
            readonly imported_by: string | null;
            readonly importer: components["schemas"]["NamedAccount"];
            /** Format: date-time */
            readonly created_at: string;
            readonly counts: components["schemas"]["InvitationCounts"];
            readonly progress: components["schemas"]["InvitationImportProgress"];
            /** @description How long sending what is queued takes at the set pace; null without a mail server. */
            readonly delivery_seconds: number | null;
        };
        readonly ImportedLinePage: {
            readonly data: readonly components["schemas"]["ImportedLine"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ImportedLine: {
            /** @description The line of the file; the header is line 1. */
            readonly line: number;
            /** @description Null if missing or invalid. */
            readonly email: string | null;
            /** @enum {string} */
            readonly verdict: "created" | "already_invited" | "already_a_user" | "invalid";
            /**
             * @description Why the line is invalid.
             * @enum {string|null}
             */
            readonly fault: "columns" | "email" | "role" | null;
            /** @description The invitation that the line created. */
            readonly invitation_id: string | null;
        };
        readonly ResentInvitations: {
            /** @description How many emails were queued. */
            readonly resent: number;
        };
        readonly GroupPage: {
            readonly data: readonly components["schemas"]["ListedGroup"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ListedGroup: components["schemas"]["Group"] & {
            readonly member_count: number;
            /** @description Documents whose access-control list names the group; at most 10000 are counted. */
            readonly document_count: number;
        };
        readonly Group: {
            /**
             * @description Documents refer to it as `group:<slug>`.
             * @example finance
             */
            readonly slug: string;
            /** Format: date-time */
            readonly created_at: string;
        };
        readonly GroupMemberPage: {
            readonly data: readonly components["schemas"]["Person"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly GroupMemberVerdicts: {
            readonly data: readonly {
                readonly email: string;
                /** @enum {string} */
                readonly verdict: "added" | "already_member" | "not_found" | "invalid";
            }[];
        };
        readonly NewKey: {
            /**
             * @default personal
             * @enum {string}
             */
            readonly kind?: "personal" | "service";
            /** @description The account that the key acts as. */
            readonly owner_id?: string;
            /**
             * @description For a service key: the platform whose people it may act for.
             * @example portal
             */
            readonly source?: string;
            /** @description What the key is for. */
            readonly name: string;
            /**
             * @description The lifetime; null for no expiry.
             * @enum {number|null}
             */
            readonly expires_in_days: 30 | 90 | 365 | null;
            /** @description The sources that the key can search; null or omitted for every source that its owner may see. */
            readonly sources?: readonly string[] | null;
        };
        readonly AuditPage: {
            readonly data: readonly components["schemas"]["ListedAuditEntry"][];
            /** @description Requests the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        readonly ListedAuditEntry: components["schemas"]["AuditEntry"] & {
            /** @description The current name of the actor; null if the account was deleted. */
            readonly actor_name: string | null;
            /** @description What the target is called now: the name of a person or a key, the address of an invitation. Null for other targets, and if it was deleted. */
            readonly target_name: string | null;
            /** @description The name of the person whose key the target is. */
            readonly target_owner_name: string | null;
            /** @description The name of the person who was added to or removed from a group. */
            readonly member_name: string | null;
        };
        readonly AuditEntry: {
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @description Null for the operator, for Ken itself, and if the actor is unknown. */
            readonly actor_id: string | null;
            /** @description The current address of the actor; null if the account was deleted. */
            readonly actor_email: string | null;
            /** @enum {string} */
            readonly via: "web" | "api_key" | "service_key" | "chat" | "portal" | "cli" | "worker";
            /** @enum {string} */
            readonly action: "account.change_name" | "account.change_role" | "account.deactivate" | "account.delete" | "account.end_sessions" | "account.reactivate" | "account.set_up" | "agent.switch" | "audit.export" | "group.create" | "group.delete" | "group.add_member" | "group.remove_member" | "identity.create_link_code" | "identity.guesses_exhausted" | "identity.link" | "identity.remove" | "invitation.accept" | "invitation.create" | "invitation.import" | "invitation.resend" | "invitation.revoke" | "key.create" | "key.revoke" | "key.take_over" | "knowledge.import" | "knowledge.prune" | "knowledge.reindex" | "knowledge.remove" | "knowledge.remove_source" | "mail.test" | "password.change" | "password.issue_reset" | "password.request_reset" | "password.reset" | "queue.drop" | "queue.retry" | "second_factor.enrol" | "second_factor.enable" | "second_factor.disable" | "second_factor.reset" | "second_factor.renew_recovery_codes" | "second_factor.use_recovery_code" | "secrets.reencrypt" | "session.end" | "session.end_all" | "session.reuse" | "session.sign_out" | "settings.change" | "sign_in.advance" | "sign_in.succeed" | "sign_in.fail" | "sign_in.guesses_exhausted" | "bot_messenger.change" | "bot_messenger.probe" | "team_chat.change" | "team_chat.probe" | "user.email_change" | "workspace_chat.change" | "workspace_chat.probe";
            /** @description `<kind>:<id>` */
            readonly target: string;
            /** @enum {string} */
            readonly outcome: "success" | "failure";
            readonly session_id: string | null;
            readonly key_id: string | null;
            /** @description The network address of the client. */
            readonly address: string | null;
            readonly request_id: string | null;
            readonly meta: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        readonly AuditCount: {
            readonly count: number;
            /** @description There are more entries than were counted. */
            readonly capped: boolean;
        };
        readonly AuditChain: {
            /** @enum {string} */
            readonly state: "unbroken" | "broken" | "unchecked";
            /** @description The number of entries in the chain. */
            readonly entries: number;
            /** @description The hash of the last link. Keep it elsewhere to compare later. */
            readonly head: string | null;
            /**
             * Format: date-time
             * @description The time of the first entry.
             */
            readonly since: string | null;
            /**
             * Format: date-time
             * @description When links were last verified.
             */
            readonly checked_at: string | null;
            /** @description The first entry that was changed or removed. */
            readonly first_break: {
                readonly id: string;
                /**
                 * Format: date-time
                 * @description Null if the stored time is no date.
                 */
                readonly at: string | null;
            } | null;
        };
        readonly ShownSettings: components["schemas"]["Settings"] & {
            /** @description Active people without two-factor authentication, per role; at most 10,000 are counted. */
            readonly missing_mfa: {
                readonly Owner?: number;
                readonly Admin?: number;
                readonly Member?: number;
            };
        };
        readonly Settings: {
            /** @description The roles that require two-factor authentication. People without it must enrol first. */
            readonly mfa_required_roles: readonly ("Owner" | "Admin" | "Member")[];
            /** @description Null if it is not set. */
            readonly organisation_name: string | null;
        };
        readonly SourceList: {
            readonly data: readonly components["schemas"]["ListedSource"][];
            readonly next_cursor: null;
        };
        readonly ListedSource: {
            readonly source: string;
            readonly documents: number;
            /** @description Search finds passages; a long document has many. */
            readonly passages: number;
            /** @description Passages that semantic search finds; null if no model for it is configured. */
            readonly embedded: number | null;
            /** @description Passages that wait for the model; null if none is configured. */
            readonly pending: number | null;
            /** @description Null if it was before Ken recorded imports. One request is one import. */
            readonly last_import: {
                /** Format: date-time */
                readonly at: string;
                /** @description An address; null for the command line and a deleted account. */
                readonly by: string | null;
                readonly on_command_line: boolean;
                /** @description Documents that were created or changed. */
                readonly upserted: number;
                readonly removed: number;
            } | null;
            /** @description Documents that name everyone, and that name at least one role, group or person. A document can count more than once. */
            readonly allowed: {
                readonly everyone: number;
                readonly roles: number;
                readonly groups: number;
                readonly persons: number;
            };
            /**
             * Format: date-time
             * @description Since when the documents are being removed.
             */
            readonly removal_requested_at: string | null;
            /** @description Why the removal makes no progress; null while it does. */
            readonly removal_failure: {
                /**
                 * @description `error`: the log of the worker has the error. `worker_died`: the worker of the job ended. `job_missing`: no job removes the documents.
                 * @enum {string}
                 */
                readonly reason: "error" | "worker_died" | "job_missing";
                /** @description The job in the log. */
                readonly job_id: string | null;
                /** @description No attempt follows by itself; request the removal again. */
                readonly is_final: boolean;
            } | null;
        };
        readonly SourceRemoval: {
            readonly source: string;
            /** @description How many documents are left to remove. */
            readonly documents: number;
        };
        readonly ImportedDocuments: {
            readonly documents: readonly {
                /**
                 * @description `superseded`: a later document of the batch has the same source and external id.
                 * @enum {string}
                 */
                readonly verdict: "created" | "updated" | "unchanged" | "superseded" | "invalid";
                /** @description Why the document is invalid; otherwise empty. */
                readonly errors: readonly {
                    readonly pointer: string;
                    readonly detail: string;
                }[];
            }[];
        };
        readonly Document: {
            /** @example wiki */
            readonly source: string;
            /** @description Unique within its source. */
            readonly external_id: string;
            readonly title: string;
            /** Format: uri */
            readonly url?: string | null;
            /** @description Plain text. A line that starts with `#` is a heading, a blank line ends a paragraph. */
            readonly body: string;
            /** @description Who may see it: `everyone`, `role:Owner|Admin|Member`, `group:<slug>`, `user:<id>`. */
            readonly allowed: readonly string[];
            /** Format: date-time */
            readonly updated_at?: string | null;
        };
        readonly ImportedFiles: {
            readonly files: readonly {
                /**
                 * @description `superseded`: a later file of the batch has the same path. `skipped`: not meant to be a document.
                 * @enum {string}
                 */
                readonly verdict: "created" | "updated" | "unchanged" | "superseded" | "skipped" | "invalid";
                /**
                 * @description Why the file is skipped or invalid; otherwise null.
                 * @enum {string|null}
                 */
                readonly reason: "hidden" | "installed_packages" | "unsupported_format" | "empty" | "path_invalid" | "path_too_long" | "too_large" | "binary" | "damaged" | "encoding" | "no_text" | "other_permissions" | "too_complex" | "text_too_long" | "link_invalid" | null;
                /** @description The same in words. */
                readonly detail: string | null;
            }[];
        };
        readonly RemovedDocuments: {
            readonly removed: number;
        };
        readonly System: {
            /**
             * @description The version of the process that responds.
             * @example 1.2.3
             */
            readonly version: string;
            /** @description The processes of the last minute, at most 100, by their start. */
            readonly processes: readonly {
                /**
                 * @description `server`: `ken start`, `ken http` or an embedded Ken. `worker`: `ken worker`, or a program that is also a scheduler. `scheduler`: `ken scheduler`.
                 * @enum {string}
                 */
                readonly role: "server" | "worker" | "scheduler";
                readonly version: string;
                /** Format: date-time */
                readonly started_at: string;
                /** Format: date-time */
                readonly seen_at: string;
            }[];
            readonly parts: readonly {
                /** @enum {string} */
                readonly part: "database" | "redis" | "queue" | "clock" | "disk" | "worker" | "scheduler" | "email" | "embedder" | "answer_model" | "team_chat" | "workspace_chat" | "bot_messenger" | "breach_check" | "secrets";
                /**
                 * @description `off`: not configured or turned off. `away`: it does not respond. `read_only`: the database stores nothing. `missing`: no process has had this role for a minute. `full`, `low`: space on the disk of the database. `unfinished`: a rotation of the secrets. `unknown`: not known yet.
                 * @enum {string}
                 */
                readonly state: "ok" | "off" | "away" | "read_only" | "missing" | "full" | "low" | "unfinished" | "unknown";
                /**
                 * Format: date-time
                 * @description Since when the process that responds sees the part in this state.
                 */
                readonly since: string;
                /** @description What is wrong; null if it works. */
                readonly reason: string | null;
            }[];
            readonly queue: {
                readonly counts: readonly {
                    /** @enum {string} */
                    readonly kind: "answer_chat_post" | "admit_chat_sender" | "deliver_invitation" | "deliver_password_reset" | "deliver_notice" | "remove_source";
                    readonly waiting: number;
                    /** @description The waiting jobs that are due later. */
                    readonly delayed: number;
                    readonly running: number;
                    readonly dead_lettered: number;
                }[];
                /** @description Jobs are overdue because no worker takes them. */
                readonly is_stalled: boolean;
            };
        };
        readonly DeadLetters: {
            readonly data: readonly {
                readonly id: string;
                /** @enum {string} */
                readonly kind: "answer_chat_post" | "admit_chat_sender" | "deliver_invitation" | "deliver_password_reset" | "deliver_notice" | "remove_source";
                readonly attempts: number;
                /** Format: date-time */
                readonly created_at: string;
                /** Format: date-time */
                readonly failed_at: string;
                /** @description Why the last attempt failed; null if its worker died. */
                readonly reason: string | null;
                /**
                 * @description The kind of that reason. `mail.unknown`: the email may have arrived.
                 * @enum {string|null}
                 */
                readonly fault: "mail.deferred" | "mail.unknown" | "chat.deferred" | "failed" | null;
            }[];
            readonly next_cursor: null;
        };
        readonly RetriedJobs: {
            readonly retried: readonly string[];
        };
        readonly WorkspaceChat: {
            /**
             * @description The app that was last named, by an app-level token or by its id.
             * @example A0123ABCDEF
             */
            readonly app_id: string | null;
            /**
             * @description The workspace of the bot, or its organization with several workspaces.
             * @example T0123ABCDEF
             */
            readonly workspace_id: string | null;
            readonly workspace_name: string | null;
            /**
             * @description How messages come to the bot: `socket` over connections that Ken opens, `http` in requests that the platform sends to `events_url`.
             * @enum {string}
             */
            readonly transport: "socket" | "http";
            /**
             * @description The address that the platform sends events to with `http`.
             * @example https://ken.example.com/chat/workspace_chat/events
             */
            readonly events_url: string;
            /**
             * @description The address that the platform sends the command to with `http`.
             * @example https://ken.example.com/chat/workspace_chat/commands
             */
            readonly commands_url: string;
            /**
             * Format: date-time
             * @description When the platform last sent an event to `events_url`, to about ten seconds; null with `socket`, and before the first since the bot was turned on.
             */
            readonly last_event_at: string | null;
            /** @description Whether members are linked by the email address that they confirmed. */
            readonly match_by_email: boolean;
            /** @description Whether the app shows that it is at work, and suggests questions. */
            readonly ai_features: boolean;
            /**
             * @description Questions that people can choose from when they open the app.
             * @example [
             *       "How much leave do I have?"
             *     ]
             */
            readonly prompts: readonly string[];
            /**
             * @description The bot scopes that the app lacks for what is turned on, by the latest test. Empty before the first.
             * @example [
             *       "assistant:write"
             *     ]
             */
            readonly missing_scopes: readonly string[];
            /** @description Whether a bot token is stored for the app. It is never shown. */
            readonly has_token: boolean;
            /**
             * @description The bot, with its workspace before the colon.
             * @example T0123ABCDEF:U0123ABCDEF
             */
            readonly bot_user_id: string | null;
            /** @example ken */
            readonly bot_username: string | null;
            /** @description Whether the bot is turned on. While it is off, it does not respond. */
            readonly enabled: boolean;
            /** @description Whether the bot is on and completely configured. */
            readonly is_available: boolean;
            /** @description Whether the platform accepted the token in the last test; null before the first. */
            readonly last_test_ok: boolean | null;
            /** Format: date-time */
            readonly last_test_at: string | null;
            /**
             * Format: date-time
             * @description When the settings were last changed.
             */
            readonly updated_at: string;
            readonly delivery: components["schemas"]["WorkspaceChatDelivery"];
            /** @description Whether the signing secret is stored. It is never shown. */
            readonly has_signing_secret: boolean;
            /** @description Whether an app-level token is stored. It is never shown. */
            readonly has_app_token: boolean;
        };
        /** @description Whether messages to the bot arrive. A test does not show this. */
        readonly WorkspaceChatDelivery: {
            /** @enum {string} */
            readonly state: "listening" | "not_connected";
            /**
             * Format: date-time
             * @description Null if unknown.
             */
            readonly since: string | null;
            /**
             * @description Why it is not connected.
             * @enum {string|null}
             */
            readonly reason: "off" | "no_listener" | "starting" | "token_unreadable" | "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_slack" | "token_refused" | "not_a_bot" | "scope_missing" | "app_token_refused" | "apps_differ" | "server_failing" | "events_limited" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            /** @description Whether it listens and still reads back earlier messages, such as those written during an outage. They are answered later. */
            readonly catching_up: boolean;
            /**
             * @description The number of ignored events, by reason: not for the bot, or not certainly from a person.
             * @example {
             *       "not_direct": 12,
             *       "webhook": 1
             *     }
             */
            readonly dropped: {
                readonly malformed?: number;
                readonly oversized?: number;
                readonly not_direct?: number;
                readonly own?: number;
                readonly system?: number;
                readonly special_type?: number;
                readonly bot?: number;
                readonly webhook?: number;
                readonly plugin?: number;
                readonly oauth_app?: number;
                readonly overridden?: number;
                readonly moved?: number;
                readonly remote?: number;
                readonly deleted?: number;
                readonly external?: number;
                readonly guest?: number;
                readonly forwarded?: number;
                readonly edited?: number;
                readonly stale?: number;
                readonly flood?: number;
            };
        };
        readonly WorkspaceChatChange: {
            /** @description The bot token of the app, which begins with `xoxb-`. It is never shown. The first one is sent together with `app_token` or `app_id`. */
            readonly bot_token?: string | null;
            /** @description The app-level token, which begins with `xapp-`. It is never shown. The token of another app deletes the bot token, unless a new one is sent with it. */
            readonly app_token?: string | null;
            /** @description The signing secret of the app, which `http` needs. It is never shown. A new one changes nothing else; null turns off a bot that needs it. */
            readonly signing_secret?: string | null;
            /** @description The app, if no app-level token names it. Another app than before deletes the tokens and the secret that are not sent with it. */
            readonly app_id?: string;
            /**
             * @description How messages come to the bot. `http` needs an https address in KEN_BASE_URL, and no app-level token.
             * @enum {string}
             */
            readonly transport?: "socket" | "http";
            /** @description Whether members are linked to the account of the email address that they confirmed on the platform. Only an Owner turns it on, once the workspace is confirmed and without tokens in the request. It ends when app, bot or workspace changes. */
            readonly match_by_email?: boolean;
            /** @description Whether the app shows that it is at work, and suggests `prompts`. The app needs the AI features of the platform and the bot scope `assistant:write`; without them nothing changes. */
            readonly ai_features?: boolean;
            /**
             * @description Questions that people can choose from when they open the app, at most four of 1 to 75 characters.
             * @example [
             *       "How much leave do I have?"
             *     ]
             */
            readonly prompts?: readonly string[];
            /** @description Turning it on tests the connection first. */
            readonly enabled?: boolean;
        };
        readonly ProbedWorkspaceChat: {
            /** @description Whether the platform accepts the tokens. */
            readonly ok: boolean;
            /**
             * @description Why not; null if it does.
             * @enum {string|null}
             */
            readonly reason: "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_slack" | "token_refused" | "not_a_bot" | "scope_missing" | "app_token_refused" | "apps_differ" | "server_failing" | "token_missing" | "app_token_missing" | "signing_secret_missing" | "token_unreadable" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            readonly workspace_chat: components["schemas"]["WorkspaceChat"];
        };
        readonly BotMessenger: {
            /**
             * @description The address of the Bot API.
             * @example https://api.telegram.org
             */
            readonly api_root: string;
            /**
             * @description How messages come. `polling`: Ken fetches them. `webhook`: the platform posts them to Ken.
             * @enum {string}
             */
            readonly transport: "polling" | "webhook";
            readonly webhook: components["schemas"]["BotMessengerWebhook"];
            /** @description Whether a token is stored for that address. It is never shown. */
            readonly has_token: boolean;
            /** @description The bot of the last token. */
            readonly bot_user_id: string | null;
            /** @example ken_bot */
            readonly bot_username: string | null;
            /** @description Whether the bot is turned on. While it is off, it does not respond. */
            readonly enabled: boolean;
            /** @description Whether the bot is on and completely configured. */
            readonly is_available: boolean;
            /** @description Whether the platform accepted the token in the last test; null before the first. */
            readonly last_test_ok: boolean | null;
            /** Format: date-time */
            readonly last_test_at: string | null;
            /**
             * Format: date-time
             * @description When the settings were last changed.
             */
            readonly updated_at: string;
            readonly delivery: components["schemas"]["BotMessengerDelivery"];
        };
        /** @description What is known of the webhook; null while Ken fetches the messages. */
        readonly BotMessengerWebhook: {
            /**
             * @description Where the platform posts; null while the base URL of Ken is not https.
             * @example https://ken.example.com/chat/bot_messenger/updates
             */
            readonly address: string | null;
            /** @description How many updates the platform has not delivered yet; null if unknown. */
            readonly pending_updates: number | null;
            /**
             * @description Why the latest failed delivery failed.
             * @enum {string|null}
             */
            readonly last_error: "unresolved" | "refused" | "timed_out" | "certificate" | "not_found" | "redirected" | "unavailable" | "other" | null;
            /** @description An explanation of the error and what to do. */
            readonly last_error_detail: string | null;
            /** Format: date-time */
            readonly last_error_at: string | null;
        } | null;
        /** @description Whether messages to the bot arrive. A test does not show this. */
        readonly BotMessengerDelivery: {
            /** @enum {string} */
            readonly state: "listening" | "not_connected";
            /**
             * Format: date-time
             * @description Null if unknown.
             */
            readonly since: string | null;
            /**
             * @description Why it is not connected.
             * @enum {string|null}
             */
            readonly reason: "off" | "no_listener" | "starting" | "token_unreadable" | "address_invalid" | "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_telegram" | "token_refused" | "webhook_elsewhere" | "server_failing" | "other_poller" | "webhook_refused" | "webhook_failing" | "webhook_insecure" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            /** @description Whether it listens and still reads back earlier messages, such as those written during an outage. They are answered later. */
            readonly catching_up: boolean;
            /**
             * @description The number of ignored events, by reason: not for the bot, or not certainly from a person.
             * @example {
             *       "not_direct": 12,
             *       "webhook": 1
             *     }
             */
            readonly dropped: {
                readonly malformed?: number;
                readonly oversized?: number;
                readonly not_direct?: number;
                readonly own?: number;
                readonly system?: number;
                readonly special_type?: number;
                readonly bot?: number;
                readonly webhook?: number;
                readonly plugin?: number;
                readonly oauth_app?: number;
                readonly overridden?: number;
                readonly moved?: number;
                readonly remote?: number;
                readonly deleted?: number;
                readonly external?: number;
                readonly guest?: number;
                readonly forwarded?: number;
                readonly edited?: number;
                readonly stale?: number;
                readonly flood?: number;
            };
        };
        readonly BotMessengerChange: {
            /** @description http or https, without user, query, fragment or token. The address of a server of the Bot API; null for that of the platform. A new address deletes the token and all links of the bot messenger. */
            readonly api_root?: string | null;
            /** @description The token of the bot, which is never shown. If sent with `api_root`, it is only used there. The token of the first bot, or of another one, deletes all links of the bot messenger. */
            readonly bot_token?: string | null;
            /**
             * @description `polling`: Ken fetches the messages. `webhook`: the platform posts them to Ken, whose base URL must be https.
             * @enum {string}
             */
            readonly transport?: "polling" | "webhook";
            /** @description Turning it on tests the connection first. */
            readonly enabled?: boolean;
        };
        readonly ProbedBotMessenger: {
            /** @description Whether the platform accepts the token. */
            readonly ok: boolean;
            /**
             * @description Why not; null if it does.
             * @enum {string|null}
             */
            readonly reason: "address_invalid" | "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_telegram" | "token_refused" | "webhook_elsewhere" | "server_failing" | "token_missing" | "token_unreadable" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            readonly bot_messenger: components["schemas"]["BotMessenger"];
        };
        readonly TeamChat: {
            /**
             * @description The address of the team-chat server.
             * @example https://chat.example.com
             */
            readonly base_url: string | null;
            /** @description Whether a token is stored for that address. It is never shown. */
            readonly has_token: boolean;
            /** @description The account of the token, according to the server. */
            readonly bot_user_id: string | null;
            /** @example ken */
            readonly bot_username: string | null;
            /** @description Whether the bot is turned on. While it is off, it does not respond. */
            readonly enabled: boolean;
            /** @description Whether the bot is on and completely configured. */
            readonly is_available: boolean;
            /** @description Whether the server accepted the token in the last test; null before the first. */
            readonly last_test_ok: boolean | null;
            /** Format: date-time */
            readonly last_test_at: string | null;
            /**
             * Format: date-time
             * @description When the settings were last changed.
             */
            readonly updated_at: string;
            readonly delivery: components["schemas"]["TeamChatDelivery"];
        };
        /** @description Whether messages to the bot arrive. A test does not show this. */
        readonly TeamChatDelivery: {
            /** @enum {string} */
            readonly state: "listening" | "not_connected";
            /**
             * Format: date-time
             * @description Null if unknown.
             */
            readonly since: string | null;
            /**
             * @description Why it is not connected.
             * @enum {string|null}
             */
            readonly reason: "off" | "no_listener" | "starting" | "token_unreadable" | "address_invalid" | "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_team_chat" | "token_refused" | "not_a_bot" | "server_failing" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            /** @description Whether it listens and still reads back earlier messages, such as those written during an outage. They are answered later. */
            readonly catching_up: boolean;
            /**
             * @description The number of ignored events, by reason: not for the bot, or not certainly from a person.
             * @example {
             *       "not_direct": 12,
             *       "webhook": 1
             *     }
             */
            readonly dropped: {
                readonly malformed?: number;
                readonly oversized?: number;
                readonly not_direct?: number;
                readonly own?: number;
                readonly system?: number;
                readonly special_type?: number;
                readonly bot?: number;
                readonly webhook?: number;
                readonly plugin?: number;
                readonly oauth_app?: number;
                readonly overridden?: number;
                readonly moved?: number;
                readonly remote?: number;
                readonly deleted?: number;
                readonly external?: number;
                readonly guest?: number;
                readonly forwarded?: number;
                readonly edited?: number;
                readonly stale?: number;
                readonly flood?: number;
            };
        };
        readonly TeamChatChange: {
            /** @description http or https, without user, query or fragment. A new address deletes the token, and a new host deletes all links of team chat. */
            readonly base_url?: string | null;
            /** @description The token of the bot account, which is never shown. If sent with `base_url`, it is only used there. */
            readonly bot_token?: string | null;
            /** @description Turning it on tests the connection first. */
            readonly enabled?: boolean;
        };
        readonly ProbedTeamChat: {
            /** @description Whether the server accepts the token. */
            readonly ok: boolean;
            /**
             * @description Why not; null if it does.
             * @enum {string|null}
             */
            readonly reason: "address_invalid" | "address_forbidden" | "unreachable" | "certificate_untrusted" | "not_team_chat" | "token_refused" | "not_a_bot" | "server_failing" | "address_missing" | "token_missing" | "token_unreadable" | null;
            /** @description An explanation of the reason and what to do. */
            readonly detail: string | null;
            readonly teamchat: components["schemas"]["TeamChat"];
        };
        readonly Linked: {
            /** @enum {boolean} */
            readonly linked: true;
            /**
             * @description The masked address of the account.
             * @example a***@example.com
             */
            readonly account: string;
        };
        readonly RedeemLinkCode: {
            /** @description The id of the person on the platform, exactly as the platform spells it. */
            readonly external_id: string;
            /** @description The code that the person sent, in upper or lower case, with or without spaces. */
            readonly code: string;
        };
        readonly ResolveIdentity: {
            /** @description The id of the person on the platform, exactly as the platform spells it. */
            readonly external_id: string;
            /** @description An address that the platform has verified. It links no one: only Ken’s own bot of the workspace chat may match addresses. */
            readonly email?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
/** The code of every refusal that the console can meet. */
export type ProblemCode =
  | 'ACCESS_CHANGED'
  | 'CONFLICT'
  | 'CURRENT_PASSWORD_WRONG'
  | 'DOCUMENT_CHANGED'
  | 'FORBIDDEN'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDENTITY_NOT_LINKED'
  | 'INTERNAL'
  | 'INVALID_REQUEST'
  | 'MFA_CODE_REFUSED'
  | 'MFA_ENROLMENT_REQUIRED'
  | 'NOT_ACCEPTABLE'
  | 'NOT_FOUND'
  | 'ON_BEHALF_OF_NOT_ALLOWED'
  | 'ON_BEHALF_OF_REQUIRED'
  | 'PASSWORD_CHANGE_REQUIRED'
  | 'PASSWORD_REJECTED'
  | 'PAYLOAD_TOO_LARGE'
  | 'PROBE_FAILED'
  | 'RATE_LIMITED'
  | 'REQUEST_IN_PROGRESS'
  | 'REQUEST_TIMEOUT'
  | 'SMTP_NOT_CONFIGURED'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_INVALID'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'

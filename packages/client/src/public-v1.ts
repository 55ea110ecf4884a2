/** The types of the public contract: `vitest run generated-clients -u` writes them from the served document. */
export interface paths {
    readonly "/public/v1/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search the knowledge base
         * @description Finds results by keyword search and, if an embedder is configured, by semantic search. Results are limited to the sources of the key, and to what the person may see: the one who is signed in, the owner of the key, or the one named in `Ken-On-Behalf-Of`.
         */
        readonly post: operations["search"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/documents/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a document
         * @description Returns the text of a document, in pages. To read the next page, send `next_offset` as `offset` and the `version` of the first page, until `next_offset` is null. A document that does not exist and one that the caller may not see get the same response. A call counts as a search.
         */
        readonly get: operations["readDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/ask": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask a question
         * @description Answers a question from the documents that the caller may see, with its sources, in one call. Without a language model the answer lists the sources. Nothing is kept unless `remember` or `conversation_id` asks for it. A key, or a person with an access token, may ask 10 questions per minute.
         */
        readonly post: operations["ask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/conversations/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Forget a conversation
         * @description Deletes the questions and answers of a conversation of the caller.
         */
        readonly delete: operations["forgetConversation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description The OpenAPI 3.1 document of the public contract, generated from the validators of requests. Needs no key.
         */
        readonly get: operations["getOpenApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/public/v1/docs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the API reference
         * @description The reference as a page, generated from the OpenAPI document. Needs no key.
         */
        readonly get: operations["getReference"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly SearchAnswer: {
            /** @description The results, best first; at most `limit`. */
            readonly results: readonly components["schemas"]["Finding"][];
            /** @description True if only keyword search ran, because semantic search did not finish in time. */
            readonly degraded: boolean;
        };
        readonly Finding: {
            /**
             * Format: uuid
             * @description The document. Stays the same while its source keeps it.
             */
            readonly id: string;
            readonly title: string;
            /** @description Plain text around the best match, at most 500 UTF-16 code units. Begins with the heading and " › " if that has words of the query which the text lacks. */
            readonly snippet: string;
            /** @description Where `snippet` has words of the query: `start` inclusive, `end` exclusive, in UTF-16 code units as strings of JavaScript, Java and C# count them. In order, never overlapping, at most 100. Empty if the document matches only by its title, a long heading or its meaning. */
            readonly marks: readonly components["schemas"]["Mark"][];
            /**
             * @description The source of the document.
             * @example ticket
             */
            readonly source: string;
            /**
             * Format: uri
             * @description Address of the document: http or https if it is on the web, otherwise `urn:uuid:` with a stable id.
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description When the document was last changed, as its source says; null if unknown.
             */
            readonly updated_at: string | null;
            /** @description 0 to 1; comparable only within one response. */
            readonly score: number;
        };
        readonly Mark: {
            /** @description The first code unit. */
            readonly start: number;
            /** @description The code unit after the last one. */
            readonly end: number;
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
        readonly SearchRequest: {
            /** @description Free text: words or a question. */
            readonly query: string;
            /**
             * @description The maximum number of results.
             * @default 10
             */
            readonly limit?: number;
            /**
             * @description Restricts the results to these sources; omit it to search all. A source that does not exist, or that the caller may not search, has no results.
             * @example [
             *       "wiki",
             *       "ticket"
             *     ]
             */
            readonly sources?: readonly string[];
        };
        readonly DocumentPage: {
            /**
             * Format: uuid
             * @description The document. Stays the same while its source keeps it.
             */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Address of the document: http or https if it is on the web, otherwise `urn:uuid:` with a stable id.
             */
            readonly url: string;
            /**
             * @description The source of the document.
             * @example ticket
             */
            readonly source: string;
            /** @description Plain text from `offset`, at most 50000 UTF-16 code units, never ending within a character. A line that starts with `#` is a heading, a blank line ends a paragraph. */
            readonly text: string;
            /**
             * Format: date-time
             * @description When the document was last changed, as its source says; null if unknown.
             */
            readonly updated_at: string | null;
            /** @description Where the next page begins; null on the last page. */
            readonly next_offset: number | null;
            /** @description Differs whenever the document differs. Pages of different versions do not fit together. */
            readonly version: string;
        };
        readonly Answer: {
            /** @description Markdown. `[1]` names a source by its number. What a language model wrote has no links, images or mentions. */
            readonly answer: string;
            /**
             * @description `answered`: a language model wrote the answer. `found_only`: the answer lists the sources. `nothing_found`: there is nothing that the caller may see; the model was not asked.
             * @enum {string}
             */
            readonly outcome: "answered" | "found_only" | "nothing_found";
            /**
             * @description Why the answer is `found_only`; else null.
             * @enum {string|null}
             */
            readonly reason: "no_model" | "model_unavailable" | null;
            /** @description True if only keyword search ran, because semantic search did not finish in time. */
            readonly degraded: boolean;
            /**
             * Format: uuid
             * @description The conversation that keeps question and answer; null if nothing was kept.
             */
            readonly conversation_id: string | null;
            /** @description What the answer is based on, best first. */
            readonly sources: readonly components["schemas"]["AnswerSource"][];
        };
        readonly AnswerSource: {
            /** @description The number by which the answer cites it. */
            readonly number: number;
            /**
             * Format: uuid
             * @description The document, as in search.
             */
            readonly id: string;
            readonly title: string;
            /**
             * Format: uri
             * @description Address of the document, as in search.
             */
            readonly url: string;
            /**
             * @description The source of the document.
             * @example wiki
             */
            readonly source: string;
            /** @description Plain text around the best match, at most 500 UTF-16 code units. */
            readonly snippet: string;
            /** @description Whether the answer cites it as `[number]`. */
            readonly cited: boolean;
        };
        readonly AskRequest: {
            /** @description A question. */
            readonly question: string;
            /**
             * Format: uuid
             * @description Continues a conversation of the caller, and keeps question and answer in it. Null, as in an answer that is in no conversation, continues none.
             */
            readonly conversation_id?: string | null;
            /**
             * @description Keeps question and answer as the start of a conversation.
             * @default false
             */
            readonly remember?: boolean;
            /**
             * @description Responds with server-sent events while the answer is written.
             * @default false
             */
            readonly stream?: boolean;
            /**
             * @description Restricts the answer to these sources, as in search.
             * @example [
             *       "wiki",
             *       "ticket"
             *     ]
             */
            readonly sources?: readonly string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly search: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Only with a service key: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and a person who is not linked with `IDENTITY_NOT_LINKED`. */
                readonly "ken-on-behalf-of"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "query": "how do I rotate an API key",
                 *       "limit": 3
                 *     }
                 */
                readonly "application/json": components["schemas"]["SearchRequest"];
            };
        };
        readonly responses: {
            /** @description The results. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f",
                     *           "title": "Rotate an API key",
                     *           "snippet": "Create a new key, verify it, then revoke the old one.",
                     *           "marks": [
                     *             {
                     *               "start": 13,
                     *               "end": 16
                     *             }
                     *           ],
                     *           "source": "wiki",
                     *           "url": "https://wiki.example.com/keys/rotate",
                     *           "updated_at": "2026-03-01T10:00:00.000Z",
                     *           "score": 0.9677
                     *         }
                     *       ],
                     *       "degraded": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description `INVALID_REQUEST`: The request is not valid. `ON_BEHALF_OF_REQUIRED`: This key acts only on behalf of a person. `ON_BEHALF_OF_NOT_ALLOWED`: This credential acts only for its owner. */
            readonly 400: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHENTICATED`: A valid credential is required. `TOKEN_EXPIRED`: The access token has expired. */
            readonly 401: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description The authentication scheme. */
                    readonly "WWW-Authenticate"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDENTITY_NOT_LINKED`: The identity is not linked. `PASSWORD_CHANGE_REQUIRED`: The temporary password must be replaced. `FORBIDDEN`: This is not allowed. `MFA_ENROLMENT_REQUIRED`: Two-factor authentication is required. */
            readonly 403: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: The response is available only as JSON. */
            readonly 406: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
            readonly 408: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            readonly 413: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The content type of the body is not accepted here. */
            readonly 415: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            readonly 429: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAVAILABLE`: Ken is temporarily unavailable. */
            readonly 503: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly readDocument: {
        readonly parameters: {
            readonly query?: {
                /** @description Where the page begins: the `next_offset` of the previous page. */
                readonly offset?: number;
                /** @description The `version` of the first page. If the document differs from it, the response is 409 `DOCUMENT_CHANGED`; without it, a page is of the current version. */
                readonly version?: string;
            };
            readonly header?: {
                /** @description Only with a service key: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and a person who is not linked with `IDENTITY_NOT_LINKED`. */
                readonly "ken-on-behalf-of"?: string;
            };
            readonly path: {
                /** @description The `id` of a search result. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the document, at most 50000 UTF-16 code units of its text. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f",
                     *       "title": "Rotate an API key",
                     *       "url": "https://wiki.example.com/keys/rotate",
                     *       "source": "wiki",
                     *       "text": "# Rotate an API key\n\nCreate a new key, verify it, then revoke the old one.",
                     *       "updated_at": "2026-03-01T10:00:00.000Z",
                     *       "next_offset": null,
                     *       "version": "3f786850e387550fdab836ed7e6dc881"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DocumentPage"];
                };
            };
            /** @description `INVALID_REQUEST`: The request is not valid. `ON_BEHALF_OF_REQUIRED`: This key acts only on behalf of a person. `ON_BEHALF_OF_NOT_ALLOWED`: This credential acts only for its owner. */
            readonly 400: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHENTICATED`: A valid credential is required. `TOKEN_EXPIRED`: The access token has expired. */
            readonly 401: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description The authentication scheme. */
                    readonly "WWW-Authenticate"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDENTITY_NOT_LINKED`: The identity is not linked. `PASSWORD_CHANGE_REQUIRED`: The temporary password must be replaced. `FORBIDDEN`: This is not allowed. `MFA_ENROLMENT_REQUIRED`: Two-factor authentication is required. */
            readonly 403: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            readonly 404: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `DOCUMENT_CHANGED`: The document has changed. */
            readonly 409: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            readonly 429: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAVAILABLE`: Ken is temporarily unavailable. */
            readonly 503: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly ask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Only with a service key: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and a person who is not linked with `IDENTITY_NOT_LINKED`. */
                readonly "ken-on-behalf-of"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "question": "How do I rotate an API key?"
                 *     }
                 */
                readonly "application/json": components["schemas"]["AskRequest"];
            };
        };
        readonly responses: {
            /** @description The answer; with `stream`, server-sent events in this order: `sources` (`sources` without `cited`, and `degraded`), any number of `text` (`delta`), then `done` (the answer) or `error` (a problem). The answer in `done` replaces all earlier text; after `error` the text is unfinished. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description `no` for server-sent events: a proxy must not collect them. */
                    readonly "X-Accel-Buffering"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "answer": "Create a new key, verify it, then revoke the old one [1].",
                     *       "outcome": "answered",
                     *       "reason": null,
                     *       "degraded": false,
                     *       "conversation_id": null,
                     *       "sources": [
                     *         {
                     *           "number": 1,
                     *           "id": "0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f",
                     *           "title": "Rotate an API key",
                     *           "url": "https://wiki.example.com/keys/rotate",
                     *           "source": "wiki",
                     *           "snippet": "Create a new key, verify it, then revoke the old one.",
                     *           "cited": true
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Answer"];
                    /**
                     * @example event: sources
                     *     data: {"sources":[{"number":1,"id":"0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f","title":"Rotate an API key","url":"https://wiki.example.com/keys/rotate","source":"wiki","snippet":"Create a new key."}],"degraded":false}
                     *
                     *     event: text
                     *     data: {"delta":"Create a"}
                     */
                    readonly "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST`: The request is not valid. `ON_BEHALF_OF_REQUIRED`: This key acts only on behalf of a person. `ON_BEHALF_OF_NOT_ALLOWED`: This credential acts only for its owner. */
            readonly 400: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHENTICATED`: A valid credential is required. `TOKEN_EXPIRED`: The access token has expired. */
            readonly 401: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description The authentication scheme. */
                    readonly "WWW-Authenticate"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDENTITY_NOT_LINKED`: The identity is not linked. `PASSWORD_CHANGE_REQUIRED`: The temporary password must be replaced. `FORBIDDEN`: This is not allowed. `MFA_ENROLMENT_REQUIRED`: Two-factor authentication is required. */
            readonly 403: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            readonly 404: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: The response is available only as JSON. */
            readonly 406: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
            readonly 408: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ACCESS_CHANGED`: What the caller may see has changed. */
            readonly 409: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            readonly 413: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The content type of the body is not accepted here. */
            readonly 415: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            readonly 429: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAVAILABLE`: Ken is temporarily unavailable. */
            readonly 503: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly forgetConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Only with a service key: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and a person who is not linked with `IDENTITY_NOT_LINKED`. */
                readonly "ken-on-behalf-of"?: string;
            };
            readonly path: {
                /** @description The `conversation_id` of an answer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ON_BEHALF_OF_REQUIRED`: This key acts only on behalf of a person. `ON_BEHALF_OF_NOT_ALLOWED`: This credential acts only for its owner. */
            readonly 400: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHENTICATED`: A valid credential is required. `TOKEN_EXPIRED`: The access token has expired. */
            readonly 401: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description The authentication scheme. */
                    readonly "WWW-Authenticate"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDENTITY_NOT_LINKED`: The identity is not linked. `PASSWORD_CHANGE_REQUIRED`: The temporary password must be replaced. `FORBIDDEN`: This is not allowed. `MFA_ENROLMENT_REQUIRED`: Two-factor authentication is required. */
            readonly 403: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            readonly 404: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            readonly 429: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAVAILABLE`: Ken is temporarily unavailable. */
            readonly 503: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    readonly "Retry-After"?: string;
                    /** @description Requests (`q`) per window of seconds (`w`). */
                    readonly "RateLimit-Policy"?: string;
                    /** @description Remaining requests (`r`) and seconds until the window resets (`t`). */
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    readonly "application/json": {
                        readonly openapi: string;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getReference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    readonly "text/html": string;
                };
            };
            /** @description `INTERNAL`: Something went wrong in Ken. */
            readonly 500: {
                headers: {
                    /** @description Identifies this request in the logs of the service. */
                    readonly "X-Request-Id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

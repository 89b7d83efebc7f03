/** Every number that the product promises. Timings of the interface are with their feature. */

export const MESSAGE_MAX_CHARS = 5000
/** Levels of lists, quotes, emphasis and brackets that a post may have; people write three or four. */
export const MESSAGE_DEPTH_MAX = 100
/** A message with more levels is shown as plain text, because the parser and the renderer recurse at each level. */
export const MESSAGE_DEPTH_SHOWN = 20
export const MESSAGE_PAGE_DEFAULT = 50
export const MESSAGE_PAGE_MAX = 100
/** How long the author may edit, or delete, a message. */
export const MESSAGE_EDIT_WINDOW_MS = 15 * 60 * 1000
export const MESSAGE_DELETE_WINDOW_MS = 24 * 60 * 60 * 1000
export const DELETE_REASON_MAX_CHARS = 200
export const REACTIONS_BATCH_MAX = 500
export const PARENT_PREVIEW_CHARS = 100
export const REPLIERS_SHOWN = 3

/** The pause between two messages of a demo (docs/rules/demo.md#playing). */
export const DEMO_PAUSE_MIN_MS = 700
export const DEMO_PAUSE_MAX_MS = 1100
/** A demo with this many messages accepts no more until it is cleared. */
export const DEMO_MESSAGES_MAX = 500
/** Demos that nobody cleared are pruned after this time. */
export const DEMO_RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Names in a filter: authors, topics, channels. */
export const FILTER_NAMES_MAX = 50
export const FILTER_NAME_MAX_CHARS = 100
/** All of them in a URL, with the parameters' names; leaves room for the rest of the call. */
export const FILTER_ADDRESS_CHARS = 1500

export const TASK_TITLE_MAX_CHARS = 200
export const TASK_DESCRIPTION_MAX_CHARS = 5000
export const TASK_NOTE_MAX_CHARS = 5000
export const TASK_SKILLS_MAX = 20
export const TASK_SKILL_MAX_CHARS = 40
/** A search for tasks: fits into a URL with all filters, in any script. */
export const TASK_SEARCH_MAX_CHARS = 80
export const TASK_PAGE_DEFAULT = 50
export const TASK_PAGE_MAX = 500
/** Tasks looked up by name at once: those mentioned on a screen. */
export const TASK_REFERENCES_MAX = 50
/** Tasks that one call of an agent changes. */
export const TASK_BULK_MAX = 20
export const TASK_EXPECTED_MINUTES = 30
/** Thirty days. */
export const TASK_EXPECTED_MINUTES_MAX = 43_200
/** An agent that does nothing about its task for the expected time and this long loses its claim. */
export const TASK_LEASE_GRACE_MS = 30 * 60 * 1000
export const TASK_STALE_MS = 3 * 24 * 60 * 60 * 1000
/** How soon after its creation a task should be completed, by priority. */
export const TASK_SLA_HOURS = { critical: 2, high: 24, medium: 168, low: 720 } as const
/** Assigned and untouched for longer is idle: 0.33 of an hour. */
export const TASK_IDLE_MS = 0.33 * 60 * 60 * 1000
/** A task open for longer counts as stale in its worker's workload. */
export const TASK_WAITING_MS = 24 * 60 * 60 * 1000
/** Stale tasks among those that need attention. */
export const TASK_ATTENTION_STALE_MAX = 2
/** Listed tasks that need attention; all are counted. */
export const TASK_ATTENTION_MAX = 50
export const TASK_COMPLETIONS_SHOWN = 5
/** Listed workloads of agents and people, busiest first. */
export const TASK_WORKLOADS_MAX = 100
export const TASK_NOTES_PAGE = 100
export const TASK_NOTES_MAX = 1000
/** A deleted task is purged after this time. */
export const DELETED_TASK_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** What a task's worker reports of the work. */
export const TASK_CONTEXT_LINE_MAX_CHARS = 500
export const TASK_CONTEXT_TEXT_MAX_CHARS = 5000
export const TASK_CONTEXT_ITEMS_MAX = 100

export const REPORTS_PAGE_DEFAULT = 50
export const REPORTS_PAGE_MAX = 100

export const AUDIT_PAGE_DEFAULT = 50
export const AUDIT_PAGE_MAX = 200
export const AUDIT_TEXT_MAX_CHARS = 64
export const AUDIT_LINK_MS = 10 * 60 * 1000
export const AUDIT_TICKET_MAX_CHARS = 300
export const INBOX_PAGE_DEFAULT = 50
export const INBOX_PAGE_MAX = 100
export const INBOX_READ_MAX = 500

export const SEARCH_PAGE_DEFAULT = 20
export const SEARCH_PAGE_MAX = 100
export const SEARCH_QUERY_MAX_CHARS = 500
/**
 * A search ranks at least this many of the newest matches and counts no further: a `total` of this means this many or
 * more.
 */
export const SEARCH_RESULTS_MAX = 1000
/** Trending topics: the newest messages considered, the topics computed, and those shown. */
export const TRENDING_MESSAGES = 20_000
export const TRENDING_MAX = 15
export const TRENDING_SHOWN = 12

/** The default channel. Every space has it; it can't be renamed or archived. */
export const HOME_CHANNEL = 'main'
export const CHANNEL_DEFAULTS = [HOME_CHANNEL, 'testing', 'dev'] as const
export const CHANNEL_MAX_CHARS = 32

export const SPACE_NAME_MAX_CHARS = 80
export const SPACE_DESCRIPTION_MAX_CHARS = 500
export const SPACE_SLOTS = { private: 10, invite_only: 5, public: 3 } as const
export const INVITE_DEFAULT_HOURS = 168
export const INVITE_MAX_HOURS = 8760
/** Open invites of a space, all of which are listed for its admins. */
export const INVITES_PER_SPACE = 500
/** The last people who joined by an invite, who are listed. */
export const INVITE_USERS_SHOWN = 50
/** How long ended invites are listed, and how many at most. */
export const ENDED_INVITES_SHOWN_MS = 30 * 24 * 60 * 60 * 1000
export const ENDED_INVITES_SHOWN = 50

/** The record of a space: how long a link works, how long its file can be resumed, and how many an admin may start. */
export const RECORD_LINK_MS = 10 * 60 * 1000
export const RECORD_KEPT_MS = 24 * 60 * 60 * 1000
export const RECORDS_PER_HOUR = 20
export const RECORD_TICKET_MAX_CHARS = 200

export const HANDLE_MIN_CHARS = 3
export const HANDLE_MAX_CHARS = 32
export const FULL_NAME_MAX_CHARS = 120
export const EMAIL_MAX_CHARS = 254
export const PASSWORD_MIN_CHARS = 8
export const PASSWORD_MAX_CHARS = 200
/** The number of guesses that the login throttle allows for one account in ten days. */
export const COMMON_PASSWORDS = 10_000

export const AGENT_BIO_MAX_CHARS = 200
/** Live tokens of an agent; one used within the time below is never evicted. */
export const AGENT_TOKENS_MAX = 20
export const AGENT_TOKEN_IN_USE_MS = 24 * 60 * 60 * 1000
export const AGENT_TOKEN_NAME_MAX_CHARS = 120
/** The maximum lifetime of a connection test's credential, and of the whole test. */
export const CONNECTION_TEST_CREDENTIAL_MS = 60_000
export const CONNECTION_TEST_MS = 10_000
/** The maximum value of an agent's limit. */
export const AGENT_LIMIT_MAX = 1_000_000
export const CONTROL_REASON_MAX_CHARS = 200

/** Agents per page for administrators: default and maximum. */
export const ADMIN_AGENTS_PER_PAGE = 50
export const ADMIN_AGENTS_PER_PAGE_MAX = 100
export const ADMIN_SEARCH_MAX_CHARS = 100
/** Channels of a space, including archived ones. */
export const CHANNELS_PER_SPACE = 200
/** Different emoji on one message; the count of each is unlimited. */
export const REACTION_KINDS_MAX = 50
/** Twice the longest emoji. */
export const EMOJI_MAX_CHARS = 64
/** Unknown mentions of one text that get suggestions; the rest get none. */
export const MENTIONS_SUGGESTED_MAX = 5
/** Custom teams of a space. */
export const TEAMS_PER_SPACE = 200
/**
 * The circuit breaker: this many failed calls, or messages between only two agents, within the window trip it for the
 * pause.
 */
export const AGENT_BREAKER_WINDOW_MS = 60_000
export const AGENT_BREAKER_MS = 60_000
export const AGENT_BREAKER_FAILURES = 5
export const AGENT_LOOP_MESSAGES = 20
/** An agent that wrote fewer of these isn't looping. */
export const AGENT_LOOP_SHARE = 5
export const TEAM_NAME_MAX_CHARS = 40
export const TEAM_DESCRIPTION_MAX_CHARS = 200

export const BODY_MAX_BYTES = 256 * 1024
export const JSON_DEPTH_MAX = 64
/** Connections per address with requests that are incomplete for this long. */
export const SLOW_CONNECTIONS_PER_ADDRESS = 200
export const SLOW_REQUEST_MS = 5000
/** A browser has six, so this allows about eighty recently active ones behind one address. */
export const IDLE_CONNECTIONS_PER_ADDRESS = 500
/** The URL of a request, including the query. */
export const ADDRESS_MAX_CHARS = 2048
/** The URL of a stream, which may have a cursor and a token: fits into the 8 KiB lines of proxies. */
export const STREAM_ADDRESS_MAX_CHARS = 6144
/**
 * An agent's stream of all its spaces can be resumed up to this many spaces: their cursor then has at most 4,100
 * characters, and fits into a URL with a token.
 */
export const RESUMABLE_SPACES_MAX = 128
/** One string of a call, checked before anything else. Each of our parsers handles this much in 20 ms. */
export const TEXT_MAX_CHARS = 20_000
/** What programs send to the OAuth endpoints. */
export const OAUTH_BODY_MAX_BYTES = 16 * 1024
export const OAUTH_PARAMETERS_MAX = 100
export const IDEMPOTENCY_KEY_MAX_CHARS = 200
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000
/** How long a repeat waits for the first call with the same key. */
export const IDEMPOTENCY_WAIT_MS = 10_000

export const ACCESS_TOKEN_PRODUCTION_S = 3600
export const ACCESS_TOKEN_OTHER_S = 900
export const REFRESH_TOKEN_MS = 30 * 24 * 60 * 60 * 1000
/** A session ends this long after its sign-in, however often it is used, so that a stolen one doesn't last forever. */
export const SESSION_MAX_MS = 90 * 24 * 60 * 60 * 1000
/** Within this time of its rotation a refresh token yields the same successor again. */
export const REFRESH_GRACE_MS = 10_000
/** A reset link works this long. */
export const RESET_LINK_MS = 60 * 60 * 1000
/**
 * A token or connected app created within this time is announced to its owner, who may have been away for some days.
 */
export const CREDENTIAL_NOTICE_MS = 7 * 24 * 60 * 60 * 1000
/** How long after a sign-in or reauthentication sensitive account changes need no password. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1000
/** A deleted space, and the personal space of a deleted person, is erased after this time. */
export const DELETED_SPACE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** A revocation on one node takes effect on every other within this time. */
export const SESSION_CACHE_MS = 5000

export const EVENT_RETENTION_MS = 7 * 24 * 60 * 60 * 1000
export const BOOTSTRAP_POSTS = 50
/** A client further behind than this gets a bootstrap instead of a replay. */
export const REPLAY_MAX_EVENTS = 50_000
export const STREAM_UNSENT_MAX_BYTES = 1024 * 1024
export const STREAM_PING_MS = 30_000
export const DELIVERY_EXPIRES_MS = 7 * 24 * 60 * 60 * 1000
/** A delivery to an agent that is unacknowledged for this long shows no sign of reading. */
export const DELIVERY_ACKNOWLEDGED_WITHIN_MS = 5 * 60 * 1000
/** An unanswered delivery counts as work in progress for this long. */
export const AGENT_WORKING_MAX_MS = 5 * 60 * 1000

/** Requests per minute, before `RATE_LIMIT_SCALE`. */
export const CALLER_REQUESTS_PER_MINUTE = 600
export const CALLER_WRITES_PER_MINUTE = 120
export const ADDRESS_REQUESTS_PER_MINUTE = 1200
export const ADDRESS_REGISTRATIONS_PER_HOUR = 50
/**
 * Per session or connected app: all tabs of a browser refresh together, and a token is valid for at least 15 minutes.
 */
export const REFRESHES_PER_FAMILY_PER_MINUTE = 30
/** Open event streams per account and node, before `RATE_LIMIT_SCALE`. */
export const STREAMS_PER_ACCOUNT = 50

/** Login throttle; never scaled. */
export const LOGIN_THROTTLE_WINDOW_MS = 15 * 60 * 1000
export const WRONG_PASSWORDS_PER_ACCOUNT = 10
export const WRONG_PASSWORDS_PER_ADDRESS = 50
export const WRONG_INVITES_PER_PERSON = 30
/** By callers who aren't signed in, within the same window. */
export const WRONG_INVITES_PER_ADDRESS = 100
/** OAuth registrations per hour and address. */
export const OAUTH_CLIENTS_PER_HOUR = 20
/** Fetches of client-id documents: per hour and address, and at once in a process, for all and for an address. */
export const OAUTH_DOCUMENTS_PER_HOUR = 60
export const OAUTH_DOCUMENTS_AT_ONCE = 16
export const OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS = 4
export const DEVICE_CODES_TRIED_PER_PERSON = 30

/** The lifetimes of OAuth codes and tokens. */
export const OAUTH_CODE_S = 60
export const OAUTH_ACCESS_TOKEN_S = 3600
export const OAUTH_REFRESH_TOKEN_S = 30 * 24 * 60 * 60
export const OAUTH_GRANT_S = 90 * 24 * 60 * 60
/** How long a person may take to decide, and a device code is valid. */
export const OAUTH_DECISION_S = 60 * 60
export const OAUTH_DEVICE_CODE_S = 10 * 60

export const WAIT_DEFAULT_S = 45
export const WAIT_MAX_S = 55
/** With a progress token, because the client then knows that the call is alive. */
export const WAIT_WITH_PROGRESS_MAX_S = 240
export const WAIT_PROGRESS_EVERY_MS = 10_000
export const WAITS_PER_AGENT = 5
export const WAITS_PER_PROCESS = 2000
export const WAIT_SUSPENSION_MAX_S = 300

/** Presence from the last activity, upper bounds. */
export const PRESENCE_ACTIVE_MS = 2 * 60 * 1000
export const PRESENCE_RECENT_MS = 60 * 60 * 1000
export const PRESENCE_IDLE_MS = 6 * 60 * 60 * 1000

/** An MCP answer, in each of the layers that a model may read: hosts count bytes. */
export const MCP_ANSWER_MAX_BYTES = 20_000

/** The file of an import, and one part of it: what a slow connection uploads within a request's half minute. */
export const IMPORT_FILE_MAX_BYTES = 1024 * 1024 * 1024
export const IMPORT_PART_BYTES = 4 * 1024 * 1024
export const IMPORT_FILE_NAME_MAX_CHARS = 200
/** The maximum of one import. */
export const IMPORT_MESSAGES_MAX = 1_000_000
export const IMPORT_PEOPLE_MAX = 10_000
/** Files of imports that weren't started, or have ended, are removed after this time. */
export const IMPORT_FILE_RETENTION_MS = 24 * 60 * 60 * 1000
export const IMPORTS_LISTED = 20
export const IMPORTED_PAGE = 200

/** The bounds of chains of agents without a person: the instance's defaults, and the maximum. */
export const MAX_HOPS_DEFAULT = 6
export const MAX_CHAIN_DEFAULT = 60
export const MAX_HOPS_LIMIT = 100
export const MAX_CHAIN_LIMIT = 10_000
/** The chain of a message is shown up to this many steps. */
export const CAUSE_STEPS_SHOWN = 100

/** Webhooks of agents (docs/rules/webhooks.md). */
export const WEBHOOK_URL_MAX_CHARS = 2000
/** For a whole attempt: DNS lookup, connection and answer. */
export const WEBHOOK_TIMEOUT_MS = 10_000
/** The delays between attempts, in seconds: eleven attempts within a day. */
export const WEBHOOK_RETRY_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] as const
/** The maximum of a receiver's `Retry-After`. */
export const WEBHOOK_RETRY_AFTER_MAX_S = 24 * 60 * 60
/** How long the previous secret also signs after a rotation. */
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000
/** A webhook whose attempts have all failed for this long is switched off. */
export const WEBHOOK_OFF_AFTER_MS = 3 * 24 * 60 * 60 * 1000
export const WEBHOOK_CALLS_SHOWN = 20
export const WEBHOOK_CALLS_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** How much the receiver's clock may differ from the signed timestamp: its replay window. */
export const WEBHOOK_TOLERANCE_S = 300

/** Custom patterns of administrators (docs/rules/guardrails.md#patterns). */
export const PATTERNS_MAX = 50
export const PATTERN_MAX_CHARS = 500
export const PATTERN_NAME_MAX_CHARS = 60
/** Instructions of a compiled pattern, and of all together, which bound the cost of matching. */
export const PATTERN_MAX_SIZE = 300
export const PATTERNS_MAX_SIZE = 1500
export const RULE_CHANGES_MAX = 200

/** Stored violations (docs/rules/guardrails.md#violations). */
export const VIOLATION_MAX_CHARS = 1000
/** Different texts stored per person, including their agents, and day; further ones are only counted. */
export const VIOLATIONS_PER_DAY = 50
export const VIOLATIONS_RETENTION_MS = 90 * 24 * 60 * 60 * 1000
/** In the whole instance; beyond that, resolved ones are pruned first, then the oldest. */
export const VIOLATIONS_MAX = 20_000
export const VIOLATIONS_PAGE = 20
export const VIOLATIONS_PAGE_MAX = 100
export const VIOLATIONS_OFFSET_MAX = 20_000
export const VIOLATION_SEARCH_MAX_CHARS = 100
/** Lists of the administration: rows per page, and counted matches, beyond which it says "or more". */
export const ADMIN_PAGE_MAX = 200
export const ADMIN_COUNT_MAX = 1000
export const ADMIN_SPACES_PAGE = 50
export const ADMIN_ACTIVITY_PAGE = 20
export const ADMIN_ACTIVITY_HOURS = 24
/** The retention of activity. */
export const ADMIN_ACTIVITY_HOURS_MAX = 30 * 24
/** The retention of daily active accounts, which avoids double counting; longer than the longest chart. */
export const ACTIVE_DAYS_KEPT = 100

/** The administration's list of people (docs/rules/administration.md#people). */
export const PEOPLE_PAGE = 200
export const PEOPLE_OFFSET_MAX = 1_000_000
export const PEOPLE_SEARCH_MAX_CHARS = 100
/** A search counts matching people up to this. */
export const PEOPLE_FOUND_MAX = 2000
/** Agents listed per person; administrators may have more. */
export const PERSON_AGENTS_SHOWN = 200

/** People, agents or spaces that one call repairs; another call continues (docs/rules/administration.md#health). */
export const REPAIRS_PER_CALL = 500
/** Affected accounts or spaces listed per problem. */
export const ISSUE_USERS_SHOWN = 50

/** Catching up (docs/rules/catch-up.md): the maximum of messages, and of deliveries to the reader, per answer. */
export const CATCH_UP_MESSAGES_MAX = 20_000
export const CATCH_UP_TOKENS_DEFAULT = 2000
export const CATCH_UP_DAYS_MAX = 36_500
export const CATCH_UP_CURSOR_MAX_CHARS = 100
export const CATCH_UP_CHANNEL_MAX_CHARS = 100

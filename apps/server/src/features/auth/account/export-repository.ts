import type { Db } from '../../../platform/database.ts'

export function listProviderLogins(db: Db, accountId: string) {
  return db
    .selectFrom('provider_accounts')
    .select(['provider', 'login', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export function listMemberships(db: Db, accountId: string) {
  return db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select(['spaces.id', 'spaces.name', 'spaces.visibility', 'members.role', 'members.joined_at'])
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('members.joined_at')
    .execute()
}

export function listOwnAgents(db: Db, accountId: string) {
  return db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select(['accounts.id', 'accounts.handle', 'agents.agent_type', 'agents.bio', 'accounts.created_at'])
    .where('agents.owner_id', '=', accountId)
    .where('accounts.status', '<>', 'deleted')
    .orderBy('accounts.created_at')
    .execute()
}

/** The live tokens of the person's agents. */
export function listAgentTokens(db: Db, accountId: string) {
  return db
    .selectFrom('agent_tokens')
    .innerJoin('agents', 'agents.account_id', 'agent_tokens.agent_id')
    .select(['agent_tokens.agent_id', 'agent_tokens.name'])
    .select(['agent_tokens.created_at', 'agent_tokens.last_used_at'])
    .where('agents.owner_id', '=', accountId)
    .where('agent_tokens.revoked_at', 'is', null)
    .orderBy('agent_tokens.created_at')
    .execute()
}

/** Programs with a live grant to act as an agent of the person. */
export function listConnectedApps(db: Db, accountId: string, at: Date) {
  return db
    .selectFrom('oauth_grants as grants')
    .innerJoin('accounts', 'accounts.id', 'grants.agent_id')
    .select(['grants.client_name', 'grants.scopes', 'grants.created_at', 'grants.last_used_at'])
    .select(['grants.expires_at', 'accounts.handle'])
    .where('grants.owner_id', '=', accountId)
    .where('grants.revoked_at', 'is', null)
    .where('grants.expires_at', '>', at)
    .where('accounts.status', '<>', 'deleted')
    .orderBy('grants.created_at')
    .execute()
}

export function listOwnFlags(db: Db, accountId: string) {
  return db
    .selectFrom('message_flags as f')
    .innerJoin('message_reports as r', 'r.id', 'f.report_id')
    .select(['r.message_id', 'f.space_id', 'f.at'])
    .where('f.account_id', '=', accountId)
    .orderBy('f.at')
    .execute()
}

/** Every space in which the account ever wrote, including ones it left. Costs an index probe for each space. */
export async function listSpacesWrittenIn(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('spaces')
    .select('spaces.id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.space_id', '=', 'spaces.id')
          .where('messages.author_id', '=', accountId),
      ),
    )
    .orderBy('spaces.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

interface OwnPage {
  readonly accountId: string
  readonly spaceId: string
  /** Only messages with a greater `seq`. */
  readonly after: number
  readonly limit: number
}

export function listOwnMessages(db: Db, { accountId, spaceId, after, limit }: OwnPage) {
  return db
    .selectFrom('messages')
    .select(['id', 'space_id', 'seq', 'channel', 'content', 'parent_id', 'created_at', 'edited_at'])
    .where('space_id', '=', spaceId)
    .where('author_id', '=', accountId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The earlier versions of these messages, oldest first. */
export function listEarlierTexts(db: Db, spaceId: string, messageIds: readonly string[]) {
  return db
    .selectFrom('message_versions')
    .select(['message_id', 'content', 'replaced_at'])
    .where('space_id', '=', spaceId)
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy('version')
    .execute()
}

/** Without deleted tasks, and without others' notes on one's own tasks. */
export function listOwnTasks(db: Db, { accountId, spaceId, after, limit }: OwnPage) {
  return db
    .selectFrom('tasks')
    .select(['id', 'space_id', 'number', 'title', 'description', 'status', 'created_at'])
    .where('space_id', '=', spaceId)
    .where('author_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
}

export function listOwnNotes(db: Db, { accountId, after, limit }: Omit<OwnPage, 'spaceId'>) {
  return db
    .selectFrom('task_notes')
    .select(['id', 'nth', 'space_id', 'task_id', 'note', 'visibility', 'created_at'])
    .where('author_id', '=', accountId)
    .where('nth', '>', after)
    .orderBy('nth')
    .limit(limit)
    .execute()
}

interface ViolationPage {
  readonly accountId: string
  /** Only those after this one, in the order of their ids. */
  readonly after: string | null
  readonly limit: number
}

/** Violations of the person and of the agents they own; the texts are masked. */
export function listOwnViolations(
  db: Db,
  { accountId, after, limit }: ViolationPage,
): Promise<OwnViolation[]> {
  return db
    .selectFrom('violations')
    .select(['id', 'space_id', 'rule', 'outcome', 'content', 'times', 'first_at', 'last_at'])
    .where('person_id', '=', accountId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface OwnViolation {
  readonly id: string
  readonly space_id: string | null
  readonly rule: string
  readonly outcome: string
  readonly content: string
  readonly times: number
  readonly first_at: Date
  readonly last_at: Date
}

interface ReactionPage {
  readonly accountId: string
  /** Only reactions after this one, in the order of spaces, messages and emoji. */
  readonly after: OwnReaction | null
  readonly limit: number
}

interface OwnReaction {
  readonly space_id: string
  readonly message_id: string
  readonly emoji: string
}

export function listOwnReactions(db: Db, { accountId, after, limit }: ReactionPage) {
  return db
    .selectFrom('reactions')
    .select(['space_id', 'message_id', 'emoji', 'created_at'])
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('space_id', 'message_id', 'emoji'),
          '>',
          tuple(after?.space_id ?? '', after?.message_id ?? '', after?.emoji ?? ''),
        ),
      ),
    )
    .orderBy('space_id')
    .orderBy('message_id')
    .orderBy('emoji')
    .limit(limit)
    .execute()
}

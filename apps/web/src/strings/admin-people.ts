/** Strings of the tab with people; loaded with it. */
export const adminPeople = {
  list: 'People',
  failed: 'The people could not be loaded.',
  search: 'Search name or e-mail',
  clear: 'Clear the search',
  clearFilters: 'Clear filters',
  role: 'Role',
  anyRole: 'Any role',
  roles: { admin: 'Admin', agent_manager: 'Agent manager', user: 'User' },
  status: 'Status',
  anyStatus: 'Any status',
  statuses: { active: 'Active', inactive: 'Deactivated' },
  heads: {
    username: 'Name',
    role: 'Role',
    status: 'Status',
    orgs: 'Spaces',
    agents: 'Agents',
    messages: 'Messages',
    violations: 'Violations',
    last_activity: 'Last active',
    created_at: 'Signed up',
  },
  you: 'you',
  never: 'never',
  tooMany: (most: string) => `At least ${most} people fit: more of a name finds fewer.`,
  noMatch: 'Nobody fits',
  noMatchText: 'Try the beginning of a name or an e-mail address, or clear the filters.',
  more: (name: string) => `More for ${name}`,
  details: 'Details',
  makeAdmin: 'Make Admin',
  removeAdmin: 'Remove Admin',
  activate: 'Activate',
  deactivate: 'Deactivate',
  resetLink: 'Make a reset link',
  acting: 'Saving',

  asks: {
    makeAdmin: {
      title: (name: string) => `Make ${name} an admin?`,
      text: (name: string) =>
        `${name} will see and change everything on this page: people, spaces, rules and agents of the whole instance.`,
    },
    removeAdmin: {
      title: (name: string) => `Remove ${name} from admin?`,
      text: (name: string) => `${name} stays a user, with everything else as it is.`,
    },
    deactivate: {
      title: (name: string) => `Deactivate ${name}?`,
      text: (name: string, agents: number) =>
        `${name} is signed out everywhere at once and can’t sign in.${
          agents === 0
            ? ''
            : agents === 1
              ? ' Their agent is refused, too.'
              : ` Their ${agents} agents are refused, too.`
        } Messages stay. It can be undone.`,
    },
    activate: {
      title: (name: string) => `Activate ${name}?`,
      text: (name: string) => `${name} can sign in again, and their agents may act.`,
    },
    link: {
      title: (name: string) => `Make a reset link for ${name}?`,
      text: (name: string) =>
        `Whoever opens the link sets a new password for ${name}. Earlier links stop working.`,
      act: 'Make the link',
      acting: 'Making it',
    },
  },
  promoted: (name: string) => `✅ ${name} has been promoted to admin successfully`,
  demoted: (name: string) => `✅ ${name} has been removed from admin successfully`,
  activated: (name: string) => `✅ ${name} has been activated successfully`,
  deactivated: (name: string) => `✅ ${name} has been deactivated successfully`,
  roleFailed: '❌ Failed to update user role',
  statusFailed: '❌ Failed to update user status',

  linkTitle: (name: string) => `Reset link for ${name}`,
  linkText: 'It works once, for an hour, and is shown only now. Give it to nobody else.',
  copyLink: 'Copy the link',
  linkFailed: 'The link could not be made.',
  alert: 'That didn’t work',
  close: 'Close',

  detailsTitle: (name: string) => `@${name}`,
  detailsFailed: 'The details could not be loaded.',
  loading: 'Loading the details',
  facts: {
    email: 'E-mail',
    role: 'Role',
    status: 'Status',
    spaces: 'Spaces',
    messages: 'Messages',
    tasks: 'Tasks',
    violations: 'Violations',
    active: 'Last active',
    posted: 'Last message',
    joined: 'Signed up',
    id: 'Id',
  },
  none: 'none',
  copyOf: (what: string) => `Copy: ${what}`,
  agents: (count: number) => (count === 1 ? '1 agent' : `${count} agents`),
  noAgents: 'No agents.',
  agentStatuses: {
    paused: 'Paused',
    active: 'Active now',
    recent: 'Active this hour',
    idle: 'Idle',
    offline: 'Offline',
  },

  bulk: 'Create personal spaces',
  bulkNone: 'No users without organizations found!',
  bulkTitle: 'Create personal spaces',
  bulkAsk: (count: number) => `This will create personal organizations for ${count} users. Continue?`,
  bulkAct: 'Continue',
  bulkActing: 'Creating',
  bulkDone: (processed: number, created: number, failed: number) =>
    `Users processed: ${processed}. Organizations created: ${created}. Failed users: ${failed}.`,
  bulkFailedUsers: (names: string) => `Failed: ${names}`,
  bulkFailed: (reason: string) => `Failed to create organizations: ${reason}`,
  tryAgain: 'Please try again.',
} as const

/** Strings of the banner about the database. */
export const adminHealth = {
  label: 'Database health',
  fixNow: 'Fix Now',
  fix: 'Fix',
  fixing: 'Fixing',
  fixOf: (title: string) => `Fix Now: ${title}`,
  affected: (count: number) => `${count} affected`,
  andMore: (count: number) => `+${count} more`,
  fixed: (count: number) => `✅ ${count === 1 ? '1 case was' : `${count} cases were`} fixed`,
  partly: (fixed: number, failed: number) => `❌ ${fixed} fixed, ${failed} could not be fixed`,
  failed: '❌ This could not be fixed',
  show: 'Show details',
  hide: 'Hide details',
} as const

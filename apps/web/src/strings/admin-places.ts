/** Under a list that is only counted up to here. */
export const adminLists = {
  counted: (count: string) => `The first ${count} are listed. Narrow the list to see others.`,
} as const

/** Strings of the administration's tabs about spaces, activity and the instance's daily numbers. */
export const adminSpaces = {
  label: 'Organizations',
  search: 'Search organizations...',
  clearSearch: 'Clear the search',
  kind: 'Kind of organization',
  kinds: {
    all: 'All kinds',
    personal: 'Personal',
    private: 'Private',
    invite_only: 'Team',
    public: 'Public',
  },
  columns: {
    name: 'Name',
    kind: 'Kind',
    owner: 'Made by',
    members: 'People',
    agents: 'Agents',
    messages: 'Messages',
    tasks: 'Tasks',
    created: 'Created',
  },
  nobody: 'Nobody known',
  none: 'No organizations found',
  noneHint: 'Try another word, or another kind.',
  failed: 'The organizations could not be loaded.',
  health: {
    label: 'Organizations in numbers',
    total_organizations: 'Organizations',
    personal_orgs: 'Personal',
    multi_member_orgs: 'With several people',
    total_members: 'Memberships',
    total_messages: 'Messages',
    total_tasks: 'Tasks',
  },
  without: (count: string, isOne: boolean) =>
    isOne ? 'One person is in no organization.' : `${count} people are in no organization.`,
  insights: 'Most active, largest and newest',
  mostActive: 'Most active now',
  largest: 'Largest',
  newest: 'Newest',
  people: (count: string, isOne: boolean) => (isOne ? '1 person' : `${count} people`),
  active: (count: string) => `${count} active in the last half hour`,
} as const

export const adminActivity = {
  label: 'Activity',
  search: 'Search people and agents...',
  clearSearch: 'Clear the search',
  type: 'What they did',
  types: {
    all: 'Everything',
    signup: 'Sign-ups',
    agent: 'New agents',
    space: 'New organizations',
    join: 'Joins',
    message: 'Messages',
    task: 'New tasks',
    task_completed: 'Completed tasks',
  },
  hours: 'Time',
  spans: { h24: 'Last 24 hours', d7: 'Last 7 days', d30: 'Last 30 days' },
  columns: { who: 'Who', what: 'What', when: 'When' },
  none: 'Nothing happened',
  noneHint: 'Nobody did that in this time.',
  failed: 'The activity could not be loaded.',
} as const

export const adminAnalytics = {
  use: 'Use of models',
  useHint: 'Tokens and cost of what agents asked models, today (UTC) and in 30 days.',
  useNone: 'Nothing is known of any agent yet.',
  useUnknown: (count: number) =>
    count === 1
      ? '1 agent reports nothing: unknown, not zero.'
      : `${count} agents report nothing: unknown, not zero.`,
  useAgent: 'Agent',
  useToday: 'Today',
  useMonth: 'In 30 days',
  useSource: 'From',
  useSources: { measured: 'this server', reported: 'its reports', unknown: 'nowhere' },
  useFailed: 'What agents used could not be read.',
  heading: 'The instance by the day',
  days: 'Days',
  spans: { 7: '7 days', 30: '30 days', 90: '90 days' },
  messages: 'Messages',
  activePeople: 'People',
  activeAgents: 'Agents',
  active: 'Active people and agents',
  tasks: 'Tasks',
  created: 'Created',
  completed: 'Completed',
  nothing: 'Nothing happened in this time',
  nothingHint: 'Charts begin with the first message.',
  loading: 'Loading the charts',
  failed: 'The figures could not be loaded; zeros are shown.',
  utc: 'Days begin and end at midnight UTC.',
} as const
